"""CTC-CRF: CTC made discriminative over whole sequences, with a phone trigram as denominator.

Loss = -log sum over paths of the transcript + log sum over all paths, each path weighted by its frames' scores and by
the trigram's probability of its phones (Xiang and Ou 2019; the lattice-free MMI of Povey et al. 2016 on CTC's
topology). The denominator is an exact dense forward-backward, without any FST library.

States, for U phones: silence before the first phone; every pair of a phone and the one before it (U + 1: none is
one), while the phone sounds; and every such pair in the blank after it.
"""
import torch

from network import output_lengths


class Denominator:
    """The trigram as weights between states; h is a phone's predecessor (0 is none), p and q are phones from 0."""

    def __init__(self, trigram, device="cpu"):
        weights = torch.from_numpy(trigram).to(device)
        self.first = weights[0, 0, 1:]                        # [q]
        self.final = weights[:, 1:, 0]                        # [h, p]
        onward = weights[:, 1:, 1:].permute(1, 0, 2)          # [p, h, q]
        # Staying in a phone is free of charge; saying it again needs its blank between.
        self.again = onward.diagonal(dim1=0, dim2=2)          # [h, p]
        same = torch.eye(len(onward), dtype=torch.bool, device=device)[:, None]
        self.onward = onward.masked_fill(same, 0.0).contiguous()

    def start(self, n):
        """Silence [N], sounding and resting phones [N, h, p]: all weight on silence."""
        phones = self.final.new_zeros(n, *self.final.shape)
        return self.final.new_ones(n), phones, phones

    def forward(self, states, emission):
        """One frame on; emission [N, units]."""
        silence, sounding, resting = states
        spoken = sounding + resting
        entered = torch.bmm(spoken.permute(2, 0, 1), self.onward).permute(1, 0, 2)
        entered = entered + torch.diag_embed((resting * self.again).sum(1))
        entered = torch.cat([(silence[:, None] * self.first)[:, None], entered], 1)
        blank = emission[:, :1, None]
        return silence * emission[:, 0], (sounding + entered) * emission[:, None, 1:], spoken * blank

    def backward(self, states, emission):
        """One frame back, from weights of what follows."""
        silence, sounding, resting = states
        silence, sounding, resting = silence * emission[:, 0], sounding * emission[:, None, 1:], \
            resting * emission[:, :1, None]
        entered = sounding[:, 1:]
        onward = torch.bmm(entered.permute(1, 0, 2), self.onward.transpose(1, 2)).permute(1, 2, 0) + resting
        again = self.again * entered.diagonal(dim1=1, dim2=2)[:, None]
        return silence + sounding[:, 0] @ self.first, sounding + onward, onward + again


def scaled(states):
    """States of which each utterance's weights sum to 1, and the sums [N]."""
    scale = states[0] + sum(s.sum((1, 2)) for s in states[1:])
    return (states[0] / scale, *(s / scale[:, None, None] for s in states[1:])), scale


def where_alive(alive, new, old):
    """New states of the utterances that still last, old ones of the others."""
    return tuple(torch.where(alive.view(-1, *[1] * (a.dim() - 1)), a, b) for a, b in zip(new, old))


class LogPartition(torch.autograd.Function):
    """log Z of every utterance [N]; the gradient is each unit's posterior at each frame."""

    @staticmethod
    def forward(context, log_probs, lengths, denominator):
        """log_probs [N, S, units], lengths [N]. Scaled forward-backward in double precision."""
        n, frames, units = log_probs.shape
        d = denominator
        highest = log_probs.detach().double().amax(-1, keepdim=True)
        emission = (log_probs.detach().double() - highest).exp()
        alive = torch.arange(frames, device=log_probs.device)[None] < lengths[:, None]
        alpha, alphas = d.start(n), []
        total = torch.zeros(n, dtype=torch.float64, device=log_probs.device)
        for t in range(frames):
            step, scale = scaled(d.forward(alpha, emission[:, t]))
            alpha = where_alive(alive[:, t], step, alpha)
            total = total + torch.where(alive[:, t], scale.log() + highest[:, t, 0], torch.zeros_like(total))
            alphas.append(alpha)
        beta = (torch.ones_like(alpha[0]), *(d.final.expand(n, -1, -1) for _ in range(2)))
        total = total + sum((a * b).reshape(n, -1).sum(1) for a, b in zip(alpha, beta)).log()
        posteriors = torch.zeros(n, frames, units, dtype=torch.float64, device=log_probs.device)
        for t in range(frames - 1, -1, -1):
            silence, sounding, resting = (a * b for a, b in zip(alphas.pop(), beta))
            occupied = torch.cat([(silence + resting.sum((1, 2)))[:, None], sounding.sum(1)], 1)
            posteriors[:, t] = occupied / occupied.sum(1, keepdim=True) * alive[:, t, None]
            beta = where_alive(alive[:, t], scaled(d.backward(beta, emission[:, t]))[0], beta)
        context.save_for_backward(posteriors.to(log_probs.dtype))
        return total.to(log_probs.dtype)

    @staticmethod
    def backward(context, gradient):
        (posteriors,) = context.saved_tensors
        return posteriors * gradient[:, None, None], None, None


def crf_loss(log_probs, lengths, units, counts, denominator):
    """Sum over the batch of numerator and denominator; the trigram's own score of the transcript is constant.

    log_probs [N, S, units] (log-softmax), lengths [N] in feature frames, units [sum of counts], counts [N].
    """
    frames = output_lengths(lengths)
    numerator = torch.nn.functional.ctc_loss(log_probs.transpose(0, 1), units, frames, counts, reduction="none",
                                             zero_infinity=True)
    return (numerator + LogPartition.apply(log_probs, frames, denominator)).sum()
