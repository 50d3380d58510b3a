"""What is exported: averages of weights, and the model that they make."""
import contextlib
import io
import tempfile
import unittest
from pathlib import Path
from unittest.mock import patch

import torch

import export
from export import load_network, write_onnx
from network import TRAINING_LAYERS, AcousticNetwork, NetworkOptions
from onnx_weights import read_state
from streaming import ShortStates, StreamingNetwork


def random_network(seed):
    torch.manual_seed(seed)
    network = AcousticNetwork(NetworkOptions(dimension=32, hidden=48, layers=2, heads=4)).eval()
    # Random everywhere: the exporter joins parameters that are equal.
    for parameter in network.parameters():
        torch.nn.init.normal_(parameter, std=0.2)
    return network


class ExportTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)

    def test_an_exported_model_and_a_checkpoint_are_averaged(self):
        before, own = random_network(1), random_network(2)
        exported, checkpoint = self.folder / "before.onnx", self.folder / "own.pt"
        write_onnx(ShortStates(StreamingNetwork(before, 6)).eval(), 16, exported, {"version": "1"})
        torch.save({"ema": own.state_dict(), "update": 7, "seconds": 3600.0}, checkpoint)
        for name, value in read_state(exported).items():
            torch.testing.assert_close(value.reshape(before.state_dict()[name].shape), before.state_dict()[name])
        average, update, seconds = load_network([exported, checkpoint, checkpoint], "ema")
        self.assertEqual((update, seconds), (7, 3600.0))
        for name, value in average.state_dict().items():
            if name.split(".")[0] not in TRAINING_LAYERS:
                torch.testing.assert_close(value, (before.state_dict()[name] + 2 * own.state_dict()[name]) / 3)

    def test_eight_bits_need_speech_to_be_chosen_on(self):
        command = ["export.py", "--checkpoint", "x.pt", "--storage", "int8"]
        with patch("sys.argv", command), contextlib.redirect_stderr(io.StringIO()) as written, \
                self.assertRaises(SystemExit):
            export.main()
        self.assertIn("needs --work and --lexicon", written.getvalue())


if __name__ == "__main__":
    unittest.main()
