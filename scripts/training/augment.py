"""Augmentation in the log-mel domain: about a hundredth of the cost of doing the same to waveforms.

Everything takes and returns natural-log mel powers x [frames, 80] float32 and draws from one numpy Generator.
Powers of independent sounds add on average, and interfere in each cell; a room convolves powers along time; a filter adds
a curve along the mel axis.
Sources: speed perturbation (Ko et al. 2015), vocal tract length perturbation (Jaitly and Hinton 2013),
SpecAugment (Park et al. 2019), reverberation as convolution of sub-band energies (Lebart et al. 2001).
"""
from dataclasses import dataclass

import numpy as np

from features import LOG_FLOOR, hz_to_mel, mel_centres, mel_matrix

CENTRES = mel_centres()
# Bins of the spectrum that a mel bin is the mean of, by their weights; the window makes neighbours alike.
INDEPENDENT_BINS = np.maximum(1, 1 / np.square(mel_matrix() / mel_matrix().sum(0)).sum(0) / 1.5)
# Deviation of the mean cosine of so many random phases.
COSINE_DEVIATION = (1 / np.sqrt(2 * INDEPENDENT_BINS)).astype(np.float32)
# Frames of 25 ms every 10 ms share samples: taps over time, of unit length.
OVERLAP = (np.array([0.12, 1, 0.12]) / np.sqrt(1 + 2 * 0.12**2)).astype(np.float32)
EPSILON = float(np.finfo(np.float32).eps)
DECIBEL = float(np.log(10) / 10)


@dataclass(frozen=True)
class AugmentOptions:
    """Probabilities and ranges; `strength` in dataset.py scales the probabilities of `room` to `low_cut`."""
    tempo: tuple = (0.82, 1.4)
    vocal_tract: tuple = (0.83, 1.2)
    formants: float = 0.035
    formant_knots: int = 7
    voice: float = 0.9
    eigenvoice: float = 0.8
    room: float = 0.45
    reverberate: float = 0.2
    noise: float = 0.6
    noise_db: tuple = (0.0, 30.0)
    babble: float = 0.15
    babble_db: tuple = (5.0, 25.0)
    filter: float = 0.7
    telephone: float = 0.08
    low_pass: float = 0.08
    low_cut: float = 0.15
    level_db: tuple = (-32.0, 4.0)
    time_masks: int = 5
    time_mask_frames: int = 20
    frequency_masks: int = 2
    frequency_mask_bins: int = 16
    mask: float = 0.9


def time_warp(x, labels, factor):
    """Plays x [frames, ...] `factor` times as fast: linear interpolation between frames; labels [frames] take the nearest."""
    frames = max(1, int(round(len(x) / factor)))
    position = np.linspace(0, len(x) - 1, frames, dtype=np.float32)
    low = np.minimum(position.astype(np.int64), max(0, len(x) - 2))
    weight = (position - low).reshape(-1, *[1] * (x.ndim - 1))
    nearest = np.minimum((position + 0.5).astype(np.int64), len(x) - 1)
    return x[low] * (1 - weight) + x[np.minimum(low + 1, len(x) - 1)] * weight, labels[nearest]


def mel_warp_matrix(factor):
    """[80, 80] matrix M with (x @ M)[k] = x at the frequency f_k / factor: formants move up for factor > 1.

    `factor` is one number or [80], one for each bin.
    """
    width = hz_to_mel(CENTRES[1]) - hz_to_mel(CENTRES[0])
    position = np.clip((hz_to_mel(CENTRES / factor) - hz_to_mel(CENTRES[0])) / width, 0, len(CENTRES) - 1)
    low = np.minimum(position.astype(np.int64), len(CENTRES) - 2)
    matrix = np.zeros((len(CENTRES), len(CENTRES)), dtype=np.float32)
    columns = np.arange(len(CENTRES))
    matrix[low, columns] = 1 - (position - low)
    matrix[low + 1, columns] += position - low
    return matrix


def speech_level(x):
    """Mean mel power of the louder frames: a level that does not depend on how much silence there is."""
    energy = np.exp(x).mean(1)
    return float(energy[energy >= energy.mean() * 0.5].mean()) + 1e-12


