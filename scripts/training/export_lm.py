"""Writes the language model for the n-best list as ONNX: one word at a time, for many word sequences at once.

    python export_lm.py --checkpoint FILE.pt --text FOLDER --output FOLDER [--storage int8] [--fixture FILE]

Inputs: `word` [N] int64, `hidden` [N, dimension], `cell` [N, cells], and words asked for after the words of a row, for
each cluster of the output layer (0: the frequent words): `row_K` and `target_K` [M] int64, at least one. Outputs:
`log_prob_K` [M], `next_hidden`, `next_cell`. Metadata: `words` by number, of which the first one stands before a sentence
and ends it, and the second one is any word that the model does not know; `cutoffs`: where clusters begin.
"""
import argparse
import json
import math
from pathlib import Path

import torch
import torch.nn as nn

from export import allow_export_without_onnx_package, metadata_bytes
from neural_lm import BOUNDARY, LmOptions, Vocabulary, WordLm
from quantise import Ranges, linear


def layer_of(weight, bias=None):
    """A linear layer with the given weight [outputs, inputs]."""
    layer = nn.Linear(weight.shape[1], weight.shape[0])
    layer.weight = nn.Parameter(weight.detach().clone(), False)
    layer.bias = nn.Parameter(torch.zeros(weight.shape[0]) if bias is None else bias.detach().clone(), False)
    return layer


class WordLmStep(nn.Module):
    """The network of a WordLm for one word of each of N sequences."""

    def __init__(self, model):
        super().__init__()
        lstm, output = model.lstm, model.output
        self.embedding = nn.Parameter(model.embedding.weight.detach().clone(), False)
        self.from_word = layer_of(lstm.weight_ih_l0, lstm.bias_ih_l0 + lstm.bias_hh_l0)
        self.from_hidden = layer_of(lstm.weight_hh_l0)
        self.project = layer_of(lstm.weight_hr_l0)
        self.head = layer_of(output.head.weight)
        self.down = nn.ModuleList(layer_of(tail[0].weight) for tail in output.tail)
        self.tails = nn.ModuleList(layer_of(tail[1].weight) for tail in output.tail)
        self.cutoffs = list(model.options.cutoffs)
        # Of the two states.
        self.sizes = (model.options.dimension, model.options.hidden)
        self.linear = linear
        self.embedding_scale = None

    def embed(self, word):
        if self.embedding_scale is None:
            return self.embedding[word]
        return self.embedding[word].float() * self.embedding_scale[word]

    def store_embedding_as_int8(self):
        """Each word's row with a scale of its own."""
        scale = self.embedding.abs().amax(1, keepdim=True).clamp(min=1e-6) / 127
        rows = torch.round(self.embedding / scale).to(torch.int8)
        self.embedding, self.embedding_scale = nn.Parameter(rows, False), nn.Parameter(scale, False)

    def forward(self, word, hidden, cell, *asked):
        gates = self.linear(self.from_word, self.embed(word)) + self.linear(self.from_hidden, hidden)
        enter, keep, new, out = gates.chunk(4, 1)
        cell = keep.sigmoid() * cell + enter.sigmoid() * new.tanh()
        hidden = self.linear(self.project, out.sigmoid() * cell.tanh())
        head = self.linear(self.head, hidden).log_softmax(1)
        width = self.cutoffs[0] + len(self.tails)
        row, target = asked[:2]
        logs = [head.reshape(-1)[row * width + target]]
        # Rare words are asked for seldom: a cluster is worked out for the rows that need it only.
        for index, (down, tail) in enumerate(zip(self.down, self.tails)):
            row, target = asked[2 * index + 2 : 2 * index + 4]
            inside = self.linear(tail, self.linear(down, hidden[row])).log_softmax(1)
            found = inside.gather(1, (target - self.cutoffs[index]).unsqueeze(1)).squeeze(1)
            logs.append(found + head.reshape(-1)[row * width + self.cutoffs[0] + index])
        return *logs, hidden, cell

    def questions(self, rows, targets):
        """The inputs that ask for these targets after these rows, and the places of the answers."""
        asked, places = [], []
        for least, most in zip([0, *self.cutoffs], [*self.cutoffs, 1 << 30]):
            inside = [i for i, target in enumerate(targets) if least <= target < most]
            places.append(inside)
            asked += [torch.tensor([rows[i] for i in inside] or [0]), torch.tensor([targets[i] for i in inside] or [least])]
        return asked, places

    def initial(self, count):
        return tuple(torch.zeros(count, size) for size in self.sizes)


