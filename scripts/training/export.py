"""Writes the ONNX model, its unit list, and the fixture that proves PyTorch = onnxruntime.

    python export.py --checkpoint FILE... --output FOLDER [--fixture FILE] [--storage fp16] [--chunk 24] [--left 64]
    python export.py ... --storage int8 --work WORK --lexicon DICTIONARY

Of several checkpoints of one training the weights are averaged (Wortsman et al., "Model soups", 2022). Parameter names
survive in the file, so `--init-from-onnx` of train.py can take the weights out again.
"""
import argparse
import base64
import hashlib
import json
import subprocess
import tempfile
from pathlib import Path

import numpy as np
import torch
import torch.nn as nn

from dataset import TrainingData, collate
from evaluate import greedy, training_target_function
from features import Filterbank
from lexicon import UNITS
from network import TRAINING_LAYERS, AcousticNetwork
from onnx_weights import HALF, read_state
from quantise import quantise
from streaming import STATES, ShortStates, StreamingNetwork
from synthesise import read_wave

FIXTURE_TEXTS = ("six white shirts", "blue jeans", "size nine", "turn on the lights", "one more please", "two red shoes")


class HalfStored(nn.Module):
    """Keeps weights as half floats and computes in single precision; onnxruntime folds the casts when it loads."""

    def __init__(self, streaming):
        super().__init__()
        self.streaming, self.stored = streaming, []
        self.initial_states = streaming.initial_states
        for module in streaming.modules():
            for name, parameter in list(module.named_parameters(recurse=False)):
                if parameter.numel() > 1000:
                    del module._parameters[name]
                    module.register_parameter(name + HALF, nn.Parameter(parameter.detach().half(), False))
                    self.stored.append((module, name))

    def forward(self, *inputs):
        for module, name in self.stored:
            # A plain attribute, which the layer's own forward finds under the parameter's usual name.
            module.__dict__[name] = getattr(module, name + HALF).float()
        return self.streaming(*inputs)


def varint(n):
    out = b""
    while n > 127:
        out, n = out + bytes([n & 127 | 128]), n >> 7
    return out + bytes([n])


def metadata_bytes(entries):
    """ModelProto.metadata_props (field 14) of StringStringEntryProto (key 1, value 2): protobuf fields may follow."""
    out = b""
    for key, value in entries.items():
        k, v = key.encode(), str(value).encode()
        entry = b"\x0a" + varint(len(k)) + k + b"\x12" + varint(len(v)) + v
        out += b"\x72" + varint(len(entry)) + entry
    return out


def allow_export_without_onnx_package():
    """The exporter asks for the `onnx` package only to add custom functions, of which this model has none."""
    try:
        import onnx  # noqa: F401
    except ImportError:
        from torch.onnx._internal.torchscript_exporter import onnx_proto_utils

        onnx_proto_utils._add_onnxscript_fn = lambda model_bytes, custom_opsets: model_bytes


def load_network(paths, weights):
    """The average of the weights of checkpoints and exported models, with the last one's update and seconds."""
    states = [read_state(path) if path.suffix == ".onnx" else torch.load(path, map_location="cpu", weights_only=False)
              for path in paths]
    parts = [state.get(weights, state) for state in states]
    # Exported models lack the output layers that only training uses.
    names = [name for name in parts[0] if all(name in part for part in parts)]
    average = {name: sum(part[name].float().reshape(parts[0][name].shape) / len(parts) for part in parts)
               for name in names}
    last = states[-1]
    return AcousticNetwork.of(average).eval(), last.get("update", 0), last.get("seconds", 0.0)


def weights_hash(network):
    """Of all weights but those of the layers that only training uses, which exported models lack."""
    digest = hashlib.sha256()
    for name, value in sorted(network.state_dict().items()):
        if name.split(".")[0] in TRAINING_LAYERS:
            continue
        digest.update(name.encode() + value.detach().numpy().astype("<f4").tobytes())
    return digest.hexdigest()


def calibration_batches(features, lexicon, windows=2):
    """Augmented training speech as [N, T, 80], batch by batch."""
    data = TrainingData(features, training_target_function(lexicon, features))
    for window in range(windows):
        for batch in data.window(window):
            yield torch.from_numpy(collate(batch)[0])


def write_onnx(model, chunk_frames, path, metadata):
    allow_export_without_onnx_package()
    inputs = (torch.zeros(2, chunk_frames, 80), *model.initial_states(2))
    names = [f"state_{s}" for s in STATES]
    outputs = ["log_probs"] + [f"new_state_{s}" for s in STATES]
    axes = {name: {0: "streams"} for name in ["features", *names, *outputs]}
    axes["features"][1], axes["log_probs"][1] = "frames", "encoder_frames"
    torch.onnx.export(model, inputs, str(path), input_names=["features", *names], output_names=outputs,
                      dynamic_axes=axes, opset_version=17, do_constant_folding=False, dynamo=False)
    with open(path, "ab") as file:
        file.write(metadata_bytes(metadata))


@torch.inference_mode()
def stream(step, states, features, chunk_frames):
    """Runs features [N, T, 80] through `step(features, *states)` chunk by chunk: log_probs [N, T / 4, units]."""
    result = []
    for start in range(0, features.shape[1], chunk_frames):
        log_probs, *states = step(features[:, start : start + chunk_frames], *states)
        result.append(torch.as_tensor(log_probs))
    return torch.cat(result, 1)


def onnx_step(path):
    """A step function over onnxruntime, or None where its Python package is missing."""
    try:
        import onnxruntime
    except ImportError:
        return None
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    names = [i.name for i in session.get_inputs()]
    return lambda *values: [torch.from_numpy(v) for v in session.run(None, {
        n: np.ascontiguousarray(v.numpy()) for n, v in zip(names, values)})]


