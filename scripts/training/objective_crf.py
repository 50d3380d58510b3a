"""CTC-CRF: CTC made discriminative over whole sequences, with a phone bigram as denominator.

Loss = -log sum over paths of the transcript + log sum over all paths, each path weighted by its frames' scores and by
the bigram's probability of its phones (Xiang and Ou 2019; the lattice-free MMI of Povey et al. 2016 on CTC's
topology). The denominator is an exact dense forward-backward over 2 U + 1 states, without any FST library.

States, for U phones: 0 is silence before the first phone; 1..U a phone; U+1..2U the blank after it.
"""
import numpy as np
import torch

from network import output_lengths


def phone_bigram(sequences, units, discount=0.5):
    """Absolutely discounted bigram, backed off to unigrams: [units + 1, units + 1].

    Row 0 is the start, column 0 the end of an utterance; other indices are those of the units.
    """
    counts = np.zeros((units, units))
    for sequence in sequences:
        previous = 0
        for unit in sequence:
            counts[previous, unit] += 1
            previous = unit
        if previous:
            counts[previous, 0] += 1
    unigram = (counts.sum(0) + 1) / (counts.sum() + units)
    total = np.maximum(counts.sum(1, keepdims=True), 1)
    seen = (counts > 0).sum(1, keepdims=True)
    return np.maximum(counts - discount, 0) / total + np.where(counts.sum(1, keepdims=True) > 0, discount * seen / total,
                                                              1.0) * unigram


class Denominator:
    """Transition matrix [states, states] (from, to), emitted unit and final weight of each state."""

    def __init__(self, bigram, device="cpu"):
        u = len(bigram) - 1
        matrix = np.zeros((2 * u + 1, 2 * u + 1))
        phones = np.arange(1, u + 1)
        matrix[0, 0] = 1.0
        matrix[0, phones] = bigram[0, 1:]
        for p in phones:
            matrix[p, phones] = bigram[p, 1:]
            # Staying in a phone is free of charge; saying it again needs its blank between.
            matrix[p, p] = 1.0
            matrix[p, u + p] = matrix[u + p, u + p] = 1.0
            matrix[u + p, phones] = bigram[p, 1:]
        self.matrix = torch.from_numpy(matrix).to(device)
        self.emits = torch.tensor([0, *phones.tolist(), *[0] * u], device=device)
        self.final = torch.from_numpy(np.concatenate([[1.0], bigram[1:, 0], bigram[1:, 0]])).to(device)


class LogPartition(torch.autograd.Function):
    """log Z of every utterance [N]; the gradient is each unit's posterior at each frame."""

    @staticmethod
    def forward(context, log_probs, lengths, denominator):
        """log_probs [N, S, units], lengths [N]. Scaled forward-backward in double precision."""
        n, frames, units = log_probs.shape
        d = denominator
        highest = log_probs.detach().double().amax(-1, keepdim=True)
        emission = (log_probs.detach().double() - highest).exp()[:, :, d.emits]
        alive = torch.arange(frames, device=log_probs.device)[None] < lengths[:, None]
        alphas = []
        alpha = torch.zeros(n, len(d.emits), dtype=torch.float64, device=log_probs.device)
        alpha[:, 0] = 1.0
        total = torch.zeros(n, dtype=torch.float64, device=log_probs.device)
        for t in range(frames):
            step = (alpha @ d.matrix) * emission[:, t]
            scale = step.sum(1, keepdim=True)
            alpha = torch.where(alive[:, t, None], step / scale, alpha)
            total = total + torch.where(alive[:, t], scale[:, 0].log() + highest[:, t, 0], torch.zeros_like(total))
            alphas.append(alpha)
        total = total + (alpha * d.final).sum(1).log()
        posteriors = torch.zeros(n, frames, units, dtype=torch.float64, device=log_probs.device)
        beta = d.final.expand(n, -1)
        for t in range(frames - 1, -1, -1):
            occupied = alphas[t] * beta
            occupied = occupied / occupied.sum(1, keepdim=True) * alive[:, t, None]
            posteriors[:, t].index_add_(1, d.emits, occupied)
            before = (beta * emission[:, t]) @ d.matrix.T
            beta = torch.where(alive[:, t, None], before / before.amax(1, keepdim=True), beta)
        context.save_for_backward(posteriors.to(log_probs.dtype))
        return total.to(log_probs.dtype)

    @staticmethod
    def backward(context, gradient):
        (posteriors,) = context.saved_tensors
        return posteriors * gradient[:, None, None], None, None


def crf_loss(log_probs, lengths, units, counts, denominator):
    """Sum over the batch of numerator and denominator; the bigram's own score of the transcript is constant.

    log_probs [N, S, units] (log-softmax), lengths [N] in feature frames, units [sum of counts], counts [N].
    """
    frames = output_lengths(lengths)
    numerator = torch.nn.functional.ctc_loss(log_probs.transpose(0, 1), units, frames, counts, reduction="none",
                                             zero_infinity=True)
    return (numerator + LogPartition.apply(log_probs, frames, denominator)).sum()


def bigram_viterbi(log_probs, denominator, scale=1.0):
    """Best phone sequence under frames' scores [S, units] and the bigram: the decoding that matches the objective."""
    matrix = scale * denominator.matrix.clamp(min=1e-30).log()
    matrix[denominator.matrix == 0] = -torch.inf
    emission = log_probs.double()[:, denominator.emits]
    score = torch.full((len(denominator.emits),), -torch.inf, dtype=torch.float64)
    score[0] = 0.0
    back = []
    for t in range(len(log_probs)):
        best, index = (score[:, None] + matrix).max(0)
        score = best + emission[t]
        back.append(index)
    state = int((score + scale * denominator.final.log()).argmax())
    path = [state]
    for index in reversed(back):
        path.append(int(index[path[-1]]))
    path = path[::-1]
    return [int(denominator.emits[s]) for i, s in enumerate(path)
            if denominator.emits[s] and (i == 0 or s != path[i - 1])]
