"""The exported acoustic model in the peer's layout against the one that was trained."""
import tempfile
import unittest
from pathlib import Path

import numpy as np
import torch

from export_peer import INPUTS, PeerNetwork, read_metadata, write_onnx
from network import TRAINING_LAYERS, AcousticNetwork, NetworkOptions
from onnx_weights import fields, read_state
from streaming import StreamingNetwork


def small_peer():
    torch.manual_seed(0)
    network = AcousticNetwork(NetworkOptions(dimension=32, hidden=48, layers=2, heads=4)).eval()
    # Random everywhere: the exporter joins parameters that are equal.
    for parameter in network.parameters():
        torch.nn.init.normal_(parameter, std=0.2)
    return network, PeerNetwork(StreamingNetwork(network, left=6)).eval()


class PeerTest(unittest.TestCase):
    def test_chunks_in_the_peers_layout_equal_the_whole(self):
        network, peer = small_peer()
        features = torch.randn(2, 96, 80) * 3 - 6
        with torch.inference_mode():
            whole = network(features, chunk=8, left=6)[0].log_softmax(-1)
            caches, parts = peer.initial_caches(2), []
            for start in range(0, 96, 32):
                chunk = features[:, start : start + 32].transpose(1, 2)
                part, count, *caches = peer(chunk, torch.tensor([32, 32]), *caches)
                self.assertEqual(count.tolist(), [8, 8])
                parts.append(part)
        torch.testing.assert_close(torch.cat(parts, 1), whole, atol=1e-5, rtol=1e-4)

    def test_file_holds_the_weights_and_what_the_loader_asks_for(self):
        network, peer = small_peer()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "model.onnx"
            write_onnx(peer, 32, path, {"source_sha256": "0"})
            stored, message = read_state(path), path.read_bytes()
            for name, value in network.state_dict().items():
                if name.split(".")[0] not in TRAINING_LAYERS:
                    torch.testing.assert_close(stored[name], value, atol=0, rtol=0)
            model = list(fields(memoryview(message)))
            metadata = read_metadata(path)
            graph = next(v for k, v in model if k == 7)
            inputs = [bytes(dict(fields(item))[1]).decode() for k, item in fields(graph) if k == 11]
        self.assertEqual(inputs, INPUTS)
        for name, cache in zip(("channel", "time"), peer.initial_caches(1)):
            shape = [int(metadata[f"cache_last_{name}_dim{i}"]) for i in (1, 2, 3)]
            self.assertEqual(shape, list(np.shape(cache[0])))
        self.assertEqual((metadata["window_size"], metadata["chunk_shift"]), ("32", "32"))


if __name__ == "__main__":
    unittest.main()
