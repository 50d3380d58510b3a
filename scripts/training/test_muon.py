"""The optimiser on small matrices."""
import unittest

import torch

from muon import UPDATE_RMS, Muon, optimisers, orthogonalise
from network import AcousticNetwork


def parameter(rows, columns):
    p = torch.nn.Parameter(torch.randn(rows, columns))
    p.grad = torch.randn(rows, columns)
    return p


class MuonTest(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(0)

    def test_all_directions_of_a_matrix_get_nearly_one_length(self):
        # Singular values from 1 down to 0.01.
        steep = torch.linalg.qr(torch.randn(8, 8))[0] * torch.logspace(0, -2, 8) @ torch.linalg.qr(torch.randn(24, 8))[0].T
        lengths = torch.linalg.svdvals(orthogonalise(steep[None])[0])
        self.assertGreater(lengths.min().item(), 0.3)
        self.assertLess(lengths.max().item(), 1.3)

    def test_an_update_has_the_size_of_one_of_adamw_whatever_the_shape(self):
        for rows, columns in ((16, 16), (16, 48), (48, 16)):
            p = parameter(rows, columns)
            before = p.detach().clone()
            Muon([p], lr=0.1, weight_decay=0).step()
            rms = (p - before).square().mean().sqrt().item() / 0.1
            self.assertAlmostEqual(rms, UPDATE_RMS, delta=0.35 * UPDATE_RMS)

    def test_stacked_matrices_are_taken_one_by_one(self):
        whole = parameter(24, 8)
        parts = []
        for rows in range(0, 24, 8):
            parts.append(torch.nn.Parameter(whole[rows : rows + 8].detach().clone()))
            parts[-1].grad = whole.grad[rows : rows + 8].clone()
        Muon([{"params": [whole], "stacked": 3}], lr=0.1).step()
        Muon(parts, lr=0.1).step()
        torch.testing.assert_close(whole, torch.cat(parts))

    def test_it_solves_least_squares(self):
        x, wanted = torch.randn(64, 8), torch.randn(12, 8)
        p = torch.nn.Parameter(torch.zeros(12, 8))
        optimiser = Muon([p], lr=0.2, weight_decay=0)
        for update in range(300):
            optimiser.param_groups[0]["lr"] = 0.2 * (1 - update / 300)
            (x @ (p - wanted).T).square().mean().backward()
            optimiser.step()
            p.grad = None
        self.assertLess((p - wanted).abs().max().item(), 0.05)

    def test_frozen_parameters_are_left_alone(self):
        network = AcousticNetwork()
        for name, p in network.named_parameters():
            p.requires_grad_(not name.startswith("sub.c"))
        groups = [group for optimiser in optimisers(network, 1e-3, 0.01).values() for group in optimiser.param_groups]
        trained = {id(p) for group in groups for p in group["params"]}
        self.assertEqual(trained, {id(p) for name, p in network.named_parameters() if not name.startswith("sub.c")})


if __name__ == "__main__":
    unittest.main()