@torch.inference_mode()
def sequence_log_probs(step, sentences, network):
    """ln P of the words and the end of each sentence, one at a time, by `step`, a WordLmStep or what does the same."""
    result = []
    for words in sentences:
        hidden, cell = (torch.zeros(1, size) for size in network.sizes)
        logs = []
        for before, after in zip([BOUNDARY, *words], [*words, BOUNDARY]):
            asked, places = network.questions([0], [after])
            *found, hidden, cell = step(torch.tensor([before]), hidden, cell, *asked)
            logs.append(next(float(log[0]) for log, place in zip(found, places) if place))
        result.append(logs)
    return result


def quantise_step(step, sentences):
    """Puts Int8Linear in the place of the linear layers, for inputs as these sentences give."""
    ranges = step.linear = Ranges()
    hidden, cell = step.initial(len(sentences))
    longest = max(map(len, sentences))
    words = torch.tensor([[BOUNDARY, *s] + [BOUNDARY] * (longest - len(s)) for s in sentences])
    with torch.inference_mode():
        for column, after in zip(words.T, words.T[1:]):
            asked, _ = step.questions(range(len(sentences)), after.tolist())
            *_, hidden, cell = step(column, hidden, cell, *asked)
    step.linear = linear
    ranges.replace_layers(step, most=63)
    step.store_embedding_as_int8()


def write_onnx(step, path, metadata):
    allow_export_without_onnx_package()
    asked, _ = step.questions([0, 1, 1] * 3, [target + 1 for target in [0, *step.cutoffs] for _ in range(3)])
    clusters = range(len(step.cutoffs) + 1)
    inputs = (torch.zeros(2, dtype=torch.int64), *step.initial(2), *asked)
    questions = [f"{name}_{k}" for k in clusters for name in ("row", "target")]
    answers = [f"log_prob_{k}" for k in clusters]
    names, outputs = ["word", "hidden", "cell", *questions], [*answers, "next_hidden", "next_cell"]
    axes = {name: {0: "sequences"} for name in ("word", "hidden", "cell", "next_hidden", "next_cell")}
    axes |= {name: {0: f"questions_{name[-1]}"} for name in questions + answers}
    torch.onnx.export(step, inputs, str(path), input_names=names, output_names=outputs, dynamic_axes=axes,
                      opset_version=17, do_constant_folding=False, dynamo=False)
    with open(path, "ab") as file:
        file.write(metadata_bytes(metadata))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--text", type=Path, required=True, help="of write-lm-text: to choose the ranges of int8 on, and to measure")
    parser.add_argument("--output", type=Path, default=Path("models/default"))
    parser.add_argument("--storage", choices=("fp32", "int8"), default="int8")
    parser.add_argument("--fixture", type=Path, help="file for some sentences with their log-probabilities")
    a = parser.parse_args()
    state = torch.load(a.checkpoint, weights_only=False)
    model = WordLm(LmOptions(**state["options"]))
    model.load_state_dict(state["model"])
    vocabulary = Vocabulary(state["words"])
    step = WordLmStep(model.eval()).eval()
    lines = [line.split("\t")[1].split() for line in (a.text / "heldout.tsv").read_text().splitlines()]
    measured = [vocabulary.encode(line) for line in lines[::20]]
    exact = sequence_log_probs(step, measured, step)
    if a.storage == "int8":
        training = (a.text / "train.txt").read_text().splitlines()
        quantise_step(step, [vocabulary.encode(line.split())[:20] for line in training[:: len(training) // 400]])
    a.output.mkdir(parents=True, exist_ok=True)
    path = a.output / "neural-lm.onnx"
    write_onnx(step, path, {"words": " ".join(vocabulary.words), "tokens_trained": state["done"],
                            "cutoffs": " ".join(map(str, step.cutoffs))})
    stored = sequence_log_probs(step, measured, step)
    report = {"file": str(path), "bytes": path.stat().st_size}
    for name, logs in (("perplexity", exact), (f"perplexity_{a.storage}", stored)):
        values = [value for sentence in logs for value in sentence]
        report[name] = round(math.exp(-sum(values) / len(values)), 2)
    session = onnx_session(path)
    if session:
        other = sequence_log_probs(session, measured[:20], step)
        report["onnxruntime_against_torch"] = max(abs(x - y) for o, s in zip(other, stored) for x, y in zip(o, s))
    if a.fixture:
        a.fixture.write_text(json.dumps({
            "about": "Made by scripts/training/export_lm.py: ln P of each word and of the end.",
            "sentences": [{"text": " ".join(line), "log_probs": [round(v, 3) for v in logs]}
                          for line, logs in list(zip(lines[::20], stored))[:12]]}, indent=1) + "\n")
    print(json.dumps(report, indent=1))


def onnx_session(path):
    """A step function over onnxruntime, or None where its Python package is missing."""
    try:
        import onnxruntime
    except ImportError:
        return None
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    names = [i.name for i in session.get_inputs()]
    return lambda *values: [torch.from_numpy(v) for v in session.run(
        None, {n: v.contiguous().numpy() for n, v in zip(names, values)})]


if __name__ == "__main__":
    main()
