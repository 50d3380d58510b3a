"""Recordings to feature shards: real speech and background noise.

    python prepare.py --data DATA --work WORK

DATA holds speech/, noise/ and text/; WORK receives pcm/ (decoded streams) and features/{real,noise}.
"""
import argparse
import hashlib
import subprocess
import tempfile
from pathlib import Path

import numpy as np
import torch

from features import SAMPLE_RATE, Filterbank
from shards import ShardWriter

HELD_OUT_SHARE = {"an4": 0.1, "speech_commands": 0.04}
NOISE_HELD_OUT = 0.12


def fraction(text):
    """A number in [0, 1) that depends on the text alone."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big") / 2**48


def split_of(set_name, speaker, split):
    """train, dev (choices) or test (reported only): by speaker, never by file.

    The table's own dev speakers are halved; sets without any give up a small share of their speakers.
    """
    held_out = split == "dev" or fraction("held out " + speaker) < HELD_OUT_SHARE.get(set_name, 0.0)
    if not held_out:
        return "train"
    return "dev" if fraction("half " + speaker) < 0.5 else "test"


def decode(source, target):
    """Compressed stream to 16 kHz mono 16-bit samples, memory-mapped.

    Programs that run at the same time may ask for the same target: each writes a file of its own, and all put the same
    samples in place.
    """
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent) as own:
            part = Path(own) / target.name
            subprocess.run(["ffmpeg", "-v", "error", "-i", str(source), "-f", "s16le", "-ar", str(SAMPLE_RATE),
                            "-ac", "1", str(part)], check=True)
            part.replace(target)
    return np.memmap(target, dtype="<i2", mode="r")


def through_ffmpeg(flags, data):
    """What ffmpeg, told so, makes of bytes."""
    return subprocess.run(["ffmpeg", "-v", "error", *flags], input=data, capture_output=True, check=True).stdout


def decoded(sound, form):
    """Bytes of a form of ffmpeg's to samples [n] float32 at 16 kHz."""
    pcm = through_ffmpeg([*form, "-i", "-", "-f", "s16le", "-ar", str(SAMPLE_RATE), "-ac", "1", "-"], sound)
    return np.frombuffer(pcm, dtype="<i2").astype(np.float32) / 32768


def table_rows(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    names = lines[0].split("\t")
    return [dict(zip(names, line.split("\t"))) for line in lines[1:]]


def recordings(data, work, name):
    """Yields (samples [n] float32, fields of the shard's row) for each row of DATA/speech/NAME."""
    pcm = decode(data / "speech" / f"{name}.opus", work / "pcm" / f"{name}.pcm")
    for number, row in enumerate(table_rows(data / "speech" / f"{name}.tsv")):
        start = int(row["start_sample"])
        samples = pcm[start : start + int(row["samples"])].astype(np.float32) / 32768
        yield samples, {"id": f"{name}:{number}", "set": row["set"], "speaker": row["speaker"],
                        "split": split_of(row["set"], row["speaker"], row["split"]), "text": row["transcript"]}


def prepare_speech(data, work, name, filterbank):
    shard = ShardWriter(work / "features" / "real", name)
    for samples, fields in recordings(data, work, name):
        shard.add(filterbank(samples), **fields)
    shard.close()


def sound_key(file):
    """Recordings of one place that were cut in pieces share a key, so that none is split between train and test."""
    stem = Path(file).stem.rstrip("0123456789_")
    return file if file.startswith("esc10") else f"{Path(file).parts[0]}/{stem}"


def prepare_noise(data, work, filterbank):
    pcm = decode(data / "noise" / "background.opus", work / "pcm" / "background.pcm")
    shard = ShardWriter(work / "features" / "noise", "background")
    for number, row in enumerate(table_rows(data / "noise" / "background.tsv")):
        start, samples = int(row["start_sample"]), int(row["samples"])
        key = sound_key(row["file"])
        split = "test" if fraction("noise " + key) < NOISE_HELD_OUT else "train"
        for piece in range(start, start + samples, 600 * SAMPLE_RATE):
            end = min(piece + 600 * SAMPLE_RATE, start + samples)
            shard.add(filterbank(pcm[piece:end].astype(np.float32) / 32768), id=f"background:{number}:{piece}",
                      set="noise", speaker=key, split=split, text="")
    shard.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--work", type=Path, default=Path(".training"))
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    filterbank = Filterbank()
    for name in ("sentences", "single-words"):
        if not (arguments.work / "features" / "real" / f"{name}.tsv").exists():
            prepare_speech(arguments.data, arguments.work, name, filterbank)
    if not (arguments.work / "features" / "noise" / "background.tsv").exists():
        prepare_noise(arguments.data, arguments.work, filterbank)


if __name__ == "__main__":
    main()
