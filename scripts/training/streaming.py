"""The same network one chunk at a time, with every state an explicit tensor whose first axis is the stream.

A fresh stream's states are all zeros:
  stem    [N, 3, 80]                 normalised feature frames before the chunk
  key     [N, layers, left, d]       keys and values of the `left` encoder frames before the chunk
  value   [N, layers, left, d]
  conv    [N, layers, d, kernel - 1] inputs of the causal convolutions
  length  [N, 1]                     how many of the `left` cached frames exist yet
"""
import torch
import torch.nn as nn

from network import normalise

STATES = ("stem", "key", "value", "conv", "length")


class StreamingNetwork(nn.Module):
    def __init__(self, network, left):
        super().__init__()
        self.network, self.left = network, left

    def initial_states(self, streams):
        o = self.network.options
        cache = (streams, o.layers, self.left, o.dimension)
        shapes = ((streams, 3, 80), cache, cache, (streams, o.layers, o.dimension, o.kernel - 1), (streams, 1))
        return [torch.zeros(shape) for shape in shapes]

    def forward(self, features, stem, key, value, conv, length):
        """features [N, T, 80], T a multiple of 4: one chunk. Returns log_probs [N, T / 4, units] and new states."""
        network, left = self.network, self.left
        o = network.options
        n, width = features.shape[0], o.dimension // o.heads
        x = torch.cat([stem, normalise(features)], dim=1)
        new_stem = x[:, -3:]
        x = network.sub(x)
        s = x.shape[1]
        position = torch.arange(s + left, device=x.device)
        distance = position[left:, None] - position[None]
        # Cached frame j exists where j >= left - length; frames of the chunk always do.
        missing = (position[None].float() < left - length).float()[:, None, None]
        mask = -1e4 * missing
        keys, values, convs = [], [], []
        for i, block in enumerate(network.b):
            x = x + 0.5 * block.f1(x)
            q, k, v = block.at.project(x)
            k = torch.cat([key[:, i].reshape(n, left, o.heads, width), k.transpose(1, 2)], dim=1)
            v = torch.cat([value[:, i].reshape(n, left, o.heads, width), v.transpose(1, 2)], dim=1)
            keys.append(k[:, -left:].reshape(n, left, o.dimension))
            values.append(v[:, -left:].reshape(n, left, o.dimension))
            x = x + block.at.attend(q, k.transpose(1, 2), v.transpose(1, 2), block.at.bias(distance)[None] + mask)
            y = torch.cat([conv[:, i], block.cv.gate(x)], dim=2)
            convs.append(y[:, :, -(o.kernel - 1):])
            x = x + block.cv.convolve(y)
            x = block.n(x + 0.5 * block.f2(x))
        new_length = torch.clamp(length + s, max=float(left))
        return (network.o(x).log_softmax(-1), new_stem, torch.stack(keys, 1), torch.stack(values, 1),
                torch.stack(convs, 1), new_length)
