"""Eigenvoices: how the speakers of the training data differ from one another, phone by phone, to make new ones of.

    python voices.py --work WORK

Writes WORK/voices.npz: a basis [RANK, units, 80] of log-mel differences, and the coordinates of every speaker. Needs the
frame labels of segment.py. A speaker's mean spectrum of each phone is that of all speakers plus a combination of the
basis (Kuhn et al. 2000; estimated by expectation maximisation from as many phones as somebody has said, as in Kenny et al.
2005). Training then moves an utterance, frame by frame, to somebody who was never recorded: stochastic feature mapping
(Cui, Goel and Kingsbury 2015) with voices drawn instead of given. A recording's microphone is part of its voice.
"""
import argparse
from pathlib import Path

import numpy as np

from lexicon import UNITS
from shards import BINS, SYNTHETIC, UNLABELLED, ShardStore

RANK = 32
DEPTH = 10.0
# Neighbouring frames say nearly the same, and a phone's context colours all of it.
FRAMES_A_SAMPLE, MOST_SAMPLES = 8.0, 25.0
ROUNDS = 12
SMOOTH = np.convolve(np.ones(5), np.ones(5)).astype(np.float32) / 25


def phone_sums(x, labels):
    """Sums [units, BINS], sums of squares and frame counts [units] of one utterance at a level of its own."""
    known = labels != UNLABELLED
    x, labels = x[known], labels[known].astype(np.int64)
    if not (labels > 0).any():
        return None
    # Deeper than that lies the noise of a room or a codec's zero, and neither is a voice.
    x = np.maximum(x, x.max() - DEPTH)
    x = x - x[labels > 0].mean()
    one_hot = np.zeros((len(labels), len(UNITS)), dtype=np.float32)
    one_hot[np.arange(len(labels)), labels] = 1
    return one_hot.T @ x, one_hot.T @ x**2, one_hot.sum(0)


def speaker_sums(work):
    """{speaker: [sums, squares, counts]} of all training rows that have frame labels."""
    totals = {}
    for folder in ("real", "synthetic"):
        store = ShardStore(work / "features" / folder)
        labels = [np.memmap(work / "segments" / f"{name}.u8", dtype=np.uint8, mode="r") for name in store.names]
        for row in store.rows:
            if row.split != "train" or row.frames < 20:
                continue
            found = phone_sums(store.features(row), np.asarray(labels[row.shard][row.first : row.first + row.frames]))
            if found:
                total = totals.setdefault(speaker_key(row), [0.0, 0.0, 0.0])
                for i, part in enumerate(found):
                    total[i] = total[i] + part.astype(np.float64)
    return totals


def speaker_key(row):
    return f"{row.set}/{row.speaker}"


def coordinates(samples, deviations, basis, precision):
    """Posterior means [speakers, RANK] and second moments of the coordinates.

    samples [speakers, units], deviations [speakers, units, bins], basis [units, bins, RANK], precision [units, bins].
    """
    weighted = basis * precision[..., None]
    own = np.einsum("pbr,pbq->prq", weighted, basis)
    covariance = np.linalg.inv(np.eye(basis.shape[-1]) + np.einsum("sp,prq->srq", samples, own))
    mean = np.einsum("srq,sq->sr", covariance, np.einsum("sp,spb,pbr->sr", samples, deviations, weighted, optimize=True))
    return mean, covariance + mean[:, :, None] * mean[:, None]


def estimate(samples, deviations, variance, rank=RANK, rounds=ROUNDS):
    """The basis [units, bins, rank], by expectation maximisation from a random start."""
    rng = np.random.default_rng(1)
    basis = rng.normal(0, 0.1, (*variance.shape, rank)) * np.sqrt(variance)[..., None]
    precision = 1 / variance
    for _ in range(rounds):
        mean, moment = coordinates(samples, deviations, basis, precision)
        scale = np.einsum("sp,srq->prq", samples, moment) + 1e-3 * np.eye(rank)
        target = np.einsum("sp,spb,sr->pbr", samples, deviations, mean, optimize=True)
        basis = np.linalg.solve(scale[:, None], target[..., None])[..., 0]
        # Coordinates of all speakers together have unit variance: minimum divergence, as Kenny calls it.
        basis = basis @ np.linalg.cholesky(moment.mean(0))
    return basis


class Voices:
    """Draws new voices for utterances: `shift(speaker, labels, rng)` is to be added to log-mel features."""

    def __init__(self, path):
        data = np.load(path)
        self.basis = data["basis"].astype(np.float32)
        self.known = dict(zip(data["speakers"].tolist(), data["coordinates"].astype(np.float32)))

    def shift(self, speaker, labels, rng):
        """[T, 80] log-mel difference between a speaker and one between that one and nobody in particular.

        labels [T]: units, 0 for silence, UNLABELLED where unknown; there the shift is that of the voice's mean.
        """
        own = self.known.get(speaker, np.zeros(len(self.basis), dtype=np.float32))
        away = rng.uniform(0, 1)
        step = (np.sqrt(1 - away**2) - 1) * own + away * rng.standard_normal(len(own)).astype(np.float32)
        table = np.tensordot(step.astype(np.float32), self.basis, 1)
        mean = table[1:].mean(0)
        table[0] = mean
        shift = np.where((labels == UNLABELLED)[:, None], mean, table[np.minimum(labels, len(UNITS) - 1)])
        padded = np.pad(shift, ((4, 4), (0, 0)), mode="edge")
        return sum(weight * padded[i : i + len(shift)] for i, weight in enumerate(SMOOTH))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, default=Path(".training"))
    a = parser.parse_args()
    totals = speaker_sums(a.work)
    names = sorted(totals)
    sums, squares, counts = (np.stack([totals[name][i] for name in names]) for i in range(3))
    real = np.array([name.split("/")[0] not in SYNTHETIC for name in names])
    spoken = counts.copy()
    spoken[:, 0] = 0
    samples = np.minimum(spoken / FRAMES_A_SAMPLE, MOST_SAMPLES)
    means = sums / np.maximum(counts, 1)[..., None]
    weight = samples[real] / np.maximum(samples[real].sum(0), 1e-9)
    centre = np.einsum("sp,spb->pb", weight, means[real])
    within = (squares[real].sum(0) - (means[real] ** 2 * counts[real][..., None]).sum(0)) / np.maximum(
        counts[real].sum(0), 1)[:, None]
    variance = np.maximum(within, 0.05)
    deviations = np.where(counts[..., None] > 0, means - centre, 0.0)
    basis = estimate(samples[real], deviations[real], variance)
    found, _ = coordinates(samples, deviations, basis, 1 / variance)
    np.savez(a.work / "voices.npz", basis=basis.transpose(2, 0, 1).astype(np.float32), speakers=np.array(names),
             coordinates=found.astype(np.float32))
    explained = 1 - ((deviations - np.einsum("pbr,sr->spb", basis, found)) ** 2 * samples[..., None])[real].sum() / (
        deviations**2 * samples[..., None])[real].sum()
    print(f"{real.sum()} people, {(~real).sum()} synthetic voices; the basis explains {100 * explained:.0f} % of their "
          f"differences; mean length of coordinates: people {np.linalg.norm(found[real], axis=1).mean():.1f}, synthetic "
          f"{np.linalg.norm(found[~real], axis=1).mean():.1f}, drawn {RANK**0.5:.1f}")


if __name__ == "__main__":
    main()
