"""The same network one chunk at a time, with every state an explicit tensor whose first axis is the stream.

A fresh stream's states are all zeros:
  stem       [N, 3, 80]                 normalised feature frames before the chunk
  key_value  [N, layers, left, 2 d]     keys and values of the `left` encoder frames before the chunk
  conv       [N, layers, d, kernel - 1] inputs of the convolutions
  length     [N, 1]                     how many of the `left` cached frames exist yet

Written for few operations: at eight frames a chunk their number costs as much as the arithmetic. Linear layers work on
[N S, d], which makes each a single Gemm; factors go into weights, which the runtime multiplies out when it loads.
The runtime's fused MultiHeadAttention, with past keys and values, was tried: no faster (1, 2, 8 streams; AVX2).
"""
import math

import torch
import torch.nn as nn
import torch.nn.functional as F

from network import normalise
from quantise import linear

STATES = ("stem", "key_value", "conv", "length")


class StreamingNetwork(nn.Module):
    """`most`: encoder frames of the longest call."""

    def __init__(self, network, left, most=16):
        super().__init__()
        self.network, self.left = network, left
        position = torch.arange(left + most)
        self.register_buffer("distance", position[left:, None] - position[None], persistent=False)
        # Of queries, whose factor is multiplied into their weights.
        o = network.options
        factor = torch.ones(3 * o.dimension)
        factor[: o.dimension] = 1 / math.sqrt(o.dimension // o.heads)
        self.register_buffer("query_factor", factor, persistent=False)
        self.linear = linear

    def initial_states(self, streams):
        o = self.network.options
        shapes = ((streams, 3, 80), (streams, o.layers, self.left, 2 * o.dimension),
                  (streams, o.layers, o.dimension, o.kernel - 1), (streams, 1))
        return [torch.zeros(shape) for shape in shapes]

    def half_feed_forward(self, block, x):
        return self.linear(block.b, F.silu(self.linear(block.a, block.n(x))), 0.5)

    def attend(self, block, x, cache, bias, n, s):
        """x [N S, d], cache [N, 1, left, 2 d], bias [N, heads, S, left + S] to [N S, d] and the new cache."""
        d, heads = self.network.options.dimension, self.network.options.heads
        projected = self.linear(block.qkv, block.n(x), self.query_factor)
        query, key_value = projected.split([d, 2 * d], dim=1)
        seen = torch.cat([cache, key_value.reshape(n, 1, s, 2 * d)], dim=2)
        key, value = seen.reshape(n, -1, 2 * heads, d // heads).transpose(1, 2).split(heads, dim=1)
        weights = query.reshape(n, s, heads, d // heads).transpose(1, 2) @ key.transpose(2, 3) + bias
        y = (weights.softmax(-1) @ value).transpose(1, 2).reshape(-1, d)
        return self.linear(block.o, y), seen[:, :, -self.left:]

    def convolve(self, block, x, cache, n, s):
        """x [N S, d], cache [N, 1, d, kernel - 1] to [N S, d] and the new cache."""
        d, kernel = self.network.options.dimension, self.network.options.kernel
        gated = F.glu(self.linear(block.a, block.n(x)), 1).reshape(n, 1, s, d).transpose(2, 3)
        seen = torch.cat([cache, gated], dim=3)
        weight, padded = block.dw.weight[:, :, None], seen
        if block.frames_ahead:
            weight = torch.cat([weight, block.ahead.weight], dim=3)
            padded = F.pad(seen, (0, block.frames_ahead))
        # As a convolution over [1, time]: the runtime's fast kernels know two dimensions only.
        y = F.conv2d(padded.transpose(1, 2), weight, block.dw.bias, groups=d)
        y = y.reshape(n, d, s).transpose(1, 2).reshape(-1, d)
        return self.linear(block.b, F.silu(block.m(y))), seen[:, :, :, -(kernel - 1):]

    def forward(self, features, stem, key_value, conv, length):
        """features [N, T, 80], T a multiple of 4: one chunk. Returns log_probs [N, T / 4, units] and new states."""
        network, left = self.network, self.left
        o = network.options
        n = features.shape[0]
        x = torch.cat([stem, normalise(features)], dim=1)
        new_stem = x[:, -3:]
        x = network.sub(x)
        s = x.shape[1]
        x = x.reshape(-1, o.dimension)
        # Cached frame j exists where j >= left - length; frames of the chunk always do.
        missing = (torch.arange(left + s, device=x.device)[None].float() < left - length).float()
        biases = torch.cat([block.at.bias(self.distance) for block in network.b])
        biases = biases[None, :, :s, : left + s] - 1e4 * missing[:, None, None]
        caches, convs = [], []
        layers = zip(network.b, key_value.split(1, dim=1), conv.split(1, dim=1), biases.split(o.heads, dim=1))
        for block, cache, convolved, bias in layers:
            x = x + self.half_feed_forward(block.f1, x)
            y, cache = self.attend(block.at, x, cache, bias, n, s)
            caches.append(cache)
            x = x + y
            y, convolved = self.convolve(block.cv, x, convolved, n, s)
            convs.append(convolved)
            x = x + y
            x = block.n(x + self.half_feed_forward(block.f2, x))
        new_length = torch.clamp(length + s, max=float(left))
        log_probs = network.o(x).log_softmax(-1).reshape(n, s, o.units)
        return log_probs, new_stem, torch.cat(caches, 1), torch.cat(convs, 1), new_length


class ShortStates(nn.Module):
    """Keeps the two large states in 16 bits, which halves the memory of a stream. On noisy `dev` speech keys and values
    reach 7.7, inputs of the convolutions 35. Steps are powers of two, so that a value does not change again while it is
    kept."""

    STEPS = {"key_value": 2**-11, "conv": 2**-9}

    def __init__(self, streaming):
        super().__init__()
        self.streaming = streaming

    def initial_states(self, streams):
        states = zip(STATES, self.streaming.initial_states(streams))
        return [state.to(torch.int16) if name in self.STEPS else state for name, state in states]

    def forward(self, features, *states):
        full = [state.float() * self.STEPS[name] if name in self.STEPS else state
                for name, state in zip(STATES, states)]
        log_probs, *new = self.streaming(features, *full)
        return log_probs, *(self.shortened(name, state) for name, state in zip(STATES, new))

    def shortened(self, name, state):
        if name not in self.STEPS:
            return state
        return (state / self.STEPS[name]).clamp(-32767, 32767).to(torch.int16)
