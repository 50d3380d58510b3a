"""Batches from several processes: the same as from one, and resumed where they stopped."""
import queue
import tempfile
import threading
import unittest
from pathlib import Path
from unittest.mock import patch

import numpy as np

import loader
from dataset import DataOptions, TrainingData
from loader import ahead, in_order, load_batches
from shards import ShardWriter


class Stop(Exception):
    pass


class Bounded(queue.Queue):
    """A queue whose loader ends once it is full."""

    def __init__(self, size):
        super().__init__()
        self.left = size

    def put(self, item):
        if not self.left:
            raise Stop
        self.left -= not isinstance(item, dict)
        super().put(item)


class LoaderTest(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = Path(self.scratch.name) / "features"
        rng = np.random.default_rng(1)
        for part, set_name in (("real", "an4"), ("real", "speech_commands"), ("synthetic", "flite"),
                               ("noise", "noise")):
            shard = ShardWriter(self.folder / part, set_name)
            for i in range(6):
                shard.add(rng.normal(-4, 2, (120 + 20 * i, 80)), id=f"{set_name}:{i}", set=set_name, speaker=f"s{i}",
                          split="train", text="one")
            shard.close()
        np.save(self.folder / "rooms.npy", np.full((1, 60, 80), 1 / 60, np.float32))

    def tearDown(self):
        self.scratch.cleanup()

    def batches(self, loaders, count, start=(0, 0)):
        """The first batches of so many loaders."""
        queues = [Bounded(count) for _ in range(loaders)]

        def load(number):
            try:
                load_batches(number, loaders, [queues[number]], self.folder, None,
                             DataOptions(seed=3, batch_seconds=4, window=3, views=2), start)
            except Stop:
                pass

        with patch.object(loader, "training_target_function", lambda *_: lambda row: [1, 2]), \
                patch.object(loader.os, "nice"):
            threads = [threading.Thread(target=load, args=(number,)) for number in range(loaders)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        items = (item for item in ahead(in_order(queues, start)) if not isinstance(item, dict))
        return [next(items) for _ in range(count)]

    def test_what_is_not_made_yet_is_named_with_the_script_that_makes_it(self):
        (self.folder / "rooms.npy").unlink()
        with self.assertRaisesRegex(ValueError, r"no .*rooms\.npy; run rooms\.py first"):
            TrainingData(self.folder, lambda row: [1, 2])

    def test_many_loaders_give_the_batches_of_one_in_the_same_order(self):
        one, three = self.batches(1, 8), self.batches(3, 8)
        self.assertEqual([after for *_, after in one], [after for *_, after in three])
        for (a, frames, _), (b, others, _) in zip(one, three):
            self.assertEqual(frames, others)
            self.assertTrue((a[0] == b[0]).all())

    def test_data_without_noise_or_speech_is_refused(self):
        for table in ("real/an4.tsv", "noise/noise.tsv"):
            (self.folder / table).rename(self.folder / f"{table}.away")
            with self.assertRaisesRegex(ValueError, "no (noise|speech) for training"):
                TrainingData(self.folder, lambda row: [1, 2])
            (self.folder / f"{table}.away").rename(self.folder / table)

    def test_goes_on_where_it_was_stopped(self):
        before = self.batches(2, 8)
        after = self.batches(2, 4, start=before[3][2])
        for (a, *_), (b, *_) in zip(before[4:], after):
            self.assertTrue((a[0] == b[0]).all())


if __name__ == "__main__":
    unittest.main()
