"""Noise of machines, drawn: fans, motors, steam and hum, of which recorded backgrounds have little.

    python machines.py --work WORK [--sounds 60]

Run it after prepare.py. WORK receives features/noise/machines.{f16,tsv}, half a minute of each sound. A machine is noise of
one spectrum, slowly louder and softer, a fundamental with harmonics where it turns, and on and off where somebody uses it.
"""
import argparse
from pathlib import Path

import numpy as np
import torch

from features import SAMPLE_RATE, Filterbank
from shards import ShardWriter

SECONDS = 30
# Decibels per octave of the noise's slope, hertz of the fundamental and its share of the power, whether it is switched on
# and off, and hertz below which there is next to nothing.
KINDS = {
    "fan": {"slope": (-9, -3), "fundamental": (40, 300), "tone_db": (-20, 0), "switched": False, "low_cut": (20, 60)},
    "motor": {"slope": (-5, 1), "fundamental": (80, 700), "tone_db": (-12, 6), "switched": True, "low_cut": (50, 300)},
    "steam": {"slope": (-2, 4), "fundamental": (200, 900), "tone_db": (-40, -15), "switched": True, "low_cut": (300, 1500)},
    "hum": {"slope": (-12, -5), "fundamental": (50, 60), "tone_db": (0, 15), "switched": False, "low_cut": (20, 40)},
    "hiss": {"slope": (-3, 2), "fundamental": (50, 60), "tone_db": (-40, -20), "switched": False, "low_cut": (20, 200)},
}


def slow_curve(rng, length, hertz, deviation):
    """Gaussian curve [length] of a deviation that turns about `hertz` times a second: what wobbles, drifts, or throbs."""
    knots = max(4, int(length / SAMPLE_RATE * hertz * 2))
    return np.interp(np.arange(length), np.linspace(0, length, knots), rng.normal(0, deviation, knots))


def coloured_noise(rng, length, slope, low_cut):
    """Noise [length] of power 1: a slope in decibels per octave, up to four broad resonances, little below low_cut hertz."""
    hertz = np.maximum(np.fft.rfftfreq(length, 1 / SAMPLE_RATE), 1.0)
    decibels = slope * np.log2(hertz / 500) - 24 * np.log2(np.maximum(1, low_cut / hertz))
    for _ in range(int(rng.integers(0, 5))):
        centre, width = np.exp(rng.uniform(np.log(100), np.log(7000))), rng.uniform(0.05, 0.4)
        decibels += rng.uniform(-8, 15) * np.exp(-0.5 * np.square(np.log2(hertz / centre) / width))
    noise = np.fft.irfft(np.fft.rfft(rng.standard_normal(length)) * 10 ** (decibels / 20), length)
    return noise / np.sqrt(np.square(noise).mean())


def harmonics(rng, length, fundamental, is_variable):
    """A turning machine's tone [length] of power 1; `is_variable` ones change speed under load."""
    pitch = fundamental * np.exp(slow_curve(rng, length, 0.4, 0.15 if is_variable else 0.003))
    phase = 2 * np.pi * np.cumsum(pitch) / SAMPLE_RATE
    tone, decline = np.zeros(length), rng.uniform(2, 8)
    for number in range(1, min(24, int(7000 / pitch.max())) + 1):
        decibels = -decline * np.log2(number) + rng.normal(0, 6)
        tone += 10 ** (decibels / 20) * np.sin(number * phase + rng.uniform(0, 2 * np.pi))
    return tone / np.sqrt(np.square(tone).mean())


def switching(rng, length):
    """Gain [length] from 0.02 to 1 of a machine that runs for one to eight seconds at a time."""
    gain, at, is_on = np.empty(length), 0, rng.random() < 0.7
    while at < length:
        end = min(length, at + int(rng.uniform(1, 8 if is_on else 3) * SAMPLE_RATE))
        gain[at:end], at, is_on = 1.0 if is_on else 0.02, end, not is_on
    ramp = int(rng.uniform(0.02, 0.4) * SAMPLE_RATE)
    sums = np.cumsum(np.pad(gain, (ramp, 0), mode="edge"))
    return (sums[ramp:] - sums[:-ramp]) / ramp


def machine(rng, kind, length):
    """A machine's sound [length] float32, its largest sample 0.5."""
    k = KINDS[kind]
    sound = coloured_noise(rng, length, rng.uniform(*k["slope"]), rng.uniform(*k["low_cut"]))
    sound += 10 ** (rng.uniform(*k["tone_db"]) / 20) * harmonics(rng, length, rng.uniform(*k["fundamental"]), k["switched"])
    # Blades, gusts and load: throbbing at one rate, and slow changes.
    throb = 1 + rng.uniform(0, 0.4) * np.sin(2 * np.pi * rng.uniform(0.5, 12) * np.arange(length) / SAMPLE_RATE)
    sound *= throb * 10 ** (slow_curve(rng, length, 0.5, 1.5) / 20)
    if k["switched"]:
        sound *= switching(rng, length)
    return (0.5 * sound / np.abs(sound).max()).astype(np.float32)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, default=Path(".training"))
    parser.add_argument("--sounds", type=int, default=60)
    a = parser.parse_args()
    torch.set_num_threads(1)
    filterbank, shard = Filterbank(), ShardWriter(a.work / "features" / "noise", "machines")
    for number in range(a.sounds):
        kind = list(KINDS)[number % len(KINDS)]
        sound = machine(np.random.default_rng((17, number)), kind, SECONDS * SAMPLE_RATE)
        shard.add(filterbank(sound), id=f"machines:{number}", set="noise", speaker=f"machine/{number}", split="train", text="")
    shard.close()


if __name__ == "__main__":
    main()
