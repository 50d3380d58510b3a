"""Trains the acoustic model; resumes exactly where it stopped.

    python train.py --work WORK --lexicon DICTIONARY [--warm-start FILE] [--decay-updates N] [--updates N]

WORK/checkpoints/NAME/latest.pt (--name, main by default) is resumed if it is there. The learning rate warms up and then
stays, with an average of the weights (EMA) beside it, so training can always be continued; `--decay-updates N --name
release` branches off: the rate falls to zero over N updates from the newest checkpoint, in a folder of its own. On a
machine that is lent for a time, `--decay-minutes` says the same in minutes of training.

Each update's batch is shared by `--processes` processes whose gradients are summed. On a processor, one process of
one thread for each core is a quarter faster than one process of many threads, and suffers less from other load.
"""
import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("MASTER_ADDR", "127.0.0.1")
os.environ.setdefault("MASTER_PORT", "29511")

import json
import signal
import time
from dataclasses import asdict
from queue import Empty

import numpy as np
import torch
import torch.distributed as distributed
import torch.multiprocessing as multiprocessing

from evaluate import evaluation_sets, phone_error_rates, target_function
from loader import ahead, in_order, load_batches
from losses import consistency_loss, ctc_loss, phone_loss
from muon import optimisers
from network import AcousticNetwork
from objective_crf import Denominator, crf_loss
from onnx_weights import read_state
from phone_trigram import write_trigram
from precision import has_bfloat16
from train_options import parse_arguments


#: Figures that travel behind the gradient, so that the processes sum them in one go; see Trainer.gradient_of.
FIGURES = 5


