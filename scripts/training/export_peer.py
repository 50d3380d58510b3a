"""Writes a released model in the layout that sherpa-onnx's streaming NeMo CTC loader takes, for bench/peer.ts.

    python export_peer.py [--model ../../models/default/acoustic.onnx] [--output ../../build/peer]

The weights are those of the ONNX file, in single precision, and the graph is that of streaming.py; only the states are
packed otherwise, because the loader knows three of them. Sizes of the axes are free and go into the metadata:
  cache_last_channel      [N, A, B, C]      the largest state, as it stands
  cache_last_time         [N, 1, 1, sizes]  the other states, one after another
  cache_last_channel_len  [N] (int64)       the state `length`
Source: sherpa-onnx 1.13, sherpa-onnx/csrc/online-nemo-ctc-model.cc. Its features are ours (Kaldi's, 80 filters from 20
to 7600 Hz, samples within +-1, no dither), it reads `chunk_shift` frames a run, and nothing but whole chunks.

Beside it the same weights are written in the layout of export.py, in single precision too, so that the engines can be
compared in the same arithmetic.
"""
import argparse
import hashlib
import json
import math
from pathlib import Path

import torch
import torch.nn as nn

import export
from export import allow_export_without_onnx_package, metadata_bytes
from lexicon import UNITS
from network import AcousticNetwork
from onnx_weights import fields, read_state
from streaming import STATES, ShortStates, StreamingNetwork

INPUTS = ["audio_signal", "length", "cache_last_channel", "cache_last_time", "cache_last_channel_len"]
OUTPUTS = ["logprobs", "encoded_lengths", *(f"{name}_next" for name in INPUTS[2:])]
SUBSAMPLING = 4


class PeerNetwork(nn.Module):
    """A streaming network behind the three caches."""

    def __init__(self, streaming):
        super().__init__()
        self.streaming = streaming
        shapes = {name: state.shape[1:] for name, state in zip(STATES, streaming.initial_states(1))}
        del shapes["length"]
        self.channel = max(shapes, key=lambda name: math.prod(shapes[name]))
        self.channel_shape = tuple(shapes.pop(self.channel))
        self.packed = shapes

    @property
    def time_shape(self):
        return 1, 1, sum(math.prod(shape) for shape in self.packed.values())

    def initial_caches(self, streams):
        return [torch.zeros(streams, *self.channel_shape), torch.zeros(streams, *self.time_shape),
                torch.zeros(streams, dtype=torch.int64)]

    def forward(self, features, frames, channel, time, length):
        """features [N, 80, T], frames [N] (all T). Returns log_probs [N, T / 4, units], their count, new caches."""
        states = {self.channel: channel, "length": length.float()[:, None]}
        sizes = [math.prod(shape) for shape in self.packed.values()]
        for (name, shape), part in zip(self.packed.items(), time.split(sizes, dim=3)):
            states[name] = part.reshape(-1, *shape)
        log_probs, *new = self.streaming(features.transpose(1, 2), *(states[name] for name in STATES))
        new = dict(zip(STATES, new))
        packed = torch.cat([new[name].reshape(-1, 1, 1, size) for name, size in zip(self.packed, sizes)], dim=3)
        return (log_probs, torch.div(frames, SUBSAMPLING, rounding_mode="floor"), new[self.channel], packed,
                new["length"][:, 0].long())


def write_onnx(peer, chunk_frames, path, metadata):
    allow_export_without_onnx_package()
    inputs = (torch.zeros(2, 80, chunk_frames), torch.full((2,), chunk_frames), *peer.initial_caches(2))
    axes = {name: {0: "streams"} for name in INPUTS + OUTPUTS}
    axes["audio_signal"][2], axes["logprobs"][1] = "frames", "encoder_frames"
    torch.onnx.export(peer, inputs, str(path), input_names=INPUTS, output_names=OUTPUTS, dynamic_axes=axes,
                      opset_version=17, do_constant_folding=False, dynamo=False)
    shapes = {f"cache_last_{name}_dim{i}": size
              for name, shape in (("channel", peer.channel_shape), ("time", peer.time_shape))
              for i, size in enumerate(shape, 1)}
    # The loader counts units without the blank.
    metadata = {"window_size": chunk_frames, "chunk_shift": chunk_frames, "subsampling_factor": SUBSAMPLING,
                "vocab_size": len(UNITS) - 1, **shapes, **metadata}
    with open(path, "ab") as file:
        file.write(metadata_bytes(metadata))


def read_metadata(path):
    """ModelProto.metadata_props (field 14) of a file."""
    entries = (dict(fields(entry)) for k, entry in fields(memoryview(path.read_bytes())) if k == 14)
    return {bytes(entry[1]).decode(): bytes(entry[2]).decode() for entry in entries}


def main():
    root = Path(__file__).parents[2]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, default=root / "models/default/acoustic.onnx")
    parser.add_argument("--output", type=Path, default=root / "build/peer")
    parser.add_argument("--chunk", type=int, default=12, help="encoder frames of 40 ms in one run; our live streams take 12")
    parser.add_argument("--left", type=int, default=64, help="encoder frames that a chunk sees before itself")
    a = parser.parse_args()
    network = AcousticNetwork.of(read_state(a.model)).eval()
    peer = PeerNetwork(StreamingNetwork(network, a.left, a.chunk)).eval()
    a.output.mkdir(parents=True, exist_ok=True)
    path = a.output / "model.onnx"
    # So that whoever compares can see whether both files hold the same weights.
    source = hashlib.sha256(a.model.read_bytes()).hexdigest()
    write_onnx(peer, a.chunk * SUBSAMPLING, path, {"source_sha256": source})
    # As export.py has it: a call may be nearly two of our own chunks long.
    metadata = read_metadata(a.model)
    chunk_frames = int(metadata["chunk_frames"])
    ours = ShortStates(StreamingNetwork(network, a.left, 2 * chunk_frames // SUBSAMPLING)).eval()
    export.write_onnx(ours, chunk_frames, a.output / "earshot-fp32.onnx", metadata)
    tokens = ["<blk>", *UNITS[1:]]
    (a.output / "tokens.txt").write_text("".join(f"{token} {i}\n" for i, token in enumerate(tokens)))
    print(json.dumps({"file": str(path), "bytes": path.stat().st_size, "source_sha256": source}, indent=1))


if __name__ == "__main__":
    main()