def interfere(x, other, rng):
    """Log powers of the sum of two independent sounds, of the same shape.

    |a + b|^2 = |a|^2 + |b|^2 + 2 |a| |b| cos(phase): where they are about equally loud, a cell has anything from nearly
    nothing to twice the sum of the powers. The phases average out over the bins of a mel bin (Deng, Droppo and Acero
    2004, "Enhancement of log mel power spectra of speech using a phase-sensitive model"). Sums without that term
    are smoother than recordings, and easier: phone errors at 5 dB are 5 points lower than on waveforms that were mixed.
    """
    cosine = rng.standard_normal((len(x) + 2, x.shape[1]), dtype=np.float32)
    cosine = OVERLAP[0] * cosine[:-2] + OVERLAP[1] * cosine[1:-1] + OVERLAP[2] * cosine[2:]
    cosine = np.clip(cosine * COSINE_DEVIATION, -0.98, 0.98)
    # With m the louder one and d <= 0 the difference, the sum is m + log(1 + e^d + 2 e^(d/2) cos).
    root = np.exp(-0.5 * np.abs(x - other))
    return np.maximum(x, other) + np.log1p(root * (root + 2 * cosine))


def add_at(x, other, decibels, rng):
    """Adds `other` (log powers, same shape) `decibels` below the speech level of x."""
    gain = speech_level(x) / (float(np.exp(other).mean()) + 1e-12) * np.exp(-decibels * DECIBEL)
    return interfere(x, other + np.float32(np.log(gain + 1e-20)), rng)


