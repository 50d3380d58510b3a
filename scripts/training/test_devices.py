"""What devices do to sound."""
import shutil
import unittest

import numpy as np

from devices import CODECS, coded, delay, overdriven, spoiled
from features import SAMPLE_RATE


def tones(seconds, seed=1):
    """A sound whose like is nowhere else in it."""
    rng = np.random.default_rng(seed)
    time = np.arange(int(seconds * SAMPLE_RATE)) / SAMPLE_RATE
    loudness = np.repeat(rng.random(int(seconds * 10) + 1), SAMPLE_RATE // 10)[: len(time)]
    return (0.5 * loudness * np.sin(2 * np.pi * 300 * time * (1 + time / 20))).astype(np.float32)


class DevicesTest(unittest.TestCase):
    def test_what_is_overdriven_stays_within_full_scale_and_keeps_its_soft_parts(self):
        samples = tones(2)
        hard = overdriven(samples, 12, False)
        self.assertEqual(np.abs(hard).max(), 1)
        self.assertGreater((np.abs(hard) == 1).mean(), 0.02)
        soft = np.abs(samples) < 0.2 * np.abs(samples).max()
        self.assertGreater(np.corrcoef(hard[soft], samples[soft])[0, 1], 0.999)
        self.assertLess(np.abs(overdriven(samples, 12, True)).max(), 1)

    def test_a_delay_is_found(self):
        samples = tones(3)
        for late in (0, 137, 1105):
            self.assertEqual(delay(np.concatenate([np.zeros(late, np.float32), samples]), samples), late)

    @unittest.skipUnless(shutil.which("ffmpeg"), "needs ffmpeg")
    def test_codecs_keep_length_and_place(self):
        samples = tones(3)
        for codec in CODECS:
            found = coded(samples, codec, 24 if codec in ("opus", "mp3") else None)
            self.assertEqual(len(found), len(samples), codec)
            self.assertGreater(np.corrcoef(found, samples)[0, 1], 0.8, codec)

    @unittest.skipUnless(shutil.which("ffmpeg"), "needs ffmpeg")
    def test_rows_come_back_in_order_and_alike_for_a_seed(self):
        class NoRooms:
            def copy(self, samples, *seed):
                return samples

        rows = [(tones(0.5 + 0.1 * index, index), {"id": index}) for index in range(70)]
        first, again = (list(spoiled(rows, NoRooms(), 5)) for _ in range(2))
        self.assertEqual([fields["id"] for _, fields in first], list(range(70)))
        for (one, _), (two, _), (samples, _) in zip(first, again, rows):
            self.assertEqual(len(one), len(samples))
            np.testing.assert_array_equal(one, two)


if __name__ == "__main__":
    unittest.main()
