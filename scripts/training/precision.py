"""Where bfloat16 pays."""
import torch


def has_bfloat16(device):
    """Whether `device` has instructions for it: products of matrices then take less than half the time of single
    precision; other processors compute it more slowly than that."""
    return torch.device(device).type == "cuda" or torch.cpu._is_avx512_bf16_supported()
