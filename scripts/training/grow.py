"""Writes a deeper network that computes what a trained one does, for train.py --warm-start.

    python grow.py --model MODEL.onnx [--heads CHECKPOINT] --output FILE [--every 2] [--ahead 7]

After every `--every` blocks comes a copy of the last of them whose branches end in zeros, so that it adds nothing yet;
the closing layer norm moves from the block to its copy. Convolutions see `--ahead` frames of their chunk after each
frame, with weights that begin at zero, too. Source: Chen et al., "Net2Net" (2016), with the zeros of "Fixup" (Zhang et
al., 2019). An exported model lacks the output layers that only training uses: `--heads` takes them from a checkpoint.
"""
import argparse
from pathlib import Path

import torch

from network import TRAINING_LAYERS, AcousticNetwork
from onnx_weights import read_state

#: The last layer of each branch of a block.
ENDS = ("f1.b", "at.o", "cv.b", "f2.b")


def grow(state, every, ahead):
    """State dict to that of the network with one more block after every `every` blocks."""
    options = AcousticNetwork.of(state).options
    blocks = []
    for i in range(options.layers):
        prefix = f"b.{i}."
        block = {name.removeprefix(prefix): value for name, value in state.items() if name.startswith(prefix)}
        frames = block.get("cv.ahead.weight", torch.zeros(options.dimension, 1, 1, 0))
        more = torch.zeros(options.dimension, 1, 1, max(0, ahead - frames.shape[-1]))
        block["cv.ahead.weight"] = torch.cat([frames, more], 3)
        if (i + 1) % every:
            blocks.append(block)
        else:
            blocks.append({name: value for name, value in block.items() if not name.startswith("n.")})
            blocks.append({name: torch.zeros_like(value) if name.startswith(ENDS) else value.clone()
                           for name, value in block.items()})
    outside = {name: value for name, value in state.items() if not name.startswith("b.")}
    return outside | {f"b.{i}.{name}": value for i, block in enumerate(blocks) for name, value in block.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--heads", type=Path)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--every", type=int, default=2)
    parser.add_argument("--ahead", type=int, default=7)
    a = parser.parse_args()
    state = read_state(a.model)
    if a.heads:
        checkpoint = torch.load(a.heads, map_location="cpu", weights_only=False)
        state |= {name: value for name, value in checkpoint["ema"].items() if name.split(".")[0] in TRAINING_LAYERS}
    # The first layers' shapes in the file may lack an axis of one.
    shapes = AcousticNetwork.of(state).state_dict()
    grown = grow({name: value.reshape(shapes[name].shape) for name, value in state.items()}, a.every, a.ahead)
    options = AcousticNetwork.of(grown).options
    torch.save(grown, a.output)
    print(f"{a.output}: {options.layers} blocks, {sum(v.numel() for v in grown.values()) / 1e6:.1f} M parameters")


if __name__ == "__main__":
    main()
