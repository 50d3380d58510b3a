"""The eigenvoices on made-up speakers."""
import tempfile
import unittest
from pathlib import Path

import numpy as np

from shards import UNLABELLED
from voices import RANK, Voices, coordinates, estimate, phone_sums


class VoicesTest(unittest.TestCase):
    def test_the_basis_is_found_again(self):
        rng = np.random.default_rng(0)
        units, bins, rank, speakers = 6, 8, 2, 400
        basis = rng.normal(size=(units, bins, rank))
        hidden = rng.normal(size=(speakers, rank))
        samples = rng.integers(0, 12, (speakers, units)).astype(float)
        variance = np.full((units, bins), 0.5)
        noise = rng.normal(size=(speakers, units, bins)) * np.sqrt(variance / np.maximum(samples, 1)[..., None])
        deviations = np.where(samples[..., None] > 0, np.einsum("pbr,sr->spb", basis, hidden) + noise, 0)
        found = estimate(samples, deviations, variance, rank=rank, rounds=30)
        # Up to a rotation: what either basis makes of somebody is the same.
        mean, _ = coordinates(samples, deviations, found, 1 / variance)
        made, true = np.einsum("pbr,sr->spb", found, mean), np.einsum("pbr,sr->spb", basis, hidden)
        self.assertLess(np.square(made - true).mean(), 0.1 * np.square(true).mean())

    def test_sums_are_of_known_frames_at_one_level(self):
        rng = np.random.default_rng(1)
        x, labels = rng.normal(size=(50, 80)).astype(np.float32), rng.integers(0, 40, 50).astype(np.uint8)
        labels[:5] = UNLABELLED
        sums, squares, counts = phone_sums(x, labels)
        louder = phone_sums(x + 3, labels)
        self.assertEqual(counts.sum(), 45)
        np.testing.assert_allclose(sums, louder[0], atol=1e-3)
        self.assertGreaterEqual(squares.min(), 0)
        self.assertIsNone(phone_sums(x, np.zeros(50, np.uint8)))

    def test_a_shift_follows_the_phones_and_is_smooth(self):
        rng = np.random.default_rng(2)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "voices.npz"
            np.savez(path, basis=rng.normal(0, 0.1, (RANK, 40, 80)), speakers=np.array(["set/one"]),
                     coordinates=rng.normal(size=(1, RANK)))
            voices = Voices(path)
            labels = np.repeat([0, 7, UNLABELLED, 7], 20).astype(np.uint8)
            shift = voices.shift("set/one", labels, np.random.default_rng(3))
            self.assertEqual(shift.shape, (80, 80))
            np.testing.assert_allclose(shift[30], shift[70], atol=1e-5)
            np.testing.assert_allclose(shift[10], shift[50], atol=1e-5)
            self.assertGreater(np.abs(shift[30] - shift[10]).max(), 1e-2)
            self.assertLess(np.abs(np.diff(shift, axis=0)).max(), 0.5 * np.abs(shift[30] - shift[10]).max())
            np.testing.assert_array_equal(shift, voices.shift("set/one", labels, np.random.default_rng(3)))


if __name__ == "__main__":
    unittest.main()
