"""Forced alignment: the best path through all pronunciations, and what it leaves as it is."""
import contextlib
import io
import itertools
import tempfile
import unittest
from pathlib import Path
from unittest.mock import patch

import numpy as np

import align
from align import align_row, build_graph, viterbi

# Two words, of units 1 to 3; the first one may be said in two ways.
WORDS = [[(1, 2), (3,)], [(2,)]]


def joined(path):
    """Units of a CTC path [S] without repeats and blanks."""
    return tuple(u for i, u in enumerate(path) if u and (i == 0 or u != path[i - 1]))


class AlignTest(unittest.TestCase):
    def test_the_best_path_is_the_best_of_all_that_spell_the_words(self):
        sayings = {sum(ways, ()) for ways in itertools.product(*WORDS)}
        for seed in range(5):
            log_probs = np.log(np.random.default_rng(seed).dirichlet(np.ones(4), 5)).astype(np.float32)
            best = max(sum(log_probs[t, u] for t, u in enumerate(path))
                       for path in itertools.product(range(4), repeat=5) if joined(path) in sayings)
            graph = build_graph(WORDS)
            score, states = viterbi(log_probs, graph)
            self.assertAlmostEqual(score, float(best), places=4)
            self.assertIn(joined([graph.units[s] for s in states]), sayings)

    def test_the_pronunciation_that_was_said_is_chosen(self):
        for spoken, units in (((0, 1, 2, 0, 2), [1, 2, 2]), ((0, 3, 0, 2, 0), [3, 2])):
            log_probs = np.log(np.full((5, 4), 0.01, np.float32) + 0.96 * np.eye(4, dtype=np.float32)[list(spoken)])
            found, score = align_row(log_probs, WORDS)
            self.assertEqual(found, units)
            self.assertAlmostEqual(score, 0, places=5)

    def test_words_that_do_not_fit_have_none(self):
        self.assertIsNone(align_row(np.zeros((2, 4), np.float32), [[(1, 1, 1)]]))

    def test_a_list_is_not_replaced_where_there_are_no_rows(self):
        with tempfile.TemporaryDirectory() as folder:
            kept = Path(folder) / "misfits.tsv"
            kept.write_text("as it was")
            (Path(folder) / "index.js").touch()
            command = ["align.py", "--work", folder, "--lexicon", f"{folder}/index.js", "--checkpoint", "x.pt", "--list",
                       str(kept)]
            with patch("sys.argv", command), patch.object(align, "load_network", lambda *_: (None, 0, 0)), \
                    contextlib.redirect_stderr(io.StringIO()) as written, self.assertRaises(SystemExit):
                align.main()
            self.assertIn("there are no rows", written.getvalue())
            self.assertEqual(kept.read_text(), "as it was")


if __name__ == "__main__":
    unittest.main()
