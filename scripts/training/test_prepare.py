"""How recordings are decoded."""
import shutil
import tempfile
import threading
import unittest
from pathlib import Path

import numpy as np

from features import SAMPLE_RATE
from prepare import decode, through_ffmpeg


class DecodeTest(unittest.TestCase):
    @unittest.skipUnless(shutil.which("ffmpeg"), "needs ffmpeg")
    def test_those_who_ask_for_the_same_stream_at_once_all_get_it(self):
        samples = np.random.default_rng(1).integers(-3000, 3000, 60 * SAMPLE_RATE, dtype="<i2")
        with tempfile.TemporaryDirectory() as folder:
            source, target = Path(folder) / "sound.flac", Path(folder) / "pcm" / "sound.pcm"
            raw = ["-f", "s16le", "-ar", str(SAMPLE_RATE), "-ac", "1"]
            source.write_bytes(through_ffmpeg([*raw, "-i", "-", "-f", "flac", "-"], samples.tobytes()))
            together, found = threading.Barrier(4), []

            def ask():
                together.wait()
                found.append(np.array(decode(source, target)))

            askers = [threading.Thread(target=ask) for _ in range(4)]
            for asker in askers:
                asker.start()
            for asker in askers:
                asker.join()
            self.assertEqual(len(found), 4)
            for one in found:
                np.testing.assert_array_equal(one, samples)
            self.assertEqual([path.name for path in target.parent.iterdir()], [target.name])


if __name__ == "__main__":
    unittest.main()
