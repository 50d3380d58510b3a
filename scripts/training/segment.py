"""Phone segmentation of every training row by a monophone Gaussian mixture model: a label for each 10 ms frame.

    python segment.py --work WORK --lexicon DICTIONARY --checkpoint FILE

Frame labels give the network a dense target beside CTC, which makes early training several times quicker (Sak et al.
2015 start CTC from frame-wise training). Written as WORK/segments/SHARD.u8, one byte a frame, parallel to the
features: 0 silence, else the unit; 255 where a row has no segmentation. SHARD.tsv beside it holds the score of each row.

The method is the classical one (Rabiner 1989; Kaldi's mono and LDA stages): three states a phone, optional silence
between words, diagonal mixtures on spliced cepstra after linear discriminant analysis, Viterbi training. The first
labels come from a CTC model's alignment, so no flat start is needed.
"""
import argparse
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from align import build_graph, viterbi
from dataset import collate
from export import load_network
from lexicon import UNITS, Lexicon, espeak_pronunciations
from network import output_lengths
from shards import UNLABELLED, ShardStore

PHONES = len(UNITS) - 1
STATES = 1 + 3 * PHONES
CEPSTRA, SPLICE, DIMENSION, MIXTURES = 13, 4, 40, 12


def state_of(unit, part):
    """Unit 0 (silence) has one state, a phone three."""
    return 0 if unit == 0 else 1 + 3 * (unit - 1) + part


def cepstra(x):
    """Log-mel [T, 80] to spliced, mean- and variance-normalised cepstra [T, 13 * 9]."""
    x = np.maximum(x, x.max() - 12)
    k = np.arange(CEPSTRA)[:, None]
    basis = np.cos(np.pi * k * (np.arange(80)[None] + 0.5) / 80).astype(np.float32)
    c = x @ basis.T
    c = (c - c.mean(0)) / (c.std(0) + 1e-3)
    padded = np.pad(c, ((SPLICE, SPLICE), (0, 0)), mode="edge")
    return np.concatenate([padded[i : i + len(c)] for i in range(2 * SPLICE + 1)], 1)


@dataclass
class MixtureModel:
    projection: np.ndarray
    means: np.ndarray
    variances: np.ndarray
    weights: np.ndarray

    def log_likelihoods(self, spliced):
        """[T, states]"""
        x = torch.from_numpy(spliced @ self.projection)
        precision = torch.from_numpy(1 / self.variances).reshape(-1, DIMENSION)
        means = torch.from_numpy(self.means).reshape(-1, DIMENSION)
        constant = (torch.from_numpy(self.weights).reshape(-1).log() + 0.5 * precision.log().sum(1)
                    - 0.5 * (means.square() * precision).sum(1))
        score = x.square() @ (-0.5 * precision).T + x @ (means * precision).T + constant
        return score.view(len(x), STATES, MIXTURES).logsumexp(-1).numpy()


def discriminant(samples, labels):
    """Linear discriminant analysis: projection [inputs, DIMENSION] that whitens the within-class scatter."""
    mean = samples.mean(0)
    within, between = np.zeros((2, samples.shape[1], samples.shape[1]))
    for state in range(STATES):
        part = samples[labels == state]
        if len(part) > 50:
            centred = part - part.mean(0)
            within += centred.T @ centred
            between += len(part) * np.outer(part.mean(0) - mean, part.mean(0) - mean)
    within /= len(samples)
    values, vectors = np.linalg.eigh(within + 1e-4 * np.eye(len(within)))
    whiten = vectors / np.sqrt(values)
    _, directions = np.linalg.eigh(whiten.T @ (between / len(samples)) @ whiten)
    return (whiten @ directions[:, ::-1][:, :DIMENSION]).astype(np.float32)


