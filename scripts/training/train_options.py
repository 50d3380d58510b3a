"""Options of train.py: what the command line may say, and what it leaves as it is."""
import argparse
import os
from dataclasses import dataclass
from pathlib import Path

import torch

from dataset import DataOptions


@dataclass
class TrainOptions:
    seed: int = 1
    rate: float = 1e-3
    warm_up: int = 300
    weight_decay: float = 0.01
    clip: float = 1.0
    middle_weight: float = 0.3
    frame_weight: float = 0.2
    ctc_share: float = 0.1
    consistency: float = 0.2
    dropout: float = 0.0
    ema: float = 0.999
    chunks: tuple = (6, 25)
    long_chunks: tuple | None = None
    left: int = 64
    checkpoint_seconds: float = 300.0
    evaluate_seconds: float = 900.0
    keep: int = 3
    log_updates: int = 20


def check_arguments(parser, a):
    """Ends with a message where a value would fail hours later, or be no part of what is trained."""
    if not a.lexicon.is_file():
        parser.error(f"--lexicon: there is no file {a.lexicon}")
    for name in ("warm_start", "init_from_onnx"):
        if (path := getattr(a, name)) and not path.is_file():
            parser.error(f"--{name.replace('_', '-')}: there is no file {path}")
    starts = [a.warm_start, a.init_from_onnx, a.branch_from or a.from_average]
    if sum(map(bool, starts)) > 1:
        parser.error("--warm-start, --init-from-onnx and a branch (--branch-from, --from-average) exclude each other")
    if starts[2] and not (a.decay_updates or a.decay_minutes):
        parser.error("--branch-from and --from-average are of a branch: give --decay-updates or --decay-minutes")
    for name in ("chunks", "long_chunks"):
        if (chunks := getattr(a, name)) and not 1 <= chunks[0] <= chunks[1]:
            parser.error(f"--{name.replace('_', '-')}: LEAST must be at least 1, and at most MOST")
    if a.long_chunks and not a.consistency:
        parser.error("--long-chunks needs two views: give --consistency a weight")
    rest = 1 - DataOptions.word_share - DataOptions.noise_share
    if not 0 <= a.real_share <= rest:
        parser.error(f"--real-share must be from 0 to {rest:g}: single words and noise have the rest")
    if not 0 <= a.strength <= 1:
        parser.error("--strength must be from 0 to 1")
    if not 0 <= a.dropout < 1:
        parser.error("--dropout must be from 0 up to, but not, 1")
    if a.processes < 1 or a.loaders < 1:
        parser.error("--processes and --loaders must be at least 1")


def parse_arguments(description):
    """The command line as a namespace, and the TrainOptions and DataOptions that it makes."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, default=Path(".training"))
    parser.add_argument("--lexicon", type=Path, required=True, help="index.js of cmu-pronouncing-dictionary")
    parser.add_argument("--warm-start", type=Path)
    parser.add_argument("--init-from-onnx", type=Path, help="an exported model, where no checkpoint is left")
    parser.add_argument("--objective", choices=("ctc", "crf"), default="ctc")
    parser.add_argument("--name", default="main", help="run: a folder under WORK/checkpoints")
    parser.add_argument("--branch-from", metavar="NAME",
                        help="the run that a decay branch starts from; main where no file is named to start from")
    parser.add_argument("--from-average", action="store_true",
                        help="a branch starts from the averaged weights, which are as good as decayed ones")
    parser.add_argument("--decay-updates", type=int, default=0, help="let the rate fall to 0 over so many updates")
    parser.add_argument("--decay-minutes", type=float, default=0.0,
                        help="let the rate fall to 0, and training end, after so many minutes in all")
    parser.add_argument("--updates", type=int, default=10**9, help="stop at this update")
    parser.add_argument("--seed", type=int, default=TrainOptions.seed,
                        help="of the data and the augmentation; another one for a run that goes on from an export")
    parser.add_argument("--rate", type=float, default=TrainOptions.rate)
    parser.add_argument("--batch-seconds", type=float, default=DataOptions.batch_seconds)
    parser.add_argument("--strength", type=float, default=DataOptions.strength, help="of the augmentation, 0 to 1")
    parser.add_argument("--real-share", type=float, default=DataOptions.real_share,
                        help="of the hours, sentences that people speak; synthetic voices have the rest")
    parser.add_argument("--consistency", type=float, default=TrainOptions.consistency,
                        help="weight of the likeness of two views of the same speech; 0: one view, half the time")
    parser.add_argument("--dropout", type=float, default=TrainOptions.dropout,
                        help="share of what each part of a block adds that is left out, other ones in each view")
    parser.add_argument("--frame-weight", type=float, default=TrainOptions.frame_weight,
                        help="weight of the loss of frames, where segment.py has labelled them")
    parser.add_argument("--chunks", type=int, nargs=2, default=TrainOptions.chunks, metavar=("LEAST", "MOST"),
                        help="encoder frames of a chunk, drawn for each update")
    parser.add_argument("--long-chunks", type=int, nargs=2, metavar=("LEAST", "MOST"),
                        help="the same for the second view of each utterance; --chunks is then for the first one")
    parser.add_argument("--frozen", nargs="*", default=[], metavar="PREFIX",
                        help="parameters that stay as they are; sub.c1 sub.c2 saves a fifth of the time on a processor")
    parser.add_argument("--processes", type=int, default=torch.cuda.device_count() or os.cpu_count())
    parser.add_argument("--loaders", type=int, default=max(1, os.cpu_count() - 2) if torch.cuda.is_available() else 1,
                        help="processes that make batches")
    arguments = parser.parse_args()
    check_arguments(parser, arguments)
    options = TrainOptions(seed=arguments.seed, rate=arguments.rate, frame_weight=arguments.frame_weight,
                           consistency=arguments.consistency, dropout=arguments.dropout, chunks=tuple(arguments.chunks),
                           long_chunks=tuple(arguments.long_chunks) if arguments.long_chunks else None)
    data_options = DataOptions(seed=arguments.seed, batch_seconds=arguments.batch_seconds, strength=arguments.strength,
                               real_share=arguments.real_share, views=2 if arguments.consistency else 1)
    return arguments, options, data_options
