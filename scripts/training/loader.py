"""The process that makes training batches for the others, in their order."""
import os

import torch

from dataset import TrainingData, collate
from evaluate import training_target_function


def load_batches(queues, folder, lexicon, options, start):
    """Fills a queue for each process from window and batch `start` on; looks for new shards before each tenth window."""
    torch.set_num_threads(1)
    os.nice(2)

    def finished():
        return sorted(p.name for part in ("features/*", "segments") for p in folder.parent.glob(f"{part}/*.tsv"))

    def open_data():
        known = finished()
        data = TrainingData(folder, training_target_function(lexicon, folder), options)
        for queue in queues:
            queue.put({"data": data.summary()})
        return data, known

    window, skip = start
    data, known = open_data()
    while True:
        if window % 10 == 0 and finished() != known:
            data, known = open_data()
        batches = data.window(window)
        for index in range(skip, len(batches)):
            after = (window, index + 1) if index + 1 < len(batches) else (window + 1, 0)
            # Every second row goes to the second process, and so on: rows are sorted, so the shares are alike.
            frames = sum((len(x) + 3) // 4 for views, *_ in batches[index] for x in views)
            for rank, queue in enumerate(queues):
                share = batches[index][rank :: len(queues)]
                queue.put((collate(share) if share else None, frames, after))
        window, skip = window + 1, 0