def fit(samples, labels, rng, limit=6000, rounds=8):
    """samples [n, inputs], state labels [n] to a MixtureModel, by expectation maximisation in each state."""
    projection = discriminant(samples, labels)
    means = np.zeros((STATES, MIXTURES, DIMENSION), dtype=np.float32)
    variances, weights = np.ones_like(means), np.full((STATES, MIXTURES), 1 / MIXTURES, dtype=np.float32)
    for state in range(STATES):
        index = np.flatnonzero(labels == state)
        if len(index) < 2 * MIXTURES:
            continue
        x = samples[rng.choice(index, min(limit, len(index)), replace=False)] @ projection
        mean, variance, weight = x[rng.choice(len(x), MIXTURES, replace=False)], np.tile(x.var(0), (MIXTURES, 1)), \
            weights[state].copy()
        for _ in range(rounds):
            score = (x**2 @ (-0.5 / variance).T + x @ (mean / variance).T - 0.5 * (mean**2 / variance).sum(1)
                     - 0.5 * np.log(variance).sum(1) + np.log(weight))
            posterior = np.exp(score - score.max(1, keepdims=True))
            posterior /= posterior.sum(1, keepdims=True)
            count = posterior.sum(0) + 1e-2
            mean = posterior.T @ x / count[:, None]
            variance = np.maximum(posterior.T @ x**2 / count[:, None] - mean**2, 0.15)
            weight = count / count.sum()
        means[state], variances[state], weights[state] = mean, variance, weight
    return MixtureModel(projection, means, variances, weights)


def chain(words):
    """[[unit, ...] of each word] to states, units and flags of a left-to-right chain with optional silences."""
    states, units, optional = [0], [0], [True]
    for word in words:
        for unit in word:
            states += [state_of(unit, part) for part in range(3)]
            units += [unit] * 3
            optional += [False] * 3
        states, units, optional = states + [0], units + [0], optional + [True]
    return np.array(states), np.array(units), np.array(optional)


def align_batch(scores, chains):
    """Viterbi over padded chains: scores [[T, STATES], ...] to [(chain positions [T], score per frame), ...]."""
    longest, width = max(len(s) for s in scores), max(len(c[0]) for c in chains)
    emission = np.full((longest, len(scores), width), -1e4, dtype=np.float32)
    skip = np.full((len(scores), width), -1e30, dtype=np.float32)
    for b, (s, (states, _, optional)) in enumerate(zip(scores, chains)):
        emission[: len(s), b, : len(states)] = s[:, states]
        # An optional silence may be jumped over by the state after it.
        skip[b, 2 : len(states)][optional[1 : len(states) - 1]] = 0.0
    score = np.full((len(scores), width), -1e30, dtype=np.float32)
    score[:, :2] = emission[0, :, :2]
    back = np.zeros((longest, len(scores), width), dtype=np.uint8)
    ending = {}
    for b, s in enumerate(scores):
        ending.setdefault(len(s) - 1, []).append(b)
    finals = []
    for t in range(longest):
        if t:
            one, two = np.full_like(score, -1e30), np.full_like(score, -1e30)
            one[:, 1:] = score[:, :-1]
            two[:, 2:] = score[:, :-2]
            two += skip
            best = np.maximum(np.maximum(score, one), two)
            back[t] = np.where(best == score, 0, np.where(best == one, 1, 2))
            score = best + emission[t]
        for b in ending.get(t, ()):
            last = len(chains[b][0]) - 1
            final = max((last, last - 1), key=lambda i: score[b, i])
            finals.append((b, final, float(score[b, final])))
    result = [None] * len(scores)
    for b, position, total in finals:
        path = np.zeros(len(scores[b]), dtype=np.int64)
        for t in range(len(path) - 1, -1, -1):
            path[t] = position
            position -= int(back[t, b, position])
        # A chain longer than its frames cannot be followed from its first state.
        fits = path[0] <= 1 and total > -1e20
        result[b] = (path, total / len(path)) if fits else None
    return result


