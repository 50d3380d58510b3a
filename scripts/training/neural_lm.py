"""Word language model for the n-best list: an LSTM whose output layer is an adaptive softmax.

Sources: Hochreiter and Schmidhuber, "Long Short-Term Memory", 1997; its projected output: Sak et al., "Long Short-Term
Memory Recurrent Neural Network Architectures for Large Scale Acoustic Modeling", 2014; the output layer: Grave et al.,
"Efficient softmax approximation for GPUs", 2017: frequent words in a head, rarer ones in clusters of lower dimension.
"""
from collections import Counter
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn as nn

# Ends a sentence, and stands before its first word.
BOUNDARY = 0
UNKNOWN = 1


@dataclass
class LmOptions:
    vocabulary: int = 20000
    dimension: int = 256
    hidden: int = 448
    cutoffs: tuple = (2000, 8000)
    dropout: float = 0.15


class WordLm(nn.Module):
    """Words [N, T], the boundary first, to ln P of the targets [N, T]."""

    def __init__(self, options=LmOptions()):
        super().__init__()
        self.options = options
        o = options
        self.embedding = nn.Embedding(o.vocabulary, o.dimension)
        self.lstm = nn.LSTM(o.dimension, o.hidden, batch_first=True, proj_size=o.dimension)
        self.dropout = nn.Dropout(o.dropout)
        self.output = nn.AdaptiveLogSoftmaxWithLoss(o.dimension, o.vocabulary, list(o.cutoffs), div_value=4.0)
        nn.init.normal_(self.embedding.weight, std=0.1)

    def encode(self, words):
        out, _ = self.lstm(self.dropout(self.embedding(words)))
        return self.dropout(out)

    def forward(self, words, targets, mask):
        """ln P of each target that `mask` names, in order."""
        return self.output(self.encode(words)[mask], targets[mask]).output


class Vocabulary:
    """The most frequent words by falling count, after the two marks; `words[i]` has the number i."""

    def __init__(self, words):
        self.words = words
        self.numbers = {word: number for number, word in enumerate(words)}

    @staticmethod
    def of(lines, size):
        counts = Counter(word for line in lines for word in line)
        # Ties by spelling, so that the same text gives the same numbers.
        ranked = sorted(counts, key=lambda word: (-counts[word], word))[: size - 2]
        return Vocabulary(["</s>", "<unk>", *ranked])

    def encode(self, line):
        return [self.numbers.get(word, UNKNOWN) for word in line]


def batches(sentences, tokens, generator):
    """Shuffled batches of about as many tokens, of sentences of like length: words, targets [N, T], mask [N, T]."""
    order = generator.permutation(len(sentences))
    lengths = np.array([len(sentences[i]) for i in order])
    # Sorted within pieces only: the order stays nearly random.
    piece = 40000
    groups = []
    for start in range(0, len(order), piece):
        part = order[start : start + piece][np.argsort(lengths[start : start + piece], kind="stable")]
        at = 0
        while at < len(part):
            count = max(1, tokens // (len(sentences[part[at]]) + 1))
            groups.append(part[at : at + count])
            at += count
    for g in generator.permutation(len(groups)):
        yield collate([sentences[i] for i in groups[g]])


def collate(rows):
    longest = max(len(row) for row in rows) + 1
    words = np.full((len(rows), longest), BOUNDARY, np.int64)
    targets = np.full((len(rows), longest), BOUNDARY, np.int64)
    mask = np.zeros((len(rows), longest), bool)
    for index, row in enumerate(rows):
        words[index, 1 : len(row) + 1] = row
        targets[index, : len(row)] = row
        mask[index, : len(row) + 1] = True
    return torch.from_numpy(words), torch.from_numpy(targets), torch.from_numpy(mask)


@torch.inference_mode()
def perplexity(model, sentences, tokens=4096):
    """Of the words the vocabulary has and the ends of sentences."""
    model.eval()
    total, count = 0.0, 0
    for at in range(0, len(sentences), 128):
        words, targets, mask = collate(sentences[at : at + 128])
        logs = model(words, targets, mask)
        known = targets[mask] != UNKNOWN
        total += logs[known].sum().item()
        count += int(known.sum())
    model.train()
    return float(np.exp(-total / max(1, count)))
