"""Reads the weights back out of an exported ONNX file with a small protobuf reader (no `onnx` package needed)."""
from pathlib import Path

import numpy as np
import torch

HALF = "_fp16"
INT8, SCALE = "_int8", "_scale"
DATA_TYPES = {1: np.dtype("<f4"), 3: np.dtype("i1"), 7: np.dtype("<i8"), 10: np.dtype("<f2")}


def fields(data):
    """Yields (field number, value) of one protobuf message; values are ints or memory views."""
    position = 0

    def varint():
        nonlocal position
        value = shift = 0
        while True:
            byte = data[position]
            position += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while position < len(data):
        key = varint()
        kind = key & 7
        if kind == 0:
            yield key >> 3, varint()
        else:
            length = varint() if kind == 2 else {1: 8, 5: 4}[kind]
            yield key >> 3, data[position : position + length]
            position += length


def read_state(path):
    """{parameter name: float32 tensor} from the initialisers (ModelProto.graph 7, GraphProto.initializer 5)."""
    state = {}
    graph = next(v for k, v in fields(memoryview(Path(path).read_bytes())) if k == 7)
    for number, tensor in fields(graph):
        if number != 5:
            continue
        dimensions, kind, name, raw = [], 0, "", b""
        for k, v in fields(tensor):
            if k == 1:
                dimensions += [v] if isinstance(v, int) else [d for d in packed(v)]
            elif k == 2:
                kind = v
            elif k == 8:
                name = bytes(v).decode()
            elif k == 9:
                raw = v
        if "network." in name and kind in (1, 3, 10):
            values = np.frombuffer(raw, dtype=DATA_TYPES[kind]).reshape(dimensions).astype(np.float32)
            state[name.split("network.", 1)[1].removesuffix(HALF)] = torch.from_numpy(values)
    # quantise.py keeps weights turned round, with a scale for each output channel.
    for name in [name for name in state if name.endswith(INT8)]:
        weight = name.removesuffix(INT8)
        state[weight] = (state.pop(name) * state.pop(weight + SCALE)).t().contiguous()
    return state


def packed(data):
    """The ints of a packed repeated varint field."""
    value = shift = 0
    for byte in data:
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield value
            value = shift = 0