class Trainer:
    def __init__(self, arguments, options, rank):
        self.options, self.arguments, self.rank = options, arguments, rank
        self.device = f"cuda:{rank}" if torch.cuda.is_available() else "cpu"
        torch.manual_seed(options.seed)
        self.folder = arguments.work / "checkpoints" / arguments.name
        self.folder.mkdir(parents=True, exist_ok=True)
        self.log_file = open(self.folder / "log.jsonl", "a", buffering=1) if rank == 0 else None
        checkpoint, weights = self.starting_point()
        self.network = (AcousticNetwork.of(weights) if weights else AcousticNetwork()).to(self.device)
        self.network.set_dropout(options.dropout)
        if self.device == "cpu":
            # The stem's convolutions take a fifth less time there.
            self.network.sub.to(memory_format=torch.channels_last)
        for name, parameter in self.network.named_parameters():
            parameter.requires_grad_(not name.startswith(tuple(arguments.frozen)))
        self.parameters = [p for p in self.network.parameters() if p.requires_grad]
        self.ema = {k: v.clone() for k, v in self.network.state_dict().items()}
        self.optimisers = optimisers(self.network, options.rate, options.weight_decay)
        self.update, self.seconds, self.position = 0, 0.0, (0, 0)
        self.decay_start, self.minutes, self.clock = None, 0.0, time.monotonic()
        if checkpoint:
            self.ema.update(checkpoint["ema"])
            for name, optimiser in self.optimisers.items():
                optimiser.load_state_dict(checkpoint["optimisers"][name])
            self.update, self.seconds = checkpoint["update"], checkpoint["seconds"]
            self.position, self.decay_start = checkpoint["position"], checkpoint["decay_start"]
            self.minutes = checkpoint.get("minutes", 0.0)
        if arguments.decay_updates and self.decay_start is None:
            self.decay_start = self.update
        self.denominator = None
        if arguments.objective == "crf":
            self.denominator = Denominator(np.load(arguments.work / "trigram.npy"), self.device)

    def log(self, **entry):
        if self.rank == 0:
            print(json.dumps({"update": self.update, "time": int(time.time()), **entry}), file=self.log_file)

    def starting_point(self):
        """A checkpoint or None, and weights or None: the newest of this run, else a file that was named to start from,
        else the newest of the run that it branches from, else nothing."""
        arguments = self.arguments
        newest = self.folder / "latest.pt"
        branch = arguments.work / "checkpoints" / (arguments.branch_from or "main") / "latest.pt"
        if newest.exists():
            checkpoint = torch.load(newest, map_location=self.device, weights_only=False)
            return checkpoint, checkpoint["model"]
        if arguments.warm_start:
            state = torch.load(arguments.warm_start, map_location=self.device)
            return None, state.get("ema", state)
        if arguments.init_from_onnx:
            # The file lacks the layers that only training uses (TRAINING_LAYERS): they start afresh.
            return None, read_state(arguments.init_from_onnx)
        if (arguments.decay_updates or arguments.decay_minutes) and branch.exists():
            checkpoint = torch.load(branch, map_location=self.device, weights_only=False)
            # A branch of a branch begins a decay of its own.
            return ({**checkpoint, "decay_start": None, "minutes": 0.0},
                    checkpoint["ema" if arguments.from_average else "model"])
        if arguments.branch_from or arguments.from_average:
            raise SystemExit(f"There is no {branch} to branch from.")
        return None, None

    def save(self):
        state = {"model": self.network.state_dict(), "ema": self.ema,
                 "optimisers": {name: optimiser.state_dict() for name, optimiser in self.optimisers.items()},
                 "update": self.update, "seconds": self.seconds, "position": self.position,
                 "decay_start": self.decay_start, "minutes": self.minutes, "options": asdict(self.options)}
        target = self.folder / f"{self.update:07d}.pt"
        part, latest = target.with_suffix(".part"), self.folder / "latest.pt"
        torch.save(state, part)
        part.rename(target)
        # Never without one: a run that finds none begins anew.
        part.hardlink_to(target)
        part.rename(latest)
        for old in sorted(self.folder.glob("[0-9]*.pt"))[: -self.options.keep]:
            old.unlink()

    def left(self):
        """Share of the training that is still to come, by its updates and by its minutes; 1 where it has no end."""
        a, left = self.arguments, 1.0
        if a.decay_updates:
            left *= max(0.0, 1 - (self.update - self.decay_start) / a.decay_updates)
        if a.decay_minutes:
            left *= max(0.0, 1 - self.minutes / a.decay_minutes)
        return left

    def learning_rate(self):
        o = self.options
        return o.rate * min(1.0, (self.update + 1) / o.warm_up) * self.left()

    def step(self, batch, frames):
        """One update; frames: encoder frames of all processes' shares.

        Returns CTC, frame and consistency loss, and the gradient's norm.
        """
        now = time.monotonic()
        passed, self.clock = (now - self.clock) / 60, now
        if batch is None:
            gradient = torch.zeros(sum(p.numel() for p in self.parameters) + FIGURES, device=self.device)
        else:
            gradient = self.gradient_of(batch, frames)
        # All processes go by the first one's clock, so that they end together.
        gradient[-1] = passed if self.rank == 0 else 0.0
        if distributed.is_initialized():
            distributed.all_reduce(gradient)
        *losses, seconds, passed = gradient[-FIGURES:].tolist()
        norm = self.descend(gradient[:-FIGURES])
        self.update += 1
        self.seconds += seconds
        self.minutes += passed
        if self.rank == 0:
            decay = min(self.options.ema, (self.update + 1) / (self.update + 10))
            names, values = zip(*self.network.state_dict().items())
            torch._foreach_lerp_([self.ema[name] for name in names], list(values), 1 - decay)
        return *losses, norm

    def gradient_of(self, batch, frames):
        """Gradient of the parameters, flat, and behind it the FIGURES: CTC, frame and consistency loss, seconds of
        sound, and room for the minutes that passed."""
        o = self.options
        # Drawn from the update's number, so that all processes agree and a resumed run repeats it.
        draw = np.random.default_rng((o.seed, self.update))
        chunk = int(draw.integers(o.chunks[0], o.chunks[1] + 1))
        if o.dropout:
            torch.manual_seed(int(draw.integers(2**62)) + self.rank)
        # CTC wants lengths in the processor's memory.
        features, lengths, units, counts, phones = batch
        features, there, units, phones = (x.to(self.device, non_blocking=True)
                                          for x in (features, lengths, units, phones))
        if o.long_chunks:
            # What the second view hears a second at a time, the first one learns to hear in less.
            long = int(draw.integers(o.long_chunks[0], o.long_chunks[1] + 1))
            chunk = torch.tensor([chunk, long]).repeat_interleave(len(lengths) // 2)
        with torch.autocast(self.device[:4], dtype=torch.bfloat16, enabled=has_bfloat16(self.device)):
            logits, middle, *frame_logits = self.network(features, there, chunk, o.left, frame_logits=True)
        total, loss = self.sequence_loss(logits, lengths, units, counts, frames)
        total = total + o.middle_weight * ctc_loss(middle, lengths, units, counts) / frames
        frame_loss = sum(phone_loss(f, phones) for f in frame_logits) / frames
        total = total + o.frame_weight * frame_loss
        unlike = consistency_loss(logits, there) / frames if o.consistency else loss.new_zeros(())
        total = total + o.consistency * unlike
        gradients = torch.autograd.grad(total, self.parameters)
        figures = [loss, frame_loss, unlike, there.sum().to(loss) / 100, loss.new_zeros(())]
        return torch.cat([g.reshape(-1) for g in gradients] + [torch.stack(figures).detach()])

    def sequence_loss(self, logits, lengths, units, counts, frames):
        """What is minimised for the sequence, and CTC's loss, which is told; for each of the frames."""
        if self.denominator is None:
            loss = ctc_loss(logits, lengths, units, counts) / frames
            return loss, loss
        loss, total = (x / frames for x in crf_loss(
            logits.float().log_softmax(-1), lengths, units, counts, self.denominator))
        return total + self.options.ctc_share * loss, loss

    def descend(self, gradient):
        """Moves the parameters by a flat gradient, clipped, unless it is not finite. Returns its norm."""
        norm = gradient.norm().item()
        if np.isfinite(norm):
            gradient *= min(1.0, self.options.clip / (norm + 1e-6))
            for p, g in zip(self.parameters, gradient.split([p.numel() for p in self.parameters])):
                p.grad = g.view_as(p)
            for optimiser in self.optimisers.values():
                for group in optimiser.param_groups:
                    group["lr"] = self.learning_rate()
                optimiser.step()
        return norm

    def evaluate(self, sets, both=False):
        """Logs the phone error rates of the averaged weights, and of the last ones too where `both`."""
        weights = {k: v.clone() for k, v in self.network.state_dict().items()}
        entry = {"per_model": phone_error_rates(self.network, sets, device=self.device)} if both else {}
        self.network.load_state_dict(self.ema)
        entry["per_ema"] = phone_error_rates(self.network, sets, device=self.device)
        self.network.load_state_dict(weights)
        self.log(evaluation=entry, seconds=round(self.seconds))


def run(rank, arguments, options, data_options, queues, ready):
    """One training process, with a queue from each loader; rank 0 also logs, evaluates and saves."""
    torch.set_num_threads(1 if arguments.processes > 1 else os.cpu_count())
    # Gradients of masked cells underflow; denormal arithmetic is a hundred times slower.
    torch.set_flush_denormal(True)
    if arguments.processes > 1:
        backend = "nccl" if torch.cuda.is_available() else "gloo"
        distributed.init_process_group(backend, rank=rank, world_size=arguments.processes)
    trainer = Trainer(arguments, options, rank)
    if rank == 0:
        ready.put(trainer.position)
        folder = arguments.work / "features"
        sets = evaluation_sets(folder, "dev", target_function(arguments.lexicon, folder), limit=60)
    trainer.log(start={"options": asdict(options), "data": asdict(data_options), "device": trainer.device,
                       "processes": arguments.processes})
    if rank == 0 and trainer.update == 0:
        trainer.evaluate(sets)
    stop = []
    signal.signal(signal.SIGTERM, lambda *_: stop.append(True))
    saved = evaluated = mark = trainer.clock = time.monotonic()
    mark_seconds, losses, waited = trainer.seconds, [], 0.0
    items = ahead(in_order(queues, trainer.position), pinned=torch.cuda.is_available())
    while trainer.update < arguments.updates and trainer.left() > 0 and not stop:
        before = time.monotonic()
        item = next(items)
        waited += time.monotonic() - before
        if isinstance(item, dict):
            trainer.log(**item)
            continue
        batch, frames, trainer.position = item
        *loss, norm = trainer.step(batch, frames)
        losses.append(loss)
        now = time.monotonic()
        if rank == 0 and len(losses) == options.log_updates:
            loss, frame_loss, unlike = (round(value, 4) for value in np.mean(losses, 0))
            trainer.log(loss=loss, frame_loss=frame_loss, consistency=unlike, norm=round(norm, 3),
                        seconds=round(trainer.seconds), rate=round(trainer.learning_rate(), 7), waited=round(waited, 2),
                        speed=round((trainer.seconds - mark_seconds) / (now - mark), 1))
            mark, mark_seconds, losses, waited = now, trainer.seconds, [], 0.0
        if rank == 0 and now - saved > options.checkpoint_seconds:
            trainer.save()
            saved = now
        if rank == 0 and now - evaluated > options.evaluate_seconds:
            trainer.evaluate(sets)
            evaluated = mark = time.monotonic()
    if rank == 0:
        trainer.save()
        if not stop:
            trainer.evaluate(sets, both=True)


def first_of(queue, process):
    """What a process puts into a queue first. Ends where the process ends without."""
    while True:
        try:
            return queue.get(timeout=1)
        except Empty:
            if not process.is_alive():
                raise SystemExit(1) from None


def main():
    arguments, options, data_options = parse_arguments(__doc__)
    # CUDA does not survive a fork; where there is none, forked processes keep the command line, so they can be found.
    context = multiprocessing.get_context("spawn" if torch.cuda.is_available() else "fork")
    if arguments.objective == "crf" and not (arguments.work / "trigram.npy").exists():
        write_trigram(arguments.work, arguments.lexicon)
    processes, count = range(arguments.processes), arguments.loaders
    queues, ready = [[context.Queue(max(8, 24 // count)) for _ in processes] for _ in range(count)], context.Queue()
    ranks = [context.Process(target=run, args=(rank, arguments, options, data_options, [q[rank] for q in queues], ready))
             for rank in processes]
    for process in ranks:
        process.start()
    start = first_of(ready, ranks[0])
    loaders = [context.Process(target=load_batches, daemon=True, args=(
        number, count, queues[number], arguments.work / "features", arguments.lexicon, data_options, start))
        for number in range(count)]
    for process in loaders:
        process.start()
    # A stop is asked of rank 0, which saves first. Whichever process ends, the others would wait for its gradients.
    signal.signal(signal.SIGTERM, lambda *_: ranks[0].terminate())
    while all(process.is_alive() for process in [*loaders, *ranks]):
        time.sleep(1)
    # The first one evaluates when the others have ended already; what failed it would wait for in vain.
    has_failed = any(process.exitcode for process in [*ranks, *loaders])
    ranks[0].join(timeout=120 if has_failed else None)
    code = ranks[0].exitcode
    for process in [*ranks, *loaders]:
        process.kill()
    raise SystemExit(1 if has_failed or code is None else code)


if __name__ == "__main__":
    main()
