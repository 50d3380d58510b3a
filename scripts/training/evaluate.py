"""Greedy phone error rate (PER) per set.

    python evaluate.py --work WORK --lexicon DICTIONARY --checkpoint FILE [--split test] [--chunk 8] [--limit 0]
"""
import argparse
import json
from pathlib import Path

import numpy as np
import torch

from augment import add_at, fit
from dataset import collate
from lexicon import UNIT_INDEX, Lexicon, espeak_pronunciations
from network import AcousticNetwork, output_lengths
from prepare import fraction
from shards import SYNTHETIC, ShardStore


def edit_distance(reference, hypothesis):
    """Insertions + deletions + substitutions, two rows at a time in numpy."""
    previous = np.arange(len(hypothesis) + 1)
    hypothesis = np.asarray(hypothesis)
    index = np.arange(len(hypothesis) + 1)
    for i, unit in enumerate(reference, 1):
        row = np.empty_like(previous)
        row[0] = i
        row[1:] = np.minimum(previous[1:] + 1, previous[:-1] + (hypothesis != unit))
        # Insertions run along the row: a running minimum of (value - position).
        previous = np.minimum.accumulate(row - index) + index
    return int(previous[-1])


def greedy(logits, length):
    """logits [S, units] to units without repeats and blanks."""
    best = logits[:length].argmax(-1).tolist()
    return [u for i, u in enumerate(best) if u and (i == 0 or u != best[i - 1])]


def evaluation_sets(features, split, targets, limit=0):
    """{name: [(features, units)]}: the real sets by name, the synthetic voices as one."""
    sets = {}
    for folder in ("real", "synthetic"):
        store = ShardStore(features / folder)
        for row in store.rows:
            if row.split == split and (units := targets(row)) is not None:
                name = "unseen_synthetic" if row.set in SYNTHETIC else row.set
                sets.setdefault(name, []).append((fraction("evaluate " + row.id), store, row, units))
    result = {}
    for name, rows in sorted(sets.items()):
        rows = sorted(rows, key=lambda r: r[0])[: limit or None]
        result[name] = sorted(((s.features(r), u) for _, s, r, u in rows), key=lambda e: len(e[0]))
    return result


def with_noise(sets, features, decibels):
    """The same sets with held-out noise `decibels` below the speech, mixed as mel powers."""
    store, rng = ShardStore(features / "noise"), np.random.default_rng(17)
    rows = [row for row in store.rows if row.split == "test" and row.frames >= 50]
    return {name: [(add_at(x, fit(store.features(rows[int(rng.integers(len(rows)))]), len(x), rng), decibels, rng)
                    .astype(np.float32), units) for x, units in examples] for name, examples in sets.items()}


@torch.inference_mode()
def phone_error_rates(network, sets, chunk=8, left=64, device="cpu", per_batch=24):
    """{set: per cent} with chunks of `chunk` encoder frames, as when streaming."""
    network.eval()
    result = {}
    for name, examples in sets.items():
        errors = units = 0
        for i in range(0, len(examples), per_batch):
            features, lengths, *_ = collate([([x], None, u) for x, u in examples[i : i + per_batch]])
            lengths = torch.from_numpy(lengths).to(device)
            logits, _ = network(torch.from_numpy(features).to(device), lengths, chunk=chunk, left=left)
            for row, n, (_, reference) in zip(logits.float().cpu(), output_lengths(lengths).tolist(),
                                              examples[i : i + per_batch]):
                errors += edit_distance(reference, greedy(row, n))
                units += len(reference)
        result[name] = round(100 * errors / max(1, units), 2)
    network.train()
    return result


def target_function(lexicon_path, feature_folder):
    """Row to units by the lexicon; words that it lacks are pronounced by espeak-ng's rules."""
    lexicon = Lexicon(lexicon_path)
    rows = [row for folder in ("real", "synthetic") for row in ShardStore(feature_folder / folder).rows]
    missing = {word for row in rows for word in lexicon.missing(row.text)}
    lexicon.add(espeak_pronunciations(missing))
    return lambda row: lexicon.phones(row.text)


def training_target_function(lexicon_path, feature_folder, misfits=Path(__file__).parent / "misfits.tsv"):
    """As above, but with the pronunciation that forced alignment chose, and None for rows listed as misfits."""
    by_lexicon, chosen, left_out = target_function(lexicon_path, feature_folder), {}, set()
    aligned = feature_folder.parent / "alignments" / "pronunciations.tsv"
    if aligned.exists():
        for line in aligned.read_text().splitlines():
            row, units = line.split("\t")
            chosen[row] = [UNIT_INDEX[u] for u in units.split()]
    if misfits.exists():
        left_out = {line.split("\t")[0] for line in misfits.read_text().splitlines()[1:]}
    return lambda row: None if row.id in left_out else chosen.get(row.id) or by_lexicon(row)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, default=Path(".training"))
    parser.add_argument("--lexicon", type=Path, required=True)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--weights", choices=("ema", "model"), default="ema")
    parser.add_argument("--split", choices=("dev", "test"), default="dev")
    parser.add_argument("--chunk", type=int, default=8, help="encoder frames of 40 ms")
    parser.add_argument("--left", type=int, default=64)
    parser.add_argument("--noise-db", type=float, nargs="*", default=[], help="also in held-out noise, so much below")
    parser.add_argument("--limit", type=int, default=0, help="utterances a set, 0 for all")
    a = parser.parse_args()
    torch.set_num_threads(1)
    state = torch.load(a.checkpoint, map_location="cpu", weights_only=False)
    network = AcousticNetwork.of(state.get(a.weights, state))
    features = a.work / "features"
    sets = evaluation_sets(features, a.split, target_function(a.lexicon, features), a.limit)
    rates = {"clean": phone_error_rates(network, sets, a.chunk, a.left)}
    for decibels in a.noise_db:
        rates[f"{decibels:g} dB"] = phone_error_rates(network, with_noise(sets, features, decibels), a.chunk, a.left)
    print(json.dumps({"checkpoint": a.checkpoint.name, "updates": state.get("update"), "weights": a.weights,
                      "hours_seen": round(state.get("seconds", 0) / 3600, 1), "split": a.split, "chunk": a.chunk,
                      "left": a.left, "utterances": {k: len(v) for k, v in sets.items()}, "per": rates}, indent=1))


if __name__ == "__main__":
    main()
