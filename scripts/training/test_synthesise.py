"""What is done to text before, and to sound after, an engine speaks."""
import tempfile
import unittest
from pathlib import Path

import numpy as np

from features import SAMPLE_RATE
from shards import ShardWriter
from synthesise import resample, seconds_of, spelled


class SynthesiseTest(unittest.TestCase):
    def test_hours_are_of_finished_shards_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("done", "interrupted"):
                shard = ShardWriter(folder, name)
                shard.add(np.zeros((250, 80), np.float32), id="1", set="flite", speaker="a", split="train", text="one")
                if name == "done":
                    shard.close()
                else:
                    shard.file.close()
            self.assertEqual(seconds_of(Path(folder)), 2.5)

    def test_a_tone_keeps_its_pitch_level_and_length(self):
        for rate in (8000, 22050, 48000):
            tone = np.sin(2 * np.pi * 440 * np.arange(rate) / rate).astype(np.float32)
            found = resample(tone, rate)
            expected = np.sin(2 * np.pi * 440 * np.arange(SAMPLE_RATE) / SAMPLE_RATE)
            self.assertEqual(len(found), SAMPLE_RATE)
            np.testing.assert_allclose(found, expected, atol=0.01)

    def test_letters_in_a_row_are_spelled(self):
        self.assertEqual(spelled("a c b please i want a b"), "A, C, B, please i want A, B,")


if __name__ == "__main__":
    unittest.main()
