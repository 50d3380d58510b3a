"""Forced alignment of training rows: which pronunciation was spoken, and which rows do not fit their transcript.

    python align.py --work WORK --lexicon DICTIONARY --checkpoint FILE [--folders real synthetic] [--list misfits.tsv]

Writes WORK/alignments/pronunciations.tsv (row id, units of the best path), which training uses from then on, and a
list of rows (id, set, score, greedy PER; no text) whose score is far below their set's: both anew, of the folders named.

The trellis is CTC's, with every pronunciation of a word as a branch (Viterbi; Graves et al. 2006 for the topology).
"""
import argparse
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import torch

from dataset import collate
from evaluate import edit_distance, greedy
from export import load_network
from lexicon import UNITS, Lexicon, espeak_pronunciations
from network import output_lengths
from shards import ShardStore

NEVER = np.float32(-1e30)
# Actors shout, sing and play animals, some behind effects: of these sets little that is heard badly teaches anything.
ACTED = {"amazon_queen", "amazon_queen_joe", "steel_sky", "drascula"}
ACTED_WORST = 0.85


@dataclass
class Graph:
    """States of a CTC trellis: unit emitted, word and pronunciation that it belongs to, predecessors."""
    units: list = field(default_factory=list)
    origins: list = field(default_factory=list)
    predecessors: list = field(default_factory=list)
    finals: list = field(default_factory=list)

    def add(self, unit, origin, predecessors):
        self.units.append(unit)
        self.origins.append(origin)
        self.predecessors.append([len(self.units) - 1, *predecessors])
        return len(self.units) - 1


def build_graph(words):
    """words: pronunciations of each word, [[(unit, ...), ...], ...]."""
    graph = Graph()
    blank, ends = graph.add(0, None, []), []
    for w, pronunciations in enumerate(words):
        new_ends = []
        for p, units in enumerate(pronunciations):
            previous_blank, previous = blank, ends
            for i, unit in enumerate(units):
                # The same unit twice in a row needs a blank between.
                before = [e for e in previous if graph.units[e] != unit]
                state = graph.add(unit, (w, p, i), [previous_blank, *before])
                previous = [state]
                if i + 1 < len(units):
                    previous_blank = graph.add(0, None, [state])
            new_ends += previous
        blank, ends = graph.add(0, None, new_ends), new_ends
    graph.finals = [blank, *ends]
    return graph


def viterbi(log_probs, graph):
    """log_probs [S, units] to (score of the best path, its states [S]), or None where the words do not fit in."""
    width = max(len(p) for p in graph.predecessors)
    n = len(graph.units)
    table = np.full((n, width), n, dtype=np.int64)
    for i, p in enumerate(graph.predecessors):
        table[i, : len(p)] = p
    emission = log_probs[:, graph.units]
    score = np.full(n + 1, NEVER, dtype=np.float32)
    starts = [0, *[i for i, p in enumerate(graph.predecessors) if i and 0 in p[1:]]]
    score[starts] = emission[0, starts]
    back = np.zeros((len(log_probs), n), dtype=np.int64)
    rows = np.arange(n)
    for t in range(1, len(log_probs)):
        candidates = score[table]
        best = candidates.argmax(1)
        back[t] = table[rows, best]
        score[:n] = candidates[rows, best] + emission[t]
    final = max(graph.finals, key=lambda i: score[i])
    if score[final] < -1e20:
        return None
    path = [final]
    for t in range(len(log_probs) - 1, 0, -1):
        path.append(int(back[t, path[-1]]))
    return float(score[final]), path[::-1]


def align_row(log_probs, words):
    """Best pronunciation as units, and its log score against the unconstrained best path per unit."""
    graph = build_graph(words)
    found = viterbi(log_probs, graph)
    if found is None:
        return None
    score, path = found
    chosen = dict.fromkeys(graph.origins[s][:2] for s in path if graph.origins[s] is not None)
    units = [u for w, p in chosen for u in words[w][p]]
    return units, (score - float(log_probs.max(1).sum())) / max(1, len(units))


@torch.inference_mode()
def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, default=Path(".training"))
    parser.add_argument("--lexicon", type=Path, required=True)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--folders", nargs="+", choices=("real", "synthetic"), default=["real"])
    parser.add_argument("--list", type=Path, default=Path(__file__).parent / "misfits.tsv")
    parser.add_argument("--deviations", type=float, default=3.5, help="robust deviations below the set's median")
    a = parser.parse_args()
    torch.set_num_threads(1)
    network, _, _ = load_network([a.checkpoint], "ema")
    lexicon, results = Lexicon(a.lexicon), []
    for folder in a.folders:
        store = ShardStore(a.work / "features" / folder)
        if not store.rows:
            # Before the list that is here is replaced by an empty one.
            parser.error(f"there are no rows in {a.work / 'features' / folder}; run prepare.py or synthesise.py first")
        lexicon.add(espeak_pronunciations({w for r in store.rows for w in lexicon.missing(r.text)}))
        rows = sorted((r for r in store.rows if r.frames < 3000), key=lambda r: r.frames)
        for start in range(0, len(rows), 16):
            part = [(r, w) for r in rows[start : start + 16] if (w := lexicon.sentence(r.text))]
            if not part:
                continue
            features, lengths, *_ = collate([([store.features(r)], None, []) for r, _ in part])
            lengths = torch.from_numpy(lengths)
            logits, _ = network(torch.from_numpy(features), lengths, chunk=16)
            for (row, words), scores, n in zip(part, logits.log_softmax(-1), output_lengths(lengths).tolist()):
                aligned = align_row(scores[:n].numpy(), words)
                if aligned:
                    heard = greedy(scores, n)
                    error = edit_distance(aligned[0], heard) / max(1, len(aligned[0]))
                    results.append((row, *aligned, error))
                else:
                    results.append((row, [], -99.0, 1.0))
    target = a.work / "alignments" / "pronunciations.tsv"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text("".join(f"{r.id}\t{' '.join(UNITS[u] for u in units)}\n" for r, units, _, _ in results if units))
    lines = ["id\tset\tscore\tgreedy_per"]
    for name in sorted({r.set for r, *_ in results}):
        scores = np.array([s for r, _, s, _ in results if r.set == name])
        median = np.median(scores)
        deviation = 1.4826 * np.median(np.abs(scores - median)) + 1e-6
        for r, _, score, error in results:
            # Poorly heard is not enough: most of what was heard must be something else.
            unlike = score < median - a.deviations * deviation and error > 0.75
            if r.set == name and r.split == "train" and (unlike or name in ACTED and error > ACTED_WORST):
                lines.append(f"{r.id}\t{r.set}\t{score:.2f}\t{100 * error:.0f}")
    a.list.write_text("\n".join(lines) + "\n")
    print(f"{len(results)} rows aligned, {len(lines) - 1} listed in {a.list}")


if __name__ == "__main__":
    main()