def clip_waveform(text):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "clip.wav"
        subprocess.run(["flite", "-voice", "slt", "-t", text, "-o", str(path)], check=True)
        return read_wave(path)[0]


def clip_features(waveform):
    """Whole encoder frames of the clip: [1, T, 80]."""
    features = Filterbank()(waveform)
    return torch.from_numpy(features[: len(features) // 4 * 4])[None]


def clearest_clip(network, chunk, left):
    """(text, waveform, features) of the clip whose least clear frame is clearest: no rounding may decide a frame."""
    clips = [(text, waveform := clip_waveform(text), clip_features(waveform)) for text in FIXTURE_TEXTS]

    def margin(features):
        first, second = network(features, chunk=chunk, left=left)[0].softmax(-1).topk(2, -1).values.unbind(-1)
        return float((first - second).min())

    with torch.inference_mode():
        return max(clips, key=lambda clip: margin(clip[2]))


def write_fixture(path, text, waveform, features, log_probs, metadata):
    """The clip, some of its features, and what the model says about it."""
    best = log_probs[0].argmax(-1)
    frames = list(range(0, len(best), 5))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({
        "about": "Made by scripts/training/export.py: speech by flite (voice slt) and the model's output on it.",
        "text": text,
        "training_hash": metadata["training_hash"],
        "sample_rate": 16000,
        "waveform_int16_base64": base64.b64encode((waveform * 32768).astype("<i2").tobytes()).decode(),
        "chunk_frames": metadata["chunk_frames"],
        "feature_frames": features.shape[1],
        "features": {str(f): [round(v, 4) for v in features[0, f].tolist()] for f in (0, 20, 50)},
        "greedy_frames": best.tolist(),
        "greedy_units": [UNITS[u] for u in greedy(log_probs[0], log_probs.shape[1])],
        "log_probs": {str(f): [round(v, 4) for v in log_probs[0, f].tolist()] for f in frames},
    }) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkpoint", type=Path, nargs="+", required=True, help="several are averaged; exported models (.onnx) may be among them")
    parser.add_argument("--weights", choices=("ema", "model"), default="ema")
    parser.add_argument("--output", type=Path, default=Path("models/default"))
    parser.add_argument("--fixture", type=Path)
    parser.add_argument("--storage", choices=("fp32", "fp16", "int8"), default="fp32")
    parser.add_argument("--work", type=Path, help="of prepare.py: speech to choose the ranges of int8 on")
    parser.add_argument("--lexicon", type=Path, help="index.js of cmu-pronouncing-dictionary, with --work")
    parser.add_argument("--chunk", type=int, default=24, help="encoder frames of 40 ms in one run")
    parser.add_argument("--left", type=int, default=64, help="encoder frames that a chunk sees before itself")
    parser.add_argument("--version", default="1")
    a = parser.parse_args()
    if a.storage == "int8" and not (a.work and a.lexicon):
        parser.error("--storage int8 needs --work and --lexicon: it chooses the ranges of inputs on training speech")
    network, update, seconds = load_network(a.checkpoint, a.weights)
    text, waveform, features = clearest_clip(network, a.chunk, a.left)
    # The end of an utterance is not padded to whole chunks: its last call may be nearly two chunks long.
    streaming = StreamingNetwork(network, a.left, 2 * a.chunk).eval()
    model = streaming
    if a.storage == "fp16":
        model = HalfStored(streaming)
        # The reference is the network with the rounded weights, so that parity stays a matter of arithmetic alone.
        rounded = {k.removeprefix("network.").removesuffix(HALF): v for k, v in streaming.state_dict().items()}
        network = AcousticNetwork.of(rounded).eval()
    with torch.inference_mode():
        full = network(features, chunk=a.chunk, left=a.left)[0].log_softmax(-1)
    report = {}
    metadata = {"sample_rate": 16000, "feature_dim": 80, "frame_shift_ms": 10, "subsampling": 4,
                "chunk_frames": a.chunk * 4, "left_frames": a.left, "units": " ".join(UNITS),
                "training_hash": weights_hash(network), "version": a.version, "updates": update,
                "hours_trained": round(seconds / 3600, 1)}
    if a.storage == "int8":
        quantise(streaming, calibration_batches(a.work / "features", a.lexicon), a.chunk * 4)
        # Rounding and clipping belong to this model: the reference is the same arithmetic in PyTorch.
        exact, full = full, stream(streaming, streaming.initial_states(1), features, a.chunk * 4)
        report["int8_against_fp32"] = float((full.exp() - exact.exp()).abs().max())
    a.output.mkdir(parents=True, exist_ok=True)
    path = a.output / "acoustic.onnx"
    model = ShortStates(model).eval()
    write_onnx(model, a.chunk * 4, path, metadata)
    (a.output / "units.txt").write_text("\n".join(UNITS) + "\n")
    chunked = stream(model, model.initial_states(1), features, a.chunk * 4)
    report |= {"file": str(path), "bytes": path.stat().st_size, "frames": features.shape[1],
               "chunked_against_full": float((chunked - full).abs().max())}
    step = onnx_step(path)
    if step:
        other = stream(step, model.initial_states(1), features, a.chunk * 4)
        report["onnxruntime_against_full"] = float((other - full).abs().max())
        report["same_greedy"] = bool((other.argmax(-1) == full.argmax(-1)).all())
    report["greedy"] = " ".join(UNITS[u] for u in greedy(full[0], full.shape[1]))
    report["sha256"] = hashlib.sha256(path.read_bytes()).hexdigest()
    if a.fixture:
        write_fixture(a.fixture, text, waveform, features, full, metadata)
    print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