def fit(x, frames, rng):
    """A random cut of exactly `frames` frames; short sounds are repeated."""
    if len(x) < frames:
        x = np.tile(x, (-(-frames // max(1, len(x))), 1))
    start = int(rng.integers(0, len(x) - frames + 1))
    return np.asarray(x[start : start + frames], dtype=np.float32)


def exponential_room(rng):
    """A synthetic decay [40, 80]: reverberation time 0.1-0.9 s at low, less at high frequencies, random ratio."""
    time = rng.uniform(0.1, 0.9) * np.linspace(1.1, rng.uniform(0.5, 1.0), 80)
    decay = np.exp(-13.8 * 0.01 * np.arange(1, 41)[:, None] / time[None])
    direct_to_late = np.exp(rng.uniform(0, 15) * DECIBEL)
    decay = decay / decay.sum(0) / direct_to_late
    return np.concatenate([np.ones((1, 80)), decay[:39]]).astype(np.float32)


def reverberate(x, decay, rng):
    """Convolves mel powers along time with an energy decay [slices, 80]; the late part fluctuates like a real one."""
    power, result = np.exp(x), np.zeros_like(x)
    result += power * decay[0]
    late = np.zeros_like(x)
    loudest = decay[0].max()
    for delay in range(1, min(len(decay), len(x))):
        if decay[delay].max() > 1e-4 * loudest:
            late[delay:] += power[:-delay] * decay[delay]
    # Interference of many echoes makes each cell's power vary; a gamma of shape 3 is close for a mel bin.
    late *= rng.standard_gamma(3.0, size=late.shape).astype(np.float32) / 3.0
    return interfere(np.log(result + EPSILON), np.log(late + EPSILON), rng)


def colour(rng):
    """A smooth random filter curve in log power [80]: tilt and two slow cosines, up to about +-9 dB together."""
    axis = np.linspace(0, 1, 80)
    curve = rng.uniform(-4, 4) * (2 * axis - 1)
    for period in (1, 2):
        curve += rng.uniform(-2.5, 2.5) * np.cos(np.pi * (period * axis * 2 + rng.uniform(0, 2)))
    return (curve * DECIBEL).astype(np.float32)


def band_limit(low_hz, high_hz, decibels=50.0, slope_bins=2.0):
    """Attenuation in log power [80] outside low_hz..high_hz with a slope of a few bins."""
    bins = np.arange(80)
    low, high = np.interp([low_hz, high_hz], CENTRES, bins)
    outside = np.clip(np.maximum(low - bins, bins - high) / slope_bins, 0, 1)
    return (-decibels * DECIBEL * outside).astype(np.float32)


def mask(x, rng, options):
    """SpecAugment: stripes of time and mel set to the utterance's mean."""
    x, mean = x.copy(), float(x.mean())
    for _ in range(options.frequency_masks):
        width = int(rng.integers(0, options.frequency_mask_bins + 1))
        start = int(rng.integers(0, 80 - width + 1))
        x[:, start : start + width] = mean
    # So many masks for every four seconds: an eighth of the time is hidden, of short words less.
    for _ in range(min(20, options.time_masks * len(x) // 400)):
        width = int(rng.integers(0, min(options.time_mask_frames, len(x) // 10) + 1))
        start = int(rng.integers(0, len(x) - width + 1))
        x[start : start + width] = mean
    return x


def pad_silence(x, labels, before, after, rng):
    """x [frames, versions, 80] in silence like the recording's own: its quietest frames with a little jitter, or digital
    silence at times."""
    if before + after == 0:
        return x, labels
    if rng.random() < 0.1:
        floor = np.full((before + after, *x.shape[1:]), LOG_FLOOR, dtype=np.float32)
    else:
        energy = x.mean((1, 2))
        quiet = x[np.argsort(energy)[: max(3, len(x) // 20)]]
        floor = quiet[rng.integers(0, len(quiet), before + after)]
        floor = floor + rng.normal(0, 0.3, floor.shape).astype(np.float32)
    return np.concatenate([floor[:before], x, floor[before:]]), np.pad(labels, (before, after))


class Augmenter:
    """Applies a random chain to one utterance. `noise(frames, rng)` and `babble(frames, rng)` give log powers.

    `voices` is a Voices of voices.py, or None.
    """

    def __init__(self, options, rooms, noise, babble, voices=None):
        self.options, self.rooms, self.noise, self.babble, self.voices = options, rooms, noise, babble, voices

    def pace(self, x, labels, rng):
        """Tempo, which all views of an utterance share."""
        return time_warp(x, labels, rng.uniform(*self.options.tempo)) if rng.random() < 0.8 else (x, labels)

    def speaker(self, x, labels, speaker, rng):
        """Somebody else, who says each phone as one who was never recorded might."""
        if self.voices is None or rng.random() >= self.options.eigenvoice:
            return x
        return x + self.voices.shift(speaker, labels, rng)

    def voice(self, x, rng):
        """Another speaker's vocal tract: all of it longer or shorter, and each formant a little by itself."""
        o = self.options
        if rng.random() >= o.voice:
            return x
        knots = np.linspace(0, len(CENTRES) - 1, o.formant_knots)
        own = np.interp(np.arange(len(CENTRES)), knots, rng.normal(0, o.formants, o.formant_knots))
        return x @ mel_warp_matrix(np.exp(rng.uniform(*np.log(o.vocal_tract)) + own))

    def channel(self, x, rng, strength, has_room=False):
        """Room (unless the speech is in one), filter, noise, band limits, level: what lies between a mouth and the file."""
        o = self.options
        if rng.random() < o.reverberate * strength and not has_room:
            room = self.rooms[int(rng.integers(0, len(self.rooms)))] if rng.random() < 0.5 else exponential_room(rng)
            x = reverberate(x, room, rng)
        if rng.random() < o.filter * strength:
            x = x + colour(rng)
        if rng.random() < o.babble * strength:
            x = add_at(x, self.babble(len(x), rng), rng.uniform(*o.babble_db), rng)
        if rng.random() < o.noise * strength:
            x = add_at(x, self.noise(len(x), rng), rng.uniform(*o.noise_db), rng)
        draw = rng.random()
        if draw < o.telephone * strength:
            x = x + band_limit(rng.uniform(200, 350), rng.uniform(3200, 3700))
        elif draw < (o.telephone + o.low_pass) * strength:
            x = x + band_limit(20, rng.uniform(4000, 7000))
        elif draw < (o.telephone + o.low_pass + o.low_cut) * strength:
            # Small microphones; without this, speech without its lowest 300 Hz had a third more phone errors.
            x = x + band_limit(rng.uniform(80, 350), 8000, rng.uniform(15, 50))
        level = rng.uniform(*o.level_db) * DECIBEL - np.log(speech_level(x))
        # Level of loud speech in mel power: a full-scale voice lies near +4 (natural log).
        x = x + np.float32(level + 4.0)
        # The 16-bit grid and the analogue chain put a floor under everything.
        if rng.random() < 0.7:
            x = np.logaddexp(x, np.float32(rng.uniform(LOG_FLOOR, LOG_FLOOR + 5)))
        x = np.maximum(x, LOG_FLOOR)
        return mask(x, rng, o) if rng.random() < o.mask else x
