"""What training minimises beside the sequence objective: sums over a batch; logits are [N, frames, units]."""
import torch
import torch.nn.functional as F

from network import output_lengths


def ctc_loss(logits, lengths, units, counts):
    """Sum over the batch of the negative log likelihood."""
    log_probs = logits.float().log_softmax(-1).transpose(0, 1)
    return F.ctc_loss(log_probs, units, output_lengths(lengths), counts, reduction="sum", zero_infinity=True)


def consistency_loss(logits, lengths):
    """Sum over frames, views and units: divergence of each view's posteriors from what the other view says.

    logits [2 N, T, units], the second views of all utterances after the first. CR-CTC (Yao et al. 2024): the other
    view is a fixed target, so each frame learns from what the network hears where less is masked.
    """
    log_probs = logits.float().log_softmax(-1)
    other = log_probs.detach().roll(len(log_probs) // 2, 0)
    divergence = (other.exp() * (other - log_probs)).sum(-1)
    frames = torch.arange(logits.shape[1], device=logits.device) < output_lengths(lengths)[:, None]
    return (divergence * frames).sum()


def phone_loss(logits, phones):
    """Sum over labelled frames of cross entropy of the phone at the frame, and half as much of its neighbours."""
    losses = [F.cross_entropy(logits[:, :, i].flatten(0, 1).float(), phones[:, :, i].flatten(), reduction="sum")
              for i in range(3)]
    return losses[1] + 0.5 * (losses[0] + losses[2])
