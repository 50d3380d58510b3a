"""Networks that were made deeper, and convolutions that look ahead."""
import unittest

import torch

from grow import grow
from network import AcousticNetwork, NetworkOptions
from streaming import StreamingNetwork


def random_network(options):
    torch.manual_seed(0)
    network = AcousticNetwork(options).eval()
    for parameter in network.parameters():
        torch.nn.init.normal_(parameter, std=0.2)
    return network


class GrowTest(unittest.TestCase):
    def test_a_grown_network_computes_what_the_one_before_did(self):
        network = random_network(NetworkOptions(dimension=32, hidden=48, layers=4, heads=4))
        features, lengths = torch.randn(3, 96, 80) * 3 - 6, torch.tensor([96, 80, 41])
        grown = AcousticNetwork.of(grow(network.state_dict(), every=2, ahead=3)).eval()
        self.assertEqual((grown.options.layers, grown.options.ahead, grown.options.open_blocks), (6, 3, (1, 4)))
        with torch.inference_mode():
            for before, after in zip(network(features, lengths, chunk=5), grown(features, lengths, chunk=5)):
                torch.testing.assert_close(after, before, atol=0, rtol=0)

    def test_convolutions_that_look_ahead_see_the_same_in_chunks_as_in_the_whole(self):
        network = random_network(NetworkOptions(dimension=32, hidden=48, layers=2, heads=4, ahead=3))
        features = torch.randn(2, 88, 80) * 3 - 6
        streaming = StreamingNetwork(network, left=6, most=16).eval()
        states, parts = streaming.initial_states(2), []
        with torch.inference_mode():
            whole = network(features, chunk=8, left=6)[0].log_softmax(-1)
            for start in range(0, 88, 32):
                part, *states = streaming(features[:, start : start + 32], *states)
                parts.append(part)
            alone = network(features[:, :40], chunk=8, left=6)[0]
            padded = network(features, torch.tensor([40, 40]), chunk=8, left=6)[0]
        torch.testing.assert_close(torch.cat(parts, 1), whole, atol=1e-4, rtol=1e-4)
        torch.testing.assert_close(padded[:, :10], alone, atol=1e-4, rtol=1e-4)


if __name__ == "__main__":
    unittest.main()
