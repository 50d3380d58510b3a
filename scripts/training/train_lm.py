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

#: Tokens after which the learning rate is whole.
WARM_UP_TOKENS = 200_000
LOG_UPDATES = 200
SAVE_SECONDS = 300


def read(path):
    return [line.split() for line in path.read_text().splitlines()]


def evaluate(model, vocabulary, path):
    domains = {}
    for line in path.read_text().splitlines():
        domain, text = line.split("\t")
        domains.setdefault(domain, []).append(vocabulary.encode(text.split()))
    return {domain: round(perplexity(model, rows), 1) for domain, rows in domains.items()}


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--text", type=Path, required=True)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--epochs", type=float, default=3)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--tokens", type=int, default=2048, help="of a batch")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    return parser.parse_args()


class Trainer:
    """Model, optimiser and position, from the file of a run before if there is one."""

    def __init__(self, arguments, lines):
        self.arguments, self.options = arguments, LmOptions()
        self.vocabulary = Vocabulary.of(lines, self.options.vocabulary)
        self.sentences = [np.array(self.vocabulary.encode(line), np.int32) for line in lines]
        self.tokens = sum(len(s) + 1 for s in self.sentences)
        self.model = WordLm(self.options)
        self.optimiser = torch.optim.AdamW(self.model.parameters(), lr=arguments.rate, weight_decay=0.01,
                                           betas=(0.9, 0.98))
        self.done = self.epoch = self.in_epoch = 0
        if arguments.output.exists():
            state = torch.load(arguments.output, weights_only=False)
            if state["words"] != self.vocabulary.words or state["options"] != asdict(self.options):
                raise SystemExit(f"{arguments.output} was trained on other text or with other options: its words have other "
                                 "numbers. Give another --output.")
            self.model.load_state_dict(state["model"])
            self.optimiser.load_state_dict(state["optimiser"])
            self.done, self.epoch, self.in_epoch = state["done"], state["epoch"], state["in_epoch"]
        self.end = arguments.epochs * self.tokens
        self.log = open(arguments.output.with_suffix(".jsonl"), "a", buffering=1)

    def note(self, **entry):
        print(json.dumps({"tokens": self.done, "time": int(time.time()), **entry}), file=self.log)

    def save(self):
        """Writes the file of this run, and notes the perplexity of the held-out lines."""
        part = self.arguments.output.with_suffix(".part")
        torch.save({"model": self.model.state_dict(), "optimiser": self.optimiser.state_dict(),
                    "words": self.vocabulary.words, "options": asdict(self.options),
                    "done": self.done, "epoch": self.epoch, "in_epoch": self.in_epoch}, part)
        part.rename(self.arguments.output)
        self.note(perplexity=evaluate(self.model, self.vocabulary, self.arguments.text / "heldout.tsv"))

    def learning_rate(self):
        return self.arguments.rate * min(1.0, (self.done + 1) / WARM_UP_TOKENS) * max(0.0, 1 - self.done / self.end)

    def step(self, words, targets, mask):
        """One update; returns its loss."""
        for group in self.optimiser.param_groups:
            group["lr"] = self.learning_rate()
        loss = -self.model(words, targets, mask).mean()
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimiser.step()
        self.done += int(mask.sum())
        return loss.item()

    def batches(self):
        """Yields batches from where the run stands, epoch after epoch, until all tokens have had their turn."""
        while self.done < self.end:
            generator = np.random.default_rng((self.arguments.seed, self.epoch))
            for index, batch in enumerate(batches(self.sentences, self.arguments.tokens, generator)):
                if index < self.in_epoch:
                    continue
                self.in_epoch = index + 1
                yield batch
                if self.done >= self.end:
                    return
            self.epoch, self.in_epoch = self.epoch + 1, 0

    def train(self):
        outside = sum(int((s == UNKNOWN).sum()) for s in self.sentences)
        self.note(sentences=len(self.sentences), all_tokens=self.tokens, outside=round(outside / self.tokens, 4),
                  options=asdict(self.options))
        saved = mark = time.monotonic()
        mark_done, losses = self.done, []
        for batch in self.batches():
            rate = self.learning_rate()
            losses.append(self.step(*batch))
            now = time.monotonic()
            if len(losses) == LOG_UPDATES:
                self.note(loss=round(float(np.mean(losses)), 4), rate=round(rate, 6),
                          speed=round((self.done - mark_done) / (now - mark)))
                losses, mark, mark_done = [], now, self.done
            if now - saved > SAVE_SECONDS:
                self.save()
                saved = mark = time.monotonic()
                mark_done = self.done
        self.save()


def main():
    arguments = parse_arguments()
    torch.set_num_threads(arguments.threads)
    torch.set_flush_denormal(True)
    torch.manual_seed(arguments.seed)
    Trainer(arguments, read(arguments.text / "train.txt")).train()


if __name__ == "__main__":
    main()
