"""Phone trigram of the training transcripts, the denominator's language model (objective_crf.py)."""
import numpy as np

from evaluate import training_target_function
from lexicon import UNITS
from shards import ShardStore


def phone_trigram(sequences, units, discount=0.5):
    """Absolutely discounted trigram, interpolated with bigram and unigram: [units, units, units].

    [a, b, c] is the probability of c after a b. Unit 0 stands for what is before the start, and as c for the end.
    """
    counts = np.zeros((units, units, units))
    for sequence in sequences:
        before, previous = 0, 0
        for unit in [*sequence, 0] if sequence else []:
            counts[before, previous, unit] += 1
            before, previous = previous, unit
    bigram_counts = counts.sum(0)
    unigram = (bigram_counts.sum(0) + 1) / (bigram_counts.sum() + units)
    return discounted(counts, discounted(bigram_counts, unigram, discount), discount)


def discounted(counts, lower, discount):
    """Probabilities of the last axis: what was seen less the discount, which `lower` shares out."""
    total = counts.sum(-1, keepdims=True)
    kept = np.maximum(counts - discount, 0) / np.maximum(total, 1)
    shared = np.where(total > 0, discount * (counts > 0).sum(-1, keepdims=True) / np.maximum(total, 1), 1.0)
    return kept + shared * lower


def write_trigram(work, lexicon):
    """Phone trigram of all training transcripts to WORK/trigram.npy, the denominator of CTC-CRF."""
    targets = training_target_function(lexicon, work / "features")
    rows = [row for folder in ("real", "synthetic") for row in ShardStore(work / "features" / folder).rows]
    # Single words and wake words repeat thirty phrases thousands of times: they say nothing about language.
    sequences = [units for row in rows if row.split == "train"
                 and row.set not in ("speech_commands", "picovoice_wake_words") and (units := targets(row))]
    np.save(work / "trigram.npy", phone_trigram(sequences, len(UNITS)))
