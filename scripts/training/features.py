"""Log-mel filterbank features, numerically equal to Kaldi's `compute-fbank-feats` (dither 0).

This is the reference for the streaming front end of the service. Algorithm: Kaldi,
src/feat/feature-window.cc and mel-computations.cc (Povey et al., 2011).
"""
from dataclasses import dataclass

import numpy as np
import torch

SAMPLE_RATE = 16000
FRAME_SHIFT = 160
FRAME_LENGTH = 400
LOG_FLOOR = float(np.log(np.finfo(np.float32).eps))


@dataclass(frozen=True)
class FilterbankOptions:
    sample_rate: int = SAMPLE_RATE
    bins: int = 80
    low_hz: float = 20.0
    high_hz: float = 7600.0
    frame_shift: int = FRAME_SHIFT
    frame_length: int = FRAME_LENGTH
    fft_length: int = 512
    preemphasis: float = 0.97


def hz_to_mel(hz):
    return 1127.0 * np.log(1.0 + np.asarray(hz, dtype=np.float64) / 700.0)


def mel_to_hz(mel):
    return 700.0 * (np.exp(np.asarray(mel, dtype=np.float64) / 1127.0) - 1.0)


def mel_centres(options=FilterbankOptions()):
    """Centre frequency in Hz of every mel bin: [bins]."""
    mel = np.linspace(hz_to_mel(options.low_hz), hz_to_mel(options.high_hz), options.bins + 2)
    return mel_to_hz(mel[1:-1])


def mel_matrix(options=FilterbankOptions()):
    """Triangular filters, triangular on the mel axis as in Kaldi: [fft_length / 2, bins] (no Nyquist bin)."""
    edges = np.linspace(hz_to_mel(options.low_hz), hz_to_mel(options.high_hz), options.bins + 2)
    mel = hz_to_mel(np.arange(options.fft_length // 2) * options.sample_rate / options.fft_length)[:, None]
    left, centre, right = edges[:-2], edges[1:-1], edges[2:]
    weights = np.minimum((mel - left) / (centre - left), (right - mel) / (right - centre))
    return np.maximum(weights, 0.0).astype(np.float32)


def povey_window(length):
    n = np.arange(length)
    return ((0.5 - 0.5 * np.cos(2 * np.pi * n / (length - 1))) ** 0.85).astype(np.float32)


def frame_count(samples, options=FilterbankOptions()):
    """Number of frames with snip_edges=false."""
    return (samples + options.frame_shift // 2) // options.frame_shift


class Filterbank:
    """Waveform [samples] (float, +-1) to natural-log mel powers [frames, bins]."""

    def __init__(self, options=FilterbankOptions()):
        self.options = options
        self.window = torch.from_numpy(povey_window(options.frame_length))
        self.mel = torch.from_numpy(mel_matrix(options))

    def __call__(self, waveform):
        o = self.options
        x = torch.as_tensor(np.ascontiguousarray(waveform), dtype=torch.float32)
        frames = frame_count(len(x), o)
        if frames == 0:
            return np.zeros((0, o.bins), dtype=np.float32)
        # Frame i is centred on the middle of its shift; samples beyond an edge are mirrored, edge included.
        before = (o.frame_length - o.frame_shift) // 2
        after = max(0, (frames - 1) * o.frame_shift - before + o.frame_length - len(x))
        index = np.arange(-before, len(x) + after)
        period = 2 * len(x)
        index = index % period
        index = np.where(index >= len(x), period - 1 - index, index)
        x = x[torch.from_numpy(index)]
        x = x.unfold(0, o.frame_length, o.frame_shift)[:frames]
        x = x - x.mean(dim=1, keepdim=True)
        previous = torch.cat([x[:, :1], x[:, :-1]], dim=1)
        x = (x - o.preemphasis * previous) * self.window
        spectrum = torch.fft.rfft(x, n=o.fft_length)[:, : o.fft_length // 2]
        power = spectrum.real.square() + spectrum.imag.square()
        return torch.log(torch.clamp(power @ self.mel, min=float(np.finfo(np.float32).eps))).numpy()
