"""Synthetic speech straight to feature shards: espeak-ng variants, flite and festival voices.

    python synthesise.py --data DATA --work WORK --lexicon DICTIONARY [--hours 30]

Shards appear under WORK/features/synthetic as they are finished; a running training picks them up. The first shard
holds the unseen voices and unseen sentences (split dev and test); none of its voices speaks in any other.
"""
import argparse
import os
import re
import subprocess
import tempfile
import wave
import zlib
from pathlib import Path

import numpy as np
import torch

from features import SAMPLE_RATE, Filterbank
from lexicon import Lexicon
from prompts import Prompts, pick
from shards import BINS, ShardWriter

LEFT_OUT = re.compile(r"robo|robot|whisper|klatt|Demonic|croak|Tweaky|UniRobot|announcer|fast|Storm|max$|Mr", re.I)
HELD_OUT_VARIANTS = {"f4", "m6", "belinda", "quincy", "Andrea", "zac", "edward2", "steph3"}
HELD_OUT_VOICES = [("flite", "awb"), ("festival", "ked_diphone")]
ACCENTS = ["en-us", "en-us", "en-us", "en-us", "en-gb", "en-gb-x-rp", "en-gb-scotland", "en-gb-x-gbclan",
           "en-gb-x-gbcwmd", "en-029", "en-us-nyc", "en-us", "en-gb"]
# engine, voice, share of utterances; the statistical voices (slt, rms) sound most human.
ENGINES = [("espeak", None, 0.44), ("flite", "slt", 0.21), ("flite", "rms", 0.21), ("flite", "kal16", 0.07),
           ("festival", "cmu_us_slt_arctic_hts", 0.02), ("festival", "kal_diphone", 0.01)]
SHARD_UTTERANCES = 800


def read_wave(path):
    with wave.open(str(path)) as file:
        data = np.frombuffer(file.readframes(file.getnframes()), dtype="<i2").astype(np.float32) / 32768
        return data, file.getframerate()