def labels_from_ctc(log_probs, words, frames):
    """First labels: boundaries half-way between the spikes of a CTC alignment; long gaps are silence. [frames] states."""
    graph = build_graph([[tuple(w)] for w in words])
    found = viterbi(log_probs, graph)
    if found is None:
        return None
    spikes = []
    for t, s in enumerate(found[1]):
        if graph.units[s] and (t == 0 or found[1][t - 1] != s):
            spikes.append((4 * t + 2, graph.units[s]))
    labels = np.zeros(frames, dtype=np.int64)
    for i, (time, unit) in enumerate(spikes):
        begin = max(time - 12, (spikes[i - 1][0] + time) // 2 if i else 0)
        end = min(time + 12, (time + spikes[i + 1][0]) // 2 if i + 1 < len(spikes) else frames, frames)
        parts = np.linspace(0, 3, max(1, end - begin), endpoint=False).astype(np.int64)
        labels[begin:end] = [state_of(unit, p) for p in parts]
    return labels


class Segmenter:
    def __init__(self, work, lexicon_path):
        self.folder = work / "features"
        lexicon = Lexicon(lexicon_path)
        self.stores = [ShardStore(self.folder / name) for name in ("real", "synthetic")]
        rows = [r for s in self.stores for r in s.rows]
        lexicon.add(espeak_pronunciations({w for r in rows for w in lexicon.missing(r.text)}))
        self.lexicon = lexicon

    def words(self, row):
        sentence = self.lexicon.sentence(row.text)
        return None if sentence is None else [list(p[0]) for p in sentence]

    @torch.inference_mode()
    def first_labels(self, rows, network):
        """Spliced cepstra and labels of a subset by the CTC model."""
        samples, labels = [], []
        rows = sorted(rows, key=lambda r: r[1].frames)
        for start in range(0, len(rows), 16):
            part = rows[start : start + 16]
            features = [store.features(row) for store, row in part]
            batch, lengths, *_ = collate([([f], None, []) for f in features])
            lengths = torch.from_numpy(lengths)
            log_probs = network(torch.from_numpy(batch), lengths, chunk=16)[0].log_softmax(-1).numpy()
            for x, scores, n, (_, row) in zip(features, log_probs, output_lengths(lengths).tolist(), part):
                label = labels_from_ctc(scores[:n], self.words(row), len(x))
                if label is not None:
                    samples.append(cepstra(x))
                    labels.append(label)
        return np.concatenate(samples), np.concatenate(labels)

    def align(self, rows, model, batch=48):
        """Yields (store, row, spliced, path, chain, score) for [(store, row)]; rows that do not fit are left out."""
        rows = sorted(rows, key=lambda r: r[1].frames)
        for start in range(0, len(rows), batch):
            part = rows[start : start + batch]
            spliced = [cepstra(store.features(row)) for store, row in part]
            chains = [chain(self.words(row)) for _, row in part]
            scores = [model.log_likelihoods(s) for s in spliced]
            for (store, row), s, c, score, found in zip(part, spliced, chains, scores, align_batch(scores, chains)):
                if found:
                    # Against the best state of every frame, so that loud and noisy rows compare.
                    yield store, row, s, found[0], c, found[1] - float(score.max(1).mean())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, default=Path(".training"))
    parser.add_argument("--lexicon", type=Path, required=True)
    parser.add_argument("--checkpoint", type=Path, required=True, help="CTC model for the first labels")
    parser.add_argument("--subset", type=int, default=2500, help="rows that the mixtures are trained on")
    parser.add_argument("--passes", type=int, default=4)
    a = parser.parse_args()
    torch.set_num_threads(1)
    rng = np.random.default_rng(3)
    segmenter = Segmenter(a.work, a.lexicon)
    target = a.work / "segments"
    target.mkdir(exist_ok=True)
    model_path = target / "model.npz"
    usable = [(s, r) for s in segmenter.stores for r in s.rows if r.split == "train" and 30 <= r.frames <= 1700
              and segmenter.words(r)]
    if model_path.exists():
        model = MixtureModel(**np.load(model_path))
    else:
        network, _, _ = load_network([a.checkpoint], "ema")
        pool = [(s, r) for s, r in usable if r.set not in ("speech_commands", "picovoice_wake_words")]
        subset = [pool[i] for i in rng.choice(len(pool), min(a.subset, len(pool)), replace=False)]
        model = fit(*segmenter.first_labels(subset, network), rng)
        for number in range(a.passes):
            samples, labels, scores = [], [], []
            for _, _, spliced, path, (states, _, _), score in segmenter.align(subset, model):
                samples.append(spliced)
                labels.append(states[path])
                scores.append(score)
            print(f"pass {number}: {len(scores)} rows, median score {np.median(scores):.3f}", flush=True)
            model = fit(np.concatenate(samples), np.concatenate(labels), rng)
        np.savez(model_path, **vars(model))
    for store in segmenter.stores:
        for shard, name in enumerate(store.names):
            if (target / f"{name}.u8").exists():
                continue
            rows = [(s, r) for s, r in usable if s is store and r.shard == shard]
            labels = np.full(len(store.maps[shard]), UNLABELLED, dtype=np.uint8)
            lines = ["id\tscore"]
            for _, row, _, path, (_, units, _), score in segmenter.align(rows, model):
                labels[row.first : row.first + row.frames] = units[path]
                lines.append(f"{row.id}\t{score:.3f}")
            (target / f"{name}.tsv").write_text("\n".join(lines) + "\n")
            labels.tofile(target / f"{name}.u8")
            print(f"{name}: {len(lines) - 1} of {len(rows)} rows", flush=True)


if __name__ == "__main__":
    main()
