"""The exported language model against the one that was trained."""
import tempfile
import unittest
from argparse import Namespace
from pathlib import Path
from unittest.mock import patch

import numpy as np
import torch

from export_lm import WordLmStep, onnx_session, quantise_step, sequence_log_probs, write_onnx
from neural_lm import BOUNDARY, UNKNOWN, LmOptions, Vocabulary, WordLm, batches, collate, perplexity
from train_lm import Trainer

OPTIONS = LmOptions(vocabulary=60, dimension=16, hidden=24, cutoffs=(20, 40), dropout=0.1)
SENTENCES = [[5, 30, 55], [7], [5, 30, 2, 3, 44, 59, UNKNOWN]]


def small_model():
    torch.manual_seed(0)
    return WordLm(OPTIONS).eval()


class ExportTest(unittest.TestCase):
    def setUp(self):
        self.model = small_model()
        words, targets, mask = collate(SENTENCES)
        with torch.inference_mode():
            logs = self.model(words, targets, mask)
        self.expected = [part.tolist() for part in logs.split([len(s) + 1 for s in SENTENCES])]

    def assert_near(self, found, tolerance):
        for one, other in zip(found, self.expected):
            np.testing.assert_allclose(one, other, atol=tolerance)

    def test_word_by_word_equals_the_whole_sentence(self):
        step = WordLmStep(self.model)
        self.assert_near(sequence_log_probs(step, SENTENCES, step), 1e-4)

    def test_eight_bits_are_enough(self):
        step = WordLmStep(self.model)
        quantise_step(step, SENTENCES)
        self.assert_near(sequence_log_probs(step, SENTENCES, step), 0.1)

    def test_file_does_the_same(self):
        step = WordLmStep(self.model)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "lm.onnx"
            write_onnx(step, path, {"words": "a b"})
            session = onnx_session(path)
            if session is None:
                self.skipTest("onnxruntime is not installed")
            self.assert_near(sequence_log_probs(session, SENTENCES, step), 1e-4)


class TextTest(unittest.TestCase):
    def test_words_are_numbered_by_count(self):
        vocabulary = Vocabulary.of([["b", "a", "b"], ["c", "a", "b"]], 4)
        self.assertEqual(vocabulary.words, ["</s>", "<unk>", "b", "a"])
        self.assertEqual(vocabulary.encode(["a", "c"]), [3, UNKNOWN])

    def test_every_sentence_is_in_one_batch(self):
        sentences = [np.arange(2, 2 + n % 9 + 1) for n in range(100)]
        seen = []
        for words, targets, mask in batches(sentences, 64, np.random.default_rng(0)):
            self.assertLess(mask.sum(), 128)
            for row, target, inside in zip(words, targets, mask):
                length = int(inside.sum()) - 1
                self.assertEqual(row[0], BOUNDARY)
                self.assertEqual(target[length], BOUNDARY)
                self.assertEqual(row[1 : length + 1].tolist(), target[:length].tolist())
                seen.append(length)
        self.assertEqual(sorted(seen), sorted(map(len, sentences)))

    def test_training_makes_seen_sentences_likelier(self):
        model = small_model().train()
        before = perplexity(model, SENTENCES[:2])
        optimiser = torch.optim.Adam(model.parameters(), lr=1e-2)
        for _ in range(30):
            loss = -model(*collate(SENTENCES[:2])).mean()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
        self.assertLess(perplexity(model, SENTENCES[:2]), before / 2)


class ResumeTest(unittest.TestCase):
    def test_a_run_goes_on_with_its_own_text_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            (folder / "heldout.tsv").write_text("talk\ta b\n")
            arguments = Namespace(text=folder, output=folder / "lm.pt", rate=1e-3, epochs=1, seed=1, tokens=8)
            lines, options = [["a", "b"], ["b"]], LmOptions(vocabulary=60, dimension=16, hidden=24, cutoffs=(20, 40))
            with patch("train_lm.LmOptions", lambda: options):
                first = Trainer(arguments, lines)
                first.train()
                again = Trainer(arguments, lines)
                with self.assertRaisesRegex(SystemExit, "other text"):
                    Trainer(arguments, [["a", "a"], ["b"]])
                for trainer in (first, again):
                    trainer.log.close()
        self.assertEqual(again.done, first.done)
        for name, value in first.model.state_dict().items():
            torch.testing.assert_close(again.model.state_dict()[name], value, atol=0, rtol=0)


if __name__ == "__main__":
    unittest.main()
