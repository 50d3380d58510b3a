"""CTC-CRF: CTC made discriminative over whole sequences, with a phone trigram as denominator.

Loss = -log sum over paths of the transcript + log sum over all paths, each path weighted by its frames' scores and by
the trigram's probability of its phones (Xiang and Ou 2019; the lattice-free MMI of Povey et al. 2016 on CTC's
topology). The denominator is an exact dense forward-backward, without any FST library.

States, for U phones: silence before the first phone; every pair of a phone and the one before it (U + 1: none is
one), while the phone sounds; and every such pair in the blank after it. Weights of states are a pair: silence [N], and
phones [p, N, 2, h] for phone p after h (0 is none), sounding (0) or resting (1).
"""
import torch

from network import output_lengths

# On a GPU, widths are rounded up to a multiple of this, so that few graphs are captured.
WIDTH = 64


class Denominator:
    """The trigram as weights between states; phones p and q count from 0."""

    def __init__(self, trigram, device="cpu"):
        weights = torch.from_numpy(trigram).to(device)
        self.first = weights[0, 0, 1:]                        # [q]
        self.final = weights[:, 1:, 0].T[:, None, None]       # [p, 1, 1, h]
        onward = weights[:, 1:, 1:].permute(1, 0, 2)          # [p, h, q]
        # Staying in a phone is free of charge; saying it again needs its blank between.
        same = torch.eye(len(onward), dtype=torch.bool, device=device)[:, None]
        self.onward = torch.cat([onward.masked_fill(same, 0.0), onward], 1).contiguous()  # [p, 2 h, q]
        self.sweeps = {}
        if self.first.is_cuda:
            # A quarter of a minute at first, and a sixth less for every update from then on.
            self.forward_step = torch.compile(self.forward_step, dynamic=True)
            self.backward_step = torch.compile(self.backward_step, dynamic=True)

    def start(self, n):
        """All weight on silence."""
        phones, _, units = self.onward.shape
        return self.first.new_ones(n), self.first.new_zeros(phones, n, 2, units + 1)

    def forward(self, states, emission):
        """One frame on; emission [N, units]."""
        silence, phones = states
        entered = torch.bmm(phones.flatten(2), self.onward).permute(2, 1, 0)
        entered = torch.cat([torch.outer(self.first, silence)[:, :, None], entered], 2)
        sounding = (phones[:, :, 0] + entered) * emission[:, 1:].T[:, :, None]
        resting = phones.sum(2) * emission[:, :1]
        return silence * emission[:, 0], torch.stack([sounding, resting], 2)

    def backward(self, states, emission):
        """One frame back, from weights of what follows."""
        silence, phones = states
        sounding = phones[:, :, 0] * emission[:, 1:].T[:, :, None]
        resting = phones[:, :, 1] * emission[:, :1]
        onward = torch.bmm(sounding[:, :, 1:].permute(2, 1, 0), self.onward.transpose(1, 2)).view_as(phones)
        silence = silence * emission[:, 0] + self.first @ sounding[:, :, 0]
        return silence, onward + torch.stack([sounding + resting, resting], 2)

    def forward_step(self, silence, phones, emission, alive):
        """States one frame on, scaled, of the utterances that last as long [N]; the logarithm of the scale [N]."""
        new, scale = scaled(self.forward((silence, phones), emission))
        return *where_alive(alive, new, (silence, phones)), torch.where(alive, scale.log(), 0.0)

    def backward_step(self, silence, phones, silence_before, phones_before, emission, alive):
        """Weights of what follows one frame back, and posteriors of the units at this one [N, units]."""
        sounding, resting = (phones * phones_before).sum(3).unbind(2)
        occupied = torch.cat([(silence * silence_before + resting.sum(0))[:, None], sounding.T], 1)
        occupied = torch.where(alive[:, None], occupied / occupied.sum(1, keepdim=True), 0.0)
        new, _ = scaled(self.backward((silence, phones), emission))
        return *where_alive(alive, new, (silence, phones)), occupied

    def sweep(self, n, frames):
        """A Sweep for at least so many utterances and frames; a GPU's are kept, as their graphs take time to capture."""
        if not self.first.is_cuda:
            return Sweep(self, n, frames)
        n = -(-n // WIDTH) * WIDTH
        if n not in self.sweeps or self.sweeps[n].emission.shape[0] < frames:
            self.sweeps.pop(n, None)
            self.sweeps[n] = Sweep(self, n, -(-frames // 32) * 32)
        return self.sweeps[n]


def scaled(states):
    """States of which each utterance's weights sum to 1, and the sums [N]."""
    silence, phones = states
    scale = silence + phones.sum((0, 2, 3))
    return (silence / scale, phones / scale[:, None, None]), scale


def where_alive(alive, new, old):
    """New states of the utterances that still last, old ones of the others."""
    return torch.where(alive, new[0], old[0]), torch.where(alive[:, None, None], new[1], old[1])


class Sweep:
    """Scaled forward-backward over n utterances of up to so many frames, in double precision.

    A frame is a score of small operations; on a GPU they are captured as a graph, as starting each takes longer than
    computing it. So everything lies in tensors that stay where they are, the number of the frame too.
    """

    def __init__(self, denominator, n, frames):
        self.denominator, new = denominator, denominator.first.new_ones
        self.states = denominator.start(n)
        self.history = [new(frames, *s.shape) for s in self.states]
        self.emission = new(frames, n, len(denominator.first) + 1)
        self.posteriors, self.total = torch.zeros_like(self.emission), new(n)
        self.alive = torch.zeros(frames, n, dtype=torch.bool, device=self.total.device)
        self.frame = torch.zeros(1, dtype=torch.long, device=self.total.device)
        self.forward, self.backward = self.forward_frame, self.backward_frame
        if self.total.is_cuda:
            self.forward, self.backward = (captured(step) for step in (self.forward_frame, self.backward_frame))

    def at_frame(self, *tensors):
        return (x.index_select(0, self.frame)[0] for x in tensors)

    def set_states(self, new):
        for old, value in zip(self.states, new):
            old.copy_(value)

    def forward_frame(self):
        emission, alive = self.at_frame(self.emission, self.alive)
        *states, scale = self.denominator.forward_step(*self.states, emission, alive)
        self.set_states(states)
        self.total.add_(scale)
        for history, state in zip(self.history, states):
            history.index_copy_(0, self.frame, state[None])
        self.frame.add_(1)

    def backward_frame(self):
        self.frame.sub_(1)
        emission, alive, *alpha = self.at_frame(self.emission, self.alive, *self.history)
        *states, occupied = self.denominator.backward_step(*self.states, *alpha, emission, alive)
        self.posteriors.index_copy_(0, self.frame, occupied[None])
        self.set_states(states)

    def __call__(self, log_probs, lengths):
        """log_probs [N, S, units], lengths [N] to log Z [N] and posteriors [N, S, units]."""
        n, frames, _ = log_probs.shape
        highest = log_probs.double().amax(-1)
        alive = torch.arange(frames, device=log_probs.device)[:, None] < lengths
        self.emission.fill_(1.0)[:frames, :n] = (log_probs.double() - highest[..., None]).exp().transpose(0, 1)
        self.alive.zero_()[:frames, :n] = alive
        self.total.zero_()
        self.frame.zero_()
        for state, start in zip(self.states, self.denominator.start(len(self.total))):
            state.copy_(start)
        for _ in range(frames):
            self.forward()
        ending = self.states[0] + (self.states[1] * self.denominator.final).sum((0, 2, 3))
        total = (self.total + ending.log())[:n] + (highest * alive.T).sum(1)
        self.states[0].fill_(1.0)
        self.states[1].copy_(self.denominator.final.expand_as(self.states[1]))
        for _ in range(frames):
            self.backward()
        return total, self.posteriors[:frames, :n].transpose(0, 1)


def captured(step):
    """What runs a step again as a CUDA graph."""
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        step()
    torch.cuda.current_stream().wait_stream(stream)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, capture_error_mode="thread_local"):
        step()
    return graph.replay


class LogPartition(torch.autograd.Function):
    """log Z of every utterance [N]; the gradient is each unit's posterior at each frame."""

    @staticmethod
    def forward(context, log_probs, lengths, denominator):
        """log_probs [N, S, units], lengths [N]."""
        n, frames, _ = log_probs.shape
        total, posteriors = denominator.sweep(n, frames)(log_probs.detach(), lengths)
        context.save_for_backward(posteriors.to(log_probs.dtype, copy=True))
        return total.to(log_probs.dtype)

    @staticmethod
    def backward(context, gradient):
        (posteriors,) = context.saved_tensors
        return posteriors * gradient[:, None, None], None, None


def crf_loss(log_probs, lengths, units, counts, denominator):
    """Sum over the batch of CTC's loss, the numerator, and of both; the trigram's own score of the transcript is constant.

    log_probs [N, S, units] (log-softmax), units [sum of counts]; lengths in feature frames and counts [N] lie in the
    processor's memory.
    """
    frames = output_lengths(lengths)
    numerator = torch.nn.functional.ctc_loss(log_probs.transpose(0, 1), units, frames, counts, reduction="sum",
                                             zero_infinity=True)
    return numerator, numerator + LogPartition.apply(log_probs, frames.to(log_probs.device), denominator).sum()
