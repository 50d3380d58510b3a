"""Rooms, and sums of sounds."""
import unittest

import numpy as np
import torch

from augment import interfere
from features import SAMPLE_RATE, Filterbank
from rooms import DIRECT, DIRECT_DB, LENGTH, decay, drawn_response, in_room, nearer


def direct_db(response):
    return 10 * np.log10(np.square(response[:DIRECT]).sum() / np.square(response[DIRECT:]).sum())


class RoomsTest(unittest.TestCase):
    def test_a_drawn_room_decays_behind_a_direct_sound_in_range(self):
        for seed in range(20):
            response = drawn_response(np.random.default_rng(seed))
            self.assertEqual(len(response), LENGTH)
            self.assertEqual(np.abs(response).argmax(), 0)
            self.assertGreater(direct_db(response), DIRECT_DB[0] - 0.1)
            early, late = np.square(response[DIRECT : LENGTH // 2]).sum(), np.square(response[LENGTH // 2 :]).sum()
            self.assertGreater(early, late)

    def test_nearer_only_ever_takes_reflections_away(self):
        response = drawn_response(np.random.default_rng(1))
        self.assertAlmostEqual(direct_db(nearer(response, 20)), 20, places=1)
        np.testing.assert_allclose(nearer(response, -40), response)

    def test_a_room_keeps_length_and_level(self):
        samples = np.random.default_rng(2).standard_normal(20000).astype(np.float32) * 0.1
        room = in_room(samples, drawn_response(np.random.default_rng(3)))
        self.assertEqual(room.shape, samples.shape)
        self.assertAlmostEqual(float(np.square(room).mean() / np.square(samples).mean()), 1, places=3)
        np.testing.assert_allclose(in_room(samples, np.array([1], np.float32)), samples, atol=1e-5)

    def test_a_flat_response_colours_nothing(self):
        impulse = np.zeros(100, np.float32)
        impulse[0] = 0.5
        found = decay(impulse)
        np.testing.assert_allclose(found[0], 1, rtol=1e-4)
        self.assertEqual(found[1:].max(), 0)

    def test_sums_of_features_are_distributed_like_features_of_sums(self):
        torch.set_num_threads(1)
        filterbank, rng = Filterbank(), np.random.default_rng(4)
        one, two = (rng.standard_normal(20 * SAMPLE_RATE).astype(np.float32) * 0.05 for _ in range(2))
        a, b, both = (np.asarray(filterbank(samples)) for samples in (one, two, one + two))
        added = np.logaddexp(a, b)
        real, drawn = both - added, interfere(a, b, rng) - added
        np.testing.assert_allclose(interfere(a, a - 30, rng), a, atol=1e-3)
        self.assertAlmostEqual(float(np.exp(interfere(a, b, rng)).mean() / np.exp(both).mean()), 1, delta=0.03)
        for bins in (slice(0, 10), slice(30, 50), slice(70, 80)):
            self.assertAlmostEqual(float(drawn[:, bins].std() / real[:, bins].std()), 1, delta=0.25)
        neighbours = [np.mean(x[1:] * x[:-1]) / np.mean(x * x) for x in (real, drawn)]
        self.assertAlmostEqual(*neighbours, delta=0.1)


if __name__ == "__main__":
    unittest.main()
