"""Where a training run starts from, what it leaves behind, and what its command line refuses."""
import contextlib
import io
import multiprocessing
import tempfile
import unittest
from pathlib import Path
from unittest.mock import patch

import torch

from network import AcousticNetwork, NetworkOptions
from train import Trainer, first_of
from train_options import parse_arguments


def small_network(seed):
    torch.manual_seed(seed)
    return AcousticNetwork(NetworkOptions(dimension=32, hidden=48, layers=2, heads=4))


def batch_of(seed):
    """Two utterances of 40 and 32 feature frames, as collate makes them: features, lengths, units, counts, phones."""
    generator = torch.Generator().manual_seed(seed)
    return (torch.randn(2, 40, 80, generator=generator) * 3 - 6, torch.tensor([40, 32]), torch.tensor([1, 2, 3]),
            torch.tensor([2, 1]), torch.full((2, 10, 3), -100))


class TrainTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.work = Path(scratch.name)
        self.lexicon, self.start = self.work / "index.js", self.work / "start.pt"
        self.lexicon.touch()
        torch.save(small_network(1).state_dict(), self.start)

    def arguments(self, *flags):
        command = ["train.py", "--work", str(self.work), "--lexicon", str(self.lexicon), "--consistency", "0", *flags]
        with patch("sys.argv", command):
            return parse_arguments("")

    def trainer(self, *flags):
        arguments, options, _ = self.arguments(*flags)
        made = Trainer(arguments, options, 0)
        self.addCleanup(made.log_file.close)
        return made

    def trained(self, *flags, updates=1):
        made = self.trainer(*flags)
        for number in range(updates):
            made.step(batch_of(number), 18)
        made.save()
        return made

    def assert_same(self, one, other):
        for name, value in one.items():
            torch.testing.assert_close(other[name], value, atol=0, rtol=0, msg=name)

    def test_a_run_that_is_resumed_does_what_an_uninterrupted_one_does(self):
        whole = self.trained("--warm-start", str(self.start), "--name", "whole", updates=3)
        self.trained("--warm-start", str(self.start), updates=2)
        resumed = self.trainer("--warm-start", str(self.start))
        self.assertEqual(resumed.update, 2)
        resumed.step(batch_of(2), 18)
        self.assert_same(whole.network.state_dict(), resumed.network.state_dict())
        self.assert_same(whole.ema, resumed.ema)

    def test_a_branch_by_minutes_goes_on_from_the_main_run_with_a_clock_of_its_own(self):
        main = self.trained("--warm-start", str(self.start), "--decay-minutes", "60", updates=2)
        main.minutes = 59.0
        main.save()
        branch = self.trainer("--name", "release", "--decay-minutes", "10")
        self.assertEqual((branch.update, branch.minutes, branch.left()), (2, 0.0, 1.0))
        self.assert_same(main.network.state_dict(), branch.network.state_dict())
        averaged = self.trainer("--name", "averaged", "--decay-minutes", "10", "--from-average")
        self.assert_same(main.ema, averaged.network.state_dict())

    def test_a_file_to_start_from_comes_before_the_main_run(self):
        self.trained("--warm-start", str(self.start))
        other = self.trainer("--name", "other", "--decay-updates", "5", "--warm-start", str(self.start))
        self.assertEqual(other.update, 0)
        self.assert_same(small_network(1).state_dict(), other.network.state_dict())

    def test_a_branch_of_nothing_is_refused(self):
        with self.assertRaisesRegex(SystemExit, "no .*other/latest.pt"):
            self.trainer("--name", "release", "--decay-updates", "5", "--branch-from", "other")

    def test_a_save_that_is_interrupted_leaves_the_one_before(self):
        trainer = self.trained("--warm-start", str(self.start))
        trainer.update += 1
        with patch.object(Path, "hardlink_to", side_effect=OSError("out of links")), self.assertRaises(OSError):
            trainer.save()
        self.assertEqual(self.trainer().update, 1)

    def test_who_waits_for_a_process_that_has_ended_ends_too(self):
        context = multiprocessing.get_context("fork")
        queue, process = context.Queue(), context.Process(target=int)
        process.start()
        with self.assertRaises(SystemExit) as ended:
            first_of(queue, process)
        self.assertEqual(ended.exception.code, 1)

    def test_the_command_line_refuses_what_would_fail_later_or_do_nothing(self):
        start = ("--warm-start", str(self.start))
        for flags, reason in ((("--chunks", "25", "8"), "--chunks: LEAST"),
                              (("--long-chunks", "8", "25"), "--long-chunks needs two views"),
                              (("--real-share", "0.95"), "--real-share must be from 0 to 0.93"),
                              (("--strength", "2"), "--strength must"),
                              (("--dropout", "1"), "--dropout must"),
                              (("--loaders", "0"), "at least 1"),
                              (("--init-from-onnx", "nowhere.onnx"), "--init-from-onnx: there is no file"),
                              ((*start, "--branch-from", "main", "--decay-updates", "5"), "exclude each other"),
                              (("--from-average",), "give --decay-updates")):
            written = io.StringIO()
            with self.assertRaises(SystemExit), contextlib.redirect_stderr(written):
                self.arguments(*flags)
            self.assertIn(reason, written.getvalue())


if __name__ == "__main__":
    unittest.main()
