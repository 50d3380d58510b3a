"""The CTC-CRF objective on a toy problem."""
import itertools
import unittest

import numpy as np
import torch

from objective_crf import Denominator, LogPartition, crf_loss
from phone_trigram import phone_trigram


def brute_force(log_probs, trigram):
    """log Z by listing every path of units."""
    frames, units = log_probs.shape
    total = []
    for path in itertools.product(range(units), repeat=frames):
        score = sum(log_probs[t, u].item() for t, u in enumerate(path))
        phones = [u for t, u in enumerate(path) if u and (t == 0 or u != path[t - 1])]
        # Silence alone has no phone whose end could be weighed.
        chain = [0, 0, *phones, 0] if phones else []
        score += sum(np.log(trigram[a, b, c]) for a, b, c in zip(chain, chain[1:], chain[2:]))
        total.append(score)
    return np.logaddexp.reduce(total)


class ObjectiveTest(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(0)
        self.trigram = phone_trigram([[1, 2, 3], [2, 2, 1], [], [3, 1, 2, 3]], 4)
        self.denominator = Denominator(self.trigram)
        self.logits = torch.randn(2, 5, 4, dtype=torch.float64)

    def test_probabilities_sum_to_one_and_follow_the_counts(self):
        np.testing.assert_allclose(self.trigram.sum(-1), 1.0)
        self.assertEqual(self.trigram[1, 2].argmax(), 3)
        self.assertEqual(self.trigram[2, 3].argmax(), 0)

    def test_partition_equals_sum_over_all_paths(self):
        log_probs = self.logits.log_softmax(-1)
        result = LogPartition.apply(log_probs, torch.tensor([5, 3]), self.denominator)
        self.assertAlmostEqual(result[0].item(), brute_force(log_probs[0], self.trigram), places=9)
        self.assertAlmostEqual(result[1].item(), brute_force(log_probs[1, :3], self.trigram), places=9)

    def test_gradient_equals_finite_differences(self):
        logits = self.logits.clone().requires_grad_()

        def loss(x):
            return crf_loss(x.log_softmax(-1), torch.tensor([20, 16]), torch.tensor([1, 2, 3]), torch.tensor([2, 1]),
                            self.denominator)[1]

        self.assertTrue(torch.autograd.gradcheck(loss, (logits,), atol=1e-6))


if __name__ == "__main__":
    unittest.main()
