"""Trains the language model that the n-best list is scored with; resumes where it stopped.

    python train_lm.py --text FOLDER --output FILE.pt [--epochs 3] [--rate 2e-3]

FOLDER is what scripts/write-lm-text.ts wrote. FILE.pt holds weights, optimiser and position; FILE.jsonl the log.
"""
import argparse
import json
import time
from dataclasses import asdict
from pathlib import Path

import numpy as np
import torch

from neural_lm import UNKNOWN, LmOptions, Vocabulary, WordLm, batches, perplexity


def read(path):
    return [line.split() for line in path.read_text().splitlines()]


def evaluate(model, vocabulary, path):
    domains = {}
    for line in path.read_text().splitlines():
        domain, text = line.split("\t")
        domains.setdefault(domain, []).append(vocabulary.encode(text.split()))
    return {domain: round(perplexity(model, rows), 1) for domain, rows in domains.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--text", type=Path, required=True)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--epochs", type=float, default=3)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--tokens", type=int, default=2048, help="of a batch")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    a = parser.parse_args()
    torch.set_num_threads(a.threads)
    torch.set_flush_denormal(True)
    torch.manual_seed(a.seed)
    lines = read(a.text / "train.txt")
    options = LmOptions()
    vocabulary = Vocabulary.of(lines, options.vocabulary)
    sentences = [np.array(vocabulary.encode(line), np.int32) for line in lines]
    tokens = sum(len(s) + 1 for s in sentences)
    model = WordLm(options)
    optimiser = torch.optim.AdamW(model.parameters(), lr=a.rate, weight_decay=0.01, betas=(0.9, 0.98))
    done = epoch = in_epoch = 0
    if a.output.exists():
        state = torch.load(a.output, weights_only=False)
        model.load_state_dict(state["model"])
        optimiser.load_state_dict(state["optimiser"])
        done, epoch, in_epoch = state["done"], state["epoch"], state["in_epoch"]
    log = open(a.output.with_suffix(".jsonl"), "a", buffering=1)

    def note(**entry):
        print(json.dumps({"tokens": done, "time": int(time.time()), **entry}), file=log)

    def save():
        part = a.output.with_suffix(".part")
        torch.save({"model": model.state_dict(), "optimiser": optimiser.state_dict(), "words": vocabulary.words,
                    "options": asdict(options), "done": done, "epoch": epoch, "in_epoch": in_epoch}, part)
        part.rename(a.output)

    end = a.epochs * tokens
    outside = sum(int((s == UNKNOWN).sum()) for s in sentences)
    note(sentences=len(sentences), all_tokens=tokens, outside=round(outside / tokens, 4), options=asdict(options))
    saved = mark = time.monotonic()
    mark_done, losses = done, []
    while done < end:
        for index, (words, targets, mask) in enumerate(batches(sentences, a.tokens, np.random.default_rng((a.seed, epoch)))):
            if index < in_epoch:
                continue
            rate = a.rate * min(1.0, (done + 1) / 200_000) * max(0.0, 1 - done / end)
            for group in optimiser.param_groups:
                group["lr"] = rate
            loss = -model(words, targets, mask).mean()
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            done += int(mask.sum())
            in_epoch = index + 1
            losses.append(loss.item())
            now = time.monotonic()
            if len(losses) == 200:
                note(loss=round(float(np.mean(losses)), 4), rate=round(rate, 6),
                     speed=round((done - mark_done) / (now - mark)))
                losses, mark, mark_done = [], now, done
            if now - saved > 300:
                save()
                note(perplexity=evaluate(model, vocabulary, a.text / "heldout.tsv"))
                saved = mark = time.monotonic()
                mark_done = done
            if done >= end:
                break
        else:
            epoch, in_epoch = epoch + 1, 0
    save()
    note(perplexity=evaluate(model, vocabulary, a.text / "heldout.tsv"))


if __name__ == "__main__":
    main()
