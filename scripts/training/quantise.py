"""Linear layers with 8-bit weights and inputs: a third of the memory and, on processors with VNNI, of the time.

Weights are symmetric with a scale for each output channel. Inputs have one fixed scale and zero point for each layer,
chosen on training speech: with scales drawn from the batch at hand a stream's result would depend on which other
streams happen to share its run. Source: Jacob et al. 2018.
"""
import torch
import torch.nn as nn
import torch.nn.functional as F

# Inputs beyond this share of the calibration's values, at either end, are clipped.
CLIPPED = 2e-5


class Gemm(torch.autograd.Function):
    """x [M, K] float, weight [K, N] int8, weight_scale [N], bias [N], scale and zero_point of x: [M, N] float."""

    @staticmethod
    def forward(ctx, x, weight, weight_scale, bias, scale, zero_point):
        levels = torch.clamp(torch.round(x / scale) + zero_point, 0, 255) - zero_point
        return (levels @ weight.float() + bias) * (weight_scale * scale)

    @staticmethod
    def symbolic(g, x, weight, weight_scale, bias, scale, zero_point):
        levels = g.op("QuantizeLinear", x, scale, zero_point)
        whole = g.op("Cast", bias, to_i=6)
        zeros = g.op("Constant", value_t=torch.zeros(weight.type().sizes()[1], dtype=torch.int8))
        result = g.op("com.microsoft::QGemm", levels, scale, zero_point, weight, weight_scale, zeros, whole)
        return result.setType(x.type().with_sizes([None, weight.type().sizes()[1]]))


class Int8Linear(nn.Module):
    """A linear layer times `factor` [outputs], for inputs from `low` to `high`.

    most: largest weight. With 63 the sum of two products fits the 16 bits that processors with AVX2 alone give it.
    """

    def __init__(self, linear, factor, low, high, most=127):
        super().__init__()
        weight = linear.weight.detach()
        scale = weight.abs().amax(1) / most
        step = max((high - low) / 255, 1e-6)
        self.weight_int8 = nn.Parameter(torch.round(weight / scale[:, None]).to(torch.int8).t().contiguous(), False)
        self.weight_scale = nn.Parameter(scale, False)
        self.bias = nn.Parameter(linear.bias.detach(), False)
        self.register_buffer("factor", factor, persistent=False)
        self.register_buffer("step", torch.tensor(step), persistent=False)
        zero_point = min(255, max(0, round(-low / step)))
        self.register_buffer("zero_point", torch.tensor(zero_point, dtype=torch.uint8), persistent=False)

    def forward(self, x):
        # Products of constants, which the runtime works out when it loads.
        bias = torch.round(self.bias / (self.weight_scale * self.step))
        return Gemm.apply(x, self.weight_int8, self.weight_scale * self.factor, bias, self.step, self.zero_point)


class Ranges:
    """Stands in for a StreamingNetwork's `linear` and notes the range of every layer's inputs."""

    def __init__(self):
        self.seen = {}

    def __call__(self, layer, x, factor=1.0):
        sample = x.detach().flatten()
        outside = max(1, round(CLIPPED * len(sample)))
        low, high = sample.kthvalue(outside).values, sample.kthvalue(len(sample) + 1 - outside).values
        self.seen.setdefault(layer, (factor, []))[1].append((min(0.0, float(low)), max(0.0, float(high))))
        return linear(layer, x, factor)

    def replace_layers(self, module, most=127):
        """Puts Int8Linear in the place of the layers of a module that were seen, for the mean of their batches' ranges."""
        for parent in list(module.modules()):
            for name, layer in list(parent.named_children()):
                if layer in self.seen:
                    factor, found = self.seen[layer]
                    low, high = (sum(side) / len(found) for side in zip(*found))
                    factor = torch.as_tensor(factor, dtype=torch.float32).expand(layer.out_features).clone()
                    setattr(parent, name, Int8Linear(layer, factor, low, high, most))


def linear(layer, x, factor=1.0):
    """`layer` of x [M, K] times `factor`, a number or [outputs]."""
    if isinstance(layer, Int8Linear):
        return layer(x)
    factor = torch.as_tensor(factor, dtype=x.dtype, device=x.device)
    return F.linear(x, layer.weight * factor.reshape(-1, 1), layer.bias * factor)


@torch.inference_mode()
def quantise(streaming, batches, chunk_frames):
    """Puts Int8Linear in the place of the streaming network's linear layers; batches: features [N, T, 80] each."""
    ranges = streaming.linear = Ranges()
    for features in batches:
        states = streaming.initial_states(len(features))
        for start in range(0, features.shape[1], chunk_frames):
            _, *states = streaming(features[:, start : start + chunk_frames], *states)
    streaming.linear = linear
    ranges.replace_layers(streaming)
