"""Features of tones and silence, what warps keep of them, and the edit distance."""
import unittest

import numpy as np
import torch

from augment import mel_warp_matrix, time_warp
from evaluate import edit_distance, greedy
from export import stream
from features import LOG_FLOOR, Filterbank, frame_count
from network import AcousticNetwork, NetworkOptions
from quantise import quantise
from streaming import ShortStates, StreamingNetwork


class FeatureTest(unittest.TestCase):
    def test_frames_and_floor(self):
        features = Filterbank()(np.zeros(16000, dtype=np.float32))
        self.assertEqual(features.shape, (frame_count(16000), 80))
        np.testing.assert_allclose(features, LOG_FLOOR)

    def test_tone_lands_in_its_bin(self):
        time = np.arange(16000) / 16000
        features = Filterbank()(0.5 * np.sin(2 * np.pi * 1000 * time).astype(np.float32))
        self.assertEqual(set(features[10:-10].argmax(1)), {27})

    def test_warps_keep_what_they_should(self):
        x = np.random.default_rng(0).normal(size=(50, 80)).astype(np.float32)
        np.testing.assert_allclose(x @ mel_warp_matrix(1.0), x, atol=1e-5)
        warped, labels = time_warp(x, np.arange(50), 0.5)
        self.assertEqual((warped.shape, labels.shape), ((100, 80), (100,)))


class DecodingTest(unittest.TestCase):
    def test_edit_distance(self):
        self.assertEqual(edit_distance([1, 2, 3], [1, 3]), 1)
        self.assertEqual(edit_distance([1, 2], [3, 1, 2, 4]), 2)
        self.assertEqual(edit_distance([1], []), 1)

    def test_greedy_joins_repeats(self):
        logits = torch.nn.functional.one_hot(torch.tensor([0, 1, 1, 0, 1, 2, 2]), 3).float()
        self.assertEqual(greedy(logits, 7), [1, 1, 2])


class StreamingTest(unittest.TestCase):
    def test_chunks_equal_the_whole(self):
        torch.manual_seed(0)
        network = AcousticNetwork(NetworkOptions(dimension=32, hidden=48, layers=2, heads=4)).eval()
        for block in network.b:
            torch.nn.init.normal_(block.at.rb)
        features = torch.randn(2, 88, 80) * 3 - 6
        streaming = StreamingNetwork(network, left=6)
        with torch.inference_mode():
            whole = network(features, chunk=4, left=6)[0].log_softmax(-1)
            states, parts = streaming.initial_states(2), []
            for start in range(0, 88, 16):
                part, *states = streaming(features[:, start : start + 16], *states)
                parts.append(part)
        torch.testing.assert_close(torch.cat(parts, 1), whole, atol=1e-5, rtol=1e-4)

    def test_eight_bits_are_close_and_streams_of_a_batch_apart(self):
        torch.manual_seed(0)
        network = AcousticNetwork(NetworkOptions(dimension=32, hidden=48, layers=2, heads=4)).eval()
        features = torch.randn(3, 64, 80) * 3 - 6
        with torch.inference_mode():
            exact = network(features, chunk=4, left=6)[0].softmax(-1)
            streaming = StreamingNetwork(network, left=6)
            quantise(streaming, [features], 16)
            together = stream(streaming, streaming.initial_states(3), features, 16)
            # The loud neighbours of the first stream must not change what it is rounded to.
            louder = torch.cat([features[:1], features[1:] * 5])
            beside = stream(streaming, streaming.initial_states(3), louder, 16)
        self.assertLess((together.exp() - exact).abs().max().item(), 0.02)
        torch.testing.assert_close(beside[:1], together[:1], atol=1e-5, rtol=1e-5)

    def test_states_in_16_bits_are_close_and_do_not_drift(self):
        torch.manual_seed(0)
        network = AcousticNetwork(NetworkOptions(dimension=32, hidden=48, layers=2, heads=4)).eval()
        features = torch.randn(2, 88, 80) * 3 - 6
        streaming = StreamingNetwork(network, left=6).eval()
        short = ShortStates(streaming)
        with torch.inference_mode():
            exact = stream(streaming, streaming.initial_states(2), features, 8)
            close = stream(short, short.initial_states(2), features, 8)
            states = short.initial_states(2)
            _, *states = short(features[:, :16], *states)
            _, *later = short(features[:, 16:24], *states)
        self.assertEqual([state.dtype for state in states], [torch.float32, torch.int16, torch.int16, torch.float32])
        self.assertLess((close.exp() - exact.exp()).abs().max().item(), 0.005)
        # Two encoder frames on, four of the six are kept as they were.
        torch.testing.assert_close(later[1][:, :, :4], states[1][:, :, 2:])


if __name__ == "__main__":
    unittest.main()
