"""The network while it is trained: chunks of different lengths, dropout."""
import unittest

import torch

from network import TRAINING_LAYERS, AcousticNetwork, NetworkOptions


class NetworkTest(unittest.TestCase):
    def test_each_utterance_may_have_chunks_of_its_own_length(self):
        torch.manual_seed(0)
        network = AcousticNetwork(NetworkOptions(dimension=32, hidden=48, layers=2, heads=4)).eval()
        for parameter in network.parameters():
            torch.nn.init.normal_(parameter, std=0.2)
        features, lengths = torch.randn(2, 96, 80) * 3 - 6, torch.tensor([96, 80])
        with torch.inference_mode():
            both, _ = network(features, lengths, chunk=torch.tensor([5, 11]))
            for row, chunk in enumerate((5, 11)):
                alone, _ = network(features, lengths, chunk=chunk)
                torch.testing.assert_close(both[row], alone[row])
            self.assertGreater((both[0] - alone[0]).abs().max().item(), 1e-3)

    def test_dropout_is_for_training_alone(self):
        torch.manual_seed(0)
        network = AcousticNetwork(NetworkOptions(dimension=32, hidden=48, layers=2, heads=4))
        features = torch.randn(1, 96, 80) * 3 - 6
        whole, _ = network(features)
        network.set_dropout(0.5)
        once, _ = network(features)
        again, _ = network(features)
        self.assertGreater((once - whole).abs().max().item(), 1e-3)
        self.assertGreater((once - again).abs().max().item(), 1e-3)
        torch.testing.assert_close(network.eval()(features)[0], whole)

    def test_weights_of_another_network_are_refused(self):
        network = AcousticNetwork(NetworkOptions(dimension=32, hidden=48, layers=2, heads=4))
        state = network.state_dict()
        released = {name: value for name, value in state.items() if name.split(".")[0] not in TRAINING_LAYERS}
        network.load_weights(released)
        for wrong in (released | {"extra.weight": torch.zeros(1)}, {k: v for k, v in released.items() if k != "o.bias"}):
            with self.assertRaisesRegex(ValueError, "extra.weight|o.bias"):
                network.load_weights(wrong)


if __name__ == "__main__":
    unittest.main()