def resample(x, rate):
    """To 16 kHz through the spectrum; the length is padded until it is a whole number of samples at both rates."""
    if rate == SAMPLE_RATE or len(x) == 0:
        return x
    block = rate // np.gcd(rate, SAMPLE_RATE)
    x = np.pad(x, (0, -len(x) % block))
    spectrum = np.fft.rfft(x)
    length = len(x) * SAMPLE_RATE // rate
    spectrum = np.pad(spectrum, (0, max(0, length // 2 + 1 - len(spectrum))))[: length // 2 + 1]
    return np.fft.irfft(spectrum, length).astype(np.float32) * (length / len(x))


def espeak_variants():
    folder = subprocess.run(["espeak-ng", "--voices=variant"], capture_output=True, text=True, check=True).stdout
    names = sorted(set(re.findall(r"!v/(\S+)", folder)))
    return [n for n in names if not LEFT_OUT.search(n)]


def speak_espeak(text, variant, rng, path):
    accent = pick(rng, ACCENTS)
    subprocess.run(["espeak-ng", "-v", f"{accent}+{variant}", "-s", str(int(rng.integers(120, 216))),
                    "-p", str(int(rng.integers(15, 86))), "-w", str(path), text], check=True, capture_output=True)
    return f"espeak_{variant}"


def speak_flite(text, voice, rng, path):
    pitch = {"slt": 170, "rms": 100, "kal16": 105, "awb": 120}[voice] * rng.uniform(0.8, 1.25)
    subprocess.run(["flite", "-voice", voice, "--setf", f"duration_stretch={rng.uniform(0.8, 1.3):.2f}",
                    "--setf", f"int_f0_target_mean={pitch:.0f}", "-t", text, "-o", str(path)],
                   check=True, capture_output=True)
    return f"flite_{voice}"


def speak_festival(text, voice, rng, path):
    quoted = text.replace("\\", "").replace('"', "")
    script = (f"(begin (voice_{voice})(Parameter.set 'Duration_Stretch {rng.uniform(0.85, 1.3):.2f})"
              f'(utt.save.wave (utt.synth (Utterance Text "{quoted}")) "{path}" \'riff))')
    subprocess.run(["festival", "--batch", script], check=True, capture_output=True, timeout=60)
    return f"festival_{voice}"


SPEAK = {"espeak": speak_espeak, "flite": speak_flite, "festival": speak_festival}


def spelled(text):
    """Engines read single letters by name when they are capitals; a lone 'a' or 'i' stays a word."""
    words = text.split()
    single = [len(w) == 1 for w in words]
    return " ".join(w.upper() + "," if single[i] and ((i and single[i - 1]) or (i + 1 < len(words) and single[i + 1]))
                    else w for i, w in enumerate(words))


class Synthesiser:
    def __init__(self, scratch):
        self.filterbank, self.path = Filterbank(), Path(scratch) / "speech.wav"

    def features(self, engine, voice, text, rng):
        """Features [frames, 80] and the voice's name, or None where the engine fails on the text."""
        self.path.unlink(missing_ok=True)
        try:
            name = SPEAK[engine](spelled(text), voice, rng, self.path)
            x, rate = read_wave(self.path)
        except (subprocess.SubprocessError, wave.Error, FileNotFoundError, EOFError):
            return None
        if len(x) < 0.2 * rate:
            return None
        return self.filterbank(resample(x, rate)), name


def held_out_shard(work, prompts, synthesiser, utterances=300):
    """Unseen voices with unseen sentences. Returns the sentences, which training shards leave out."""
    rng = np.random.default_rng(99)
    shard = ShardWriter(work / "features" / "synthetic", "held-out")
    variants, texts, number = sorted(HELD_OUT_VARIANTS), set(), 0
    while number < utterances:
        text = prompts.draw(rng)
        engine, voice = pick(rng, HELD_OUT_VOICES) if rng.random() < 0.5 else ("espeak", pick(rng, variants))
        made = synthesiser.features(engine, voice, text, rng)
        if made and text not in texts:
            shard.add(made[0], id=f"held-out:{number}", set=engine, speaker=made[1],
                      split="dev" if number % 2 else "test", text=text)
            texts.add(text)
            number += 1
    shard.close()


def seconds_of(folder):
    """Of the finished shards; one that was interrupted has no table and is made anew."""
    return sum(table.with_suffix(".f16").stat().st_size for table in folder.glob("*.tsv")) / (2 * BINS) / 100


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--work", type=Path, default=Path(".training"))
    parser.add_argument("--lexicon", type=Path, required=True)
    parser.add_argument("--hours", type=float, default=30.0)
    a = parser.parse_args()
    os.nice(5)
    torch.set_num_threads(1)
    prompts = Prompts(a.data / "text", Lexicon(a.lexicon))
    folder = a.work / "features" / "synthetic"
    with tempfile.TemporaryDirectory() as scratch:
        synthesiser = Synthesiser(scratch)
        if not (folder / "held-out.tsv").exists():
            held_out_shard(a.work, prompts, synthesiser)
        unseen = {line.split("\t")[-1] for line in (folder / "held-out.tsv").read_text().splitlines()}
        variants = [v for v in espeak_variants() if v not in HELD_OUT_VARIANTS]
        share = np.cumsum([e[2] for e in ENGINES]) / sum(e[2] for e in ENGINES)
        seconds = seconds_of(folder)
        number = 0
        while seconds < a.hours * 3600:
            name = f"shard-{number:04d}"
            number += 1
            if (folder / f"{name}.tsv").exists():
                continue
            # Each shard has a seed of its own, so an interrupted run goes on with the same speech.
            rng = np.random.default_rng((5, zlib.crc32(name.encode())))
            shard = ShardWriter(folder, name)
            for i in range(SHARD_UTTERANCES):
                engine, voice, _ = ENGINES[int(np.searchsorted(share, rng.random()))]
                text = prompts.draw(rng)
                made = synthesiser.features(engine, voice or pick(rng, variants), text, rng)
                if made and text not in unseen:
                    shard.add(made[0], id=f"{name}:{i}", set=engine, speaker=made[1], split="train", text=text)
                    seconds += len(made[0]) / 100
            shard.close()


if __name__ == "__main__":
    main()
