"""Streaming Conformer for CTC over phones: 4x subsampling, convolutions and attention within chunks.

Parameter names and arithmetic are those of the model that training first began from (train.py --warm-start), so that its
weights load unchanged.
Sources: Conformer (Gulati et al. 2020), chunked attention masks (Zhang et al. 2020, WeNet's U2),
convolutions over the chunk (Li et al. 2023, "Dynamic chunk convolution"),
relative attention bias (Shaw et al. 2018; Raffel et al. 2020), intermediate CTC (Lee and Watanabe 2021).

Shapes: N streams, T feature frames (10 ms), S = T / 4 encoder frames (40 ms), d channels.
"""
import math
from dataclasses import dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F


#: Layers that only training uses; exported models lack them.
TRAINING_LAYERS = ("oi", "fo", "fm")


@dataclass(frozen=True)
class NetworkOptions:
    units: int = 40
    dimension: int = 192
    heads: int = 4
    hidden: int = 576
    kernel: int = 15
    layers: int = 8
    max_distance: int = 96
    #: Frames of its own chunk that a convolution sees after a frame.
    ahead: int = 0
    #: Blocks without a closing layer norm: their successor, put in by grow.py, has it.
    open_blocks: tuple = ()

    @classmethod
    def of(cls, state):
        """The options of the network that a state dict belongs to."""
        blocks = {int(name.split(".")[1]) for name in state if name.startswith("b.")}
        hidden, dimension = state["b.0.f1.a.weight"].shape
        heads, distances = state["b.0.at.rb"].shape
        ahead = state.get("b.0.cv.ahead.weight")
        return cls(units=state["o.weight"].shape[0], dimension=dimension, heads=heads, hidden=hidden,
                   kernel=state["b.0.cv.dw.weight"].shape[-1], layers=len(blocks), max_distance=distances // 2,
                   ahead=0 if ahead is None else ahead.shape[-1],
                   open_blocks=tuple(i for i in sorted(blocks) if f"b.{i}.n.weight" not in state))


class FeedForward(nn.Module):
    def __init__(self, d, hidden):
        super().__init__()
        self.n, self.a, self.b = nn.LayerNorm(d), nn.Linear(d, hidden), nn.Linear(hidden, d)

    def forward(self, x):
        return self.b(F.silu(self.a(self.n(x))))


