"""What two views of an utterance cost where they disagree."""
import unittest

import numpy as np
import torch

from dataset import collate
from losses import consistency_loss


class ConsistencyTest(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(1)
        self.logits = torch.randn(4, 6, 5, requires_grad=True)
        # 24, 9, 24 and 9 feature frames: 6 and 3 encoder frames.
        self.lengths = torch.tensor([24, 9, 24, 9])

    def test_views_that_agree_cost_nothing(self):
        same = self.logits[:2].repeat(2, 1, 1)
        self.assertAlmostEqual(consistency_loss(same, self.lengths).item(), 0, places=5)

    def test_is_the_divergence_both_ways_over_real_frames(self):
        posteriors = self.logits.detach().softmax(-1).numpy().astype(np.float64)
        expected = 0.0
        for row, frames in ((0, 6), (1, 3)):
            a, b = posteriors[row, :frames], posteriors[row + 2, :frames]
            expected += (a * np.log(a / b)).sum() + (b * np.log(b / a)).sum()
        self.assertAlmostEqual(consistency_loss(self.logits, self.lengths).item(), expected, places=4)

    def test_each_view_learns_from_the_other_alone(self):
        # With the target fixed, the gradient of KL(q || softmax(x)) is softmax(x) - q.
        consistency_loss(self.logits, self.lengths).backward()
        posteriors = self.logits.detach().softmax(-1)
        expected = posteriors - posteriors.roll(2, 0)
        torch.testing.assert_close(self.logits.grad[0], expected[0])
        torch.testing.assert_close(self.logits.grad[3, :3], expected[3, :3])
        self.assertEqual(self.logits.grad[3, 3:].abs().max().item(), 0)

    def test_second_views_come_after_all_first_ones(self):
        views = [np.full((frames, 80), value, np.float32) for frames, value in ((8, 1), (8, 2), (4, 3), (4, 4))]
        batch = [([views[0], views[1]], None, [7, 8]), ([views[2], views[3]], None, [9])]
        features, lengths, units, counts, _ = collate(batch)
        self.assertEqual(features[:, 0, 0].tolist(), [1, 3, 2, 4])
        self.assertEqual(lengths.tolist(), [8, 4, 8, 4])
        self.assertEqual(units.tolist(), [7, 8, 9, 7, 8, 9])
        self.assertEqual(counts.tolist(), [2, 1, 2, 1])


if __name__ == "__main__":
    unittest.main()
