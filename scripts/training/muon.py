"""Muon: momentum whose matrix updates are made orthogonal, so that all directions of a weight matrix learn alike.

Source: Jordan et al., "Muon: An optimizer for hidden layers in neural networks" (2024), with the coefficients of its
quintic Newton-Schulz iteration; the scale of the update after Liu et al., "Muon is Scalable for LLM Training" (2025),
by which AdamW's learning rate and weight decay serve for it, too.
"""
import torch
import torch.distributed as distributed

from precision import has_bfloat16

COEFFICIENTS = (3.4445, -4.7750, 2.0315)
#: Root mean square of an update's elements at rate 1: about that of AdamW.
UPDATE_RMS = 0.2


def orthogonalise(x, steps=5):
    """Matrices x [count, rows, columns], rows <= columns, with singular values moved to between about 0.7 and 1.2."""
    a, b, c = COEFFICIENTS
    x = x / (x.norm(dim=(1, 2), keepdim=True) + 1e-7)
    for _ in range(steps):
        gram = x @ x.mT
        x = torch.baddbmm(x, torch.baddbmm(gram, gram, gram, beta=b, alpha=c), x, beta=a)
    return x


class Muon(torch.optim.Optimizer):
    """For weight matrices. A group's option `stacked` tells how many matrices lie one below the other in each of its
    parameters (3 for query, key and value). Of several processes each makes a share of the matrices orthogonal."""

    def __init__(self, groups, lr, momentum=0.95, weight_decay=0.01):
        super().__init__(groups, {"lr": lr, "momentum": momentum, "weight_decay": weight_decay, "stacked": 1})

    @torch.no_grad()
    def step(self):
        """Takes every parameter's `grad`, which must be the same in all processes."""
        for group in self.param_groups:
            gradients = [p.grad for p in group["params"]]
            momenta = [self.state[p].setdefault("momentum", torch.zeros_like(p)) for p in group["params"]]
            torch._foreach_lerp_(momenta, gradients, 1 - group["momentum"])
            directions = torch._foreach_lerp(gradients, momenta, group["momentum"])
            updates = self.orthogonal(directions, group["stacked"])
            torch._foreach_mul_(group["params"], 1 - group["lr"] * group["weight_decay"])
            torch._foreach_add_(group["params"], updates, alpha=-group["lr"])

    @staticmethod
    def orthogonal(directions, stacked):
        """Updates like `directions`, of the root mean square UPDATE_RMS."""
        is_shared = distributed.is_initialized()
        rank, world = (distributed.get_rank(), distributed.get_world_size()) if is_shared else (0, 1)
        flat = torch.zeros(sum(d.numel() for d in directions), device=directions[0].device)
        updates = [part.view_as(d) for part, d in zip(flat.split([d.numel() for d in directions]), directions)]
        by_shape = {}
        for direction, update in zip(directions, updates):
            for source, target in zip(direction.chunk(stacked), update.chunk(stacked)):
                if source.shape[0] > source.shape[1]:
                    source, target = source.mT, target.mT
                by_shape.setdefault(source.shape, []).append((source, target))
        for shape, pairs in by_shape.items():
            mine = pairs[rank::world]
            if mine:
                stack = torch.stack([source for source, _ in mine])
                # The iteration bears rounding well, and is most of the work of an update.
                found = orthogonalise(stack.bfloat16() if has_bfloat16(stack.device) else stack).float()
                for (_, target), value in zip(mine, found):
                    # A semi-orthogonal matrix has a Frobenius norm of the root of its smaller side.
                    target.copy_(value * (UPDATE_RMS * shape[1] ** 0.5))
        if is_shared:
            distributed.all_reduce(flat)
        return updates


def optimisers(network, rate, weight_decay):
    """Muon for the matrices of the network's blocks and behind its stem, AdamW for all the rest."""
    matrices, projections, others = [], [], []
    for name, p in network.named_parameters():
        if not p.requires_grad:
            continue
        is_matrix = name == "sub.o.weight" or name.startswith("b.") and name.endswith(".weight") and p.ndim == 2
        (projections if name.endswith("qkv.weight") else matrices if is_matrix else others).append(p)
    groups = [{"params": matrices}, {"params": projections, "stacked": 3}]
    return {"muon": Muon(groups, lr=rate, weight_decay=weight_decay),
            "adamw": torch.optim.AdamW(others, lr=rate, betas=(0.9, 0.98), weight_decay=weight_decay, fused=True)}
