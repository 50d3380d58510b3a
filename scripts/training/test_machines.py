"""Machines that are drawn at random, as sounds in the background."""
import unittest

import numpy as np

from features import SAMPLE_RATE
from machines import KINDS, coloured_noise, harmonics, machine, switching


def band_power(sound, low, high):
    hertz = np.fft.rfftfreq(len(sound), 1 / SAMPLE_RATE)
    return float(np.square(np.abs(np.fft.rfft(sound)))[(hertz >= low) & (hertz < high)].mean())


class MachinesTest(unittest.TestCase):
    def test_a_machine_depends_on_its_seed_alone_and_does_not_clip(self):
        for kind in KINDS:
            sound, again = (machine(np.random.default_rng(4), kind, SAMPLE_RATE) for _ in range(2))
            np.testing.assert_array_equal(sound, again)
            self.assertEqual(sound.dtype, np.float32)
            self.assertAlmostEqual(float(np.abs(sound).max()), 0.5, places=5)

    def test_noise_falls_as_its_slope_says(self):
        for seed in range(5):
            flat, steep = (coloured_noise(np.random.default_rng(seed), 8 * SAMPLE_RATE, slope, 20) for slope in (0, -6))
            ratios = [band_power(steep, *band) / band_power(flat, *band) for band in ((500, 520), (4000, 4160))]
            self.assertAlmostEqual(10 * np.log10(ratios[0] / ratios[1]), 18, delta=1)
            self.assertAlmostEqual(float(np.square(flat).mean()), 1, places=5)

    def test_a_tone_has_its_fundamental_and_multiples_only(self):
        tone = harmonics(np.random.default_rng(1), SAMPLE_RATE, 200, False)
        self.assertGreater(band_power(tone, 190, 210) + band_power(tone, 390, 410), 1000 * band_power(tone, 285, 315))

    def test_a_switched_machine_runs_and_rests(self):
        gain = switching(np.random.default_rng(2), 30 * SAMPLE_RATE)
        self.assertEqual(len(gain), 30 * SAMPLE_RATE)
        self.assertAlmostEqual(float(gain.max()), 1, places=5)
        self.assertAlmostEqual(float(gain.min()), 0.02, places=5)


if __name__ == "__main__":
    unittest.main()
