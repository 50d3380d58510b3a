"""Recordings as microphones that are too loud and codecs spoil them, as one more copy beside those in rooms.

    python devices.py --data DATA --work WORK

Run it after rooms.py. WORK receives features/rooms/sentences-devices.{f16,tsv}: the training speakers' rows, half of them in
a room, most of them overdriven, most of them behind a codec. A network that had heard neither had more than twice the
word errors where speech was 15 dB too loud for its microphone (LibriSpeech `dev` 35 instead of 16 %), and half as many
again behind Opus at 12 kb/s or a telephone.
"""
import argparse
from itertools import count
from pathlib import Path

import numpy as np
import torch

from features import SAMPLE_RATE, Filterbank
from prepare import decoded, recordings, through_ffmpeg
from rooms import Rooms
from shards import ShardWriter

OVERDRIVEN, OVERDRIVE_DB = 0.6, (2.0, 20.0)
# Rows that share one run of a codec, and what it is: its chance, and how ffmpeg is told.
GROUP = 64
CODECS = {
    "none": (0.4, []),
    "opus": (0.35, ["-c:a", "libopus", "-application", "voip", "-f", "ogg"]),
    "mp3": (0.1, ["-c:a", "libmp3lame", "-f", "mp3"]),
    "mulaw": (0.08, ["-ar", "8000", "-c:a", "pcm_mulaw", "-f", "wav"]),
    "gsm": (0.07, ["-ar", "8000", "-c:a", "libgsm", "-f", "gsm"]),
}
BIT_RATES = {"opus": (8, 24), "mp3": (16, 32)}
MOST_DELAY = int(0.2 * SAMPLE_RATE)
RAW = ["-f", "s16le", "-ar", str(SAMPLE_RATE), "-ac", "1"]


def overdriven(samples, decibels, soft):
    """Samples [n] whose peaks are so far above full scale, cut off there or bent; peaks end at full scale."""
    driven = samples * np.float32(10 ** (decibels / 20) / (np.abs(samples).max() + 1e-9))
    return np.tanh(driven) if soft else np.clip(driven, -1, 1)


def delay(coded, samples):
    """By how many samples `coded` is late, from 0 to MOST_DELAY, where it resembles `samples` most."""
    length = min(len(coded), len(samples), 30 * SAMPLE_RATE)
    size = 1 << (2 * length).bit_length()
    product = np.fft.rfft(coded[:length], size) * np.conj(np.fft.rfft(samples[:length], size))
    return int(np.fft.irfft(product, size)[:MOST_DELAY].argmax())


def coded(samples, codec, kilobits=None):
    """Samples [n] behind a codec of CODECS, as many and at the same places."""
    form = CODECS[codec][1]
    if not form:
        return samples
    rate = ["-b:a", f"{kilobits}k"] if kilobits else []
    pcm = np.round(np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes()
    found = decoded(through_ffmpeg([*RAW, "-i", "-", *rate, *form, "-"], pcm), ["-f", form[-1]])
    late = found[delay(found, samples) :]
    return np.pad(late, (0, max(0, len(samples) - len(late))))[: len(samples)]


def spoiled(rows, rooms, *seed):
    """Yields (samples, fields) of rows [(samples, fields)] behind devices that depend on the seed alone."""
    rows = iter(rows)
    for number in count():
        group = [row for _, row in zip(range(GROUP), rows)]
        if not group:
            return
        rng = np.random.default_rng((*seed, number))
        sounds = []
        for index, (samples, _) in enumerate(group):
            if rng.random() < 0.5:
                samples = rooms.copy(samples, *seed, number, index)
            if rng.random() < OVERDRIVEN:
                samples = overdriven(samples, rng.uniform(*OVERDRIVE_DB), rng.random() < 0.3)
            sounds.append(samples)
        codec = str(rng.choice(list(CODECS), p=[share for share, _ in CODECS.values()]))
        kilobits = int(rng.integers(*BIT_RATES[codec], endpoint=True)) if codec in BIT_RATES else None
        ends = np.cumsum([len(samples) for samples in sounds])
        together = coded(np.concatenate(sounds), codec, kilobits)
        for samples, (_, fields) in zip(np.split(together, ends[:-1]), group):
            yield samples, fields


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--work", type=Path, default=Path(".training"))
    a = parser.parse_args()
    torch.set_num_threads(1)
    filterbank, rooms = Filterbank(), Rooms(a.data, a.work)
    shard = ShardWriter(a.work / "features" / "rooms", "sentences-devices")
    training = (row for row in recordings(a.data, a.work, "sentences") if row[1]["split"] == "train")
    for samples, fields in spoiled(training, rooms, 61, 0):
        shard.add(filterbank(samples), **fields)
    shard.close()


if __name__ == "__main__":
    main()