class Attention(nn.Module):
    """Multi-head self-attention with a learned bias per head and relative distance, clamped to +-max_distance."""

    def __init__(self, d, heads, max_distance):
        super().__init__()
        self.n, self.qkv, self.o = nn.LayerNorm(d), nn.Linear(d, 3 * d), nn.Linear(d, d)
        self.heads, self.max_distance = heads, max_distance
        self.rb = nn.Parameter(torch.zeros(heads, 2 * max_distance + 1))

    def project(self, x):
        """x [N, S, d] to query, key, value, each [N, heads, S, d / heads]."""
        n, s, d = x.shape
        return self.qkv(self.n(x)).view(n, s, 3, self.heads, d // self.heads).permute(2, 0, 3, 1, 4)

    def attend(self, q, k, v, mask):
        """mask: additive [N or 1, heads or 1, queries, keys]."""
        n, heads, s, width = q.shape
        weights = (q / math.sqrt(width)) @ k.transpose(-1, -2) + mask
        y = weights.softmax(-1) @ v
        return self.o(y.transpose(1, 2).reshape(n, s, heads * width))

    def bias(self, distance):
        """distance [...] (query minus key position) to the additive bias [heads, ...]."""
        return self.rb[:, distance.clamp(-self.max_distance, self.max_distance) + self.max_distance]

    def forward(self, x, distance, mask):
        """distance [2 S - 1]: from the last frame's to the first one to the first one's to the last."""
        q, k, v = self.project(x)
        # Each query's biases are a window of the same row: a gradient that is summed up over windows takes far less time.
        bias = self.bias(distance).unfold(1, x.shape[1], 1).flip(1)
        return self.attend(q, k, v, (bias[None] + mask).to(q.dtype))


class ChunkConvolution(nn.Module):
    """Depthwise convolution over the frames before, and those of the same chunk after, each frame."""

    def __init__(self, d, kernel, ahead):
        super().__init__()
        self.n, self.a = nn.LayerNorm(d), nn.Linear(d, 2 * d)
        self.dw, self.m, self.b = nn.Conv1d(d, d, kernel, groups=d), nn.LayerNorm(d), nn.Linear(d, d)
        if ahead:
            self.ahead = nn.Conv2d(d, d, (1, ahead), groups=d, bias=False)
        self.kernel, self.frames_ahead = kernel, ahead

    def gate(self, x):
        """[N, S, d] to the convolution's input [N, d, S]."""
        return F.glu(self.a(self.n(x)), -1).transpose(1, 2)

    def before(self, y):
        """[N, d, S] to what each frame and those before it say."""
        return self.dw(F.pad(y, (self.kernel - 1, 0)))

    def after(self, y, chunk, valid):
        """[N, d, S] to what the frames of its chunk after each frame say; valid: 1 or 0, [N or 1, 1, S]."""
        n, d, s = y.shape
        chunks = -(-s // chunk)
        y = F.pad(y * valid, (0, chunks * chunk - s)).view(n, d, chunks, chunk)
        y = self.ahead(F.pad(y[..., 1:], (0, self.frames_ahead)))
        return y.reshape(n, d, -1)[..., :s]

    def forward(self, x, chunk, valid):
        gated = self.gate(x)
        y = self.before(gated)
        if self.frames_ahead:
            y = y + self.after(gated, chunk, valid)
        return self.b(F.silu(self.m(y.transpose(1, 2))))


class Block(nn.Module):
    def __init__(self, o, is_open):
        super().__init__()
        d = o.dimension
        self.f1, self.at = FeedForward(d, o.hidden), Attention(d, o.heads, o.max_distance)
        self.cv, self.f2 = ChunkConvolution(d, o.kernel, o.ahead), FeedForward(d, o.hidden)
        self.n = nn.Identity() if is_open else nn.LayerNorm(d)
        # Of what each part adds; training sets its share (AcousticNetwork.set_dropout).
        self.drop = nn.Dropout(0.0)

    def forward(self, x, distance, mask, chunk, valid):
        x = x + self.drop(0.5 * self.f1(x))
        x = x + self.drop(self.at(x, distance, mask))
        x = x + self.drop(self.cv(x, chunk, valid))
        return self.n(x + self.drop(0.5 * self.f2(x)))


class Stem(nn.Module):
    """Two stride-2 convolutions over time and frequency, causal in time: [N, 3 + T, 80] to [N, T / 4, d]."""

    def __init__(self, d, channels=64):
        super().__init__()
        self.c1 = nn.Conv2d(1, channels, 3, 2, padding=(0, 1))
        self.c2 = nn.Conv2d(channels, channels, 3, 2, padding=(0, 1))
        self.o = nn.Linear(channels * 20, d)

    def forward(self, x):
        x = F.silu(self.c2(F.silu(self.c1(x.unsqueeze(1)))))
        n, c, s, q = x.shape
        return self.o(x.transpose(1, 2).reshape(n, s, c * q))


def normalise(features):
    return (features + 6) / 4.0


class AcousticNetwork(nn.Module):
    def __init__(self, options=NetworkOptions()):
        super().__init__()
        self.options = options
        self.sub = Stem(options.dimension)
        self.b = nn.ModuleList(Block(options, i in options.open_blocks) for i in range(options.layers))
        self.o, self.oi = nn.Linear(options.dimension, options.units), nn.Linear(options.dimension, options.units)
        self.middle = options.layers // 2 - 1
        # Only training uses these: the phone before, at and after each frame, from the last and the middle block.
        self.fo, self.fm = (nn.Linear(options.dimension, 3 * options.units) for _ in range(2))

    @classmethod
    def of(cls, state):
        """The network that a state dict belongs to, with its weights."""
        return cls(NetworkOptions.of(state)).load_weights(state)

    def load_weights(self, state):
        """Loads a state dict that may lack the layers that only training uses."""
        missing, unexpected = self.load_state_dict({k: v.float() for k, v in state.items()}, strict=False)
        missing = [name for name in missing if name.split(".")[0] not in TRAINING_LAYERS]
        if missing or unexpected:
            raise ValueError(f"not weights of this network: {missing} are missing, {unexpected} are unknown")
        return self

    def set_dropout(self, share):
        """Leaves out so much, 0 to 1, of what the parts of each block add, while training (Srivastava et al. 2014)."""
        for block in self.b:
            block.drop.p = share

    def forward(self, features, lengths=None, chunk=8, left=64, frame_logits=False):
        """features [N, T, 80] log-mel, T a multiple of 4; lengths [N] in feature frames.

        Frames of one chunk (of `chunk` encoder frames; one number, or [N] where no convolution looks ahead) see each
        other and `left` frames before their chunk.
        Returns logits [N, T / 4, units] of the last and of the middle block; with `frame_logits` also both blocks'
        [N, T / 4, 3, units] for the phone before, at and after each frame.
        """
        x = self.sub(F.pad(normalise(features), (0, 0, 3, 0)))
        position = torch.arange(x.shape[1], device=x.device)
        size = torch.as_tensor(chunk, device=x.device).view(-1, 1)
        begin = position // size * size
        allowed = (position < (begin + size)[..., None]) & (position >= begin[..., None] - left)
        allowed = allowed[:, None]
        valid = torch.ones(1, len(position), dtype=torch.bool, device=x.device)
        if lengths is not None:
            valid = position[None] * 4 < lengths[:, None]
            allowed = allowed & (valid[:, None, None] | (position[:, None] == position[None])[None, None])
        mask = torch.zeros(allowed.shape, device=x.device).masked_fill(~allowed, -1e4)
        distance = torch.cat([position.flip(0), -position[1:]])
        valid = valid[:, None].to(x.dtype)
        middle = None
        for i, block in enumerate(self.b):
            x = block(x, distance, mask, chunk, valid)
            if i == self.middle:
                middle = x
        if not frame_logits:
            return self.o(x), self.oi(middle)
        shape = (*x.shape[:2], 3, self.options.units)
        return self.o(x), self.oi(middle), self.fo(x).view(shape), self.fm(middle).view(shape)


def output_lengths(lengths):
    return (lengths + 3) // 4
