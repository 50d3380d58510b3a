"""The processes that make training batches for the others, and the way from them."""
import os
import threading
from queue import Empty, Queue

import torch

from dataset import TrainingData, collate
from evaluate import training_target_function


def load_batches(number, loaders, queues, folder, lexicon, options, start):
    """Loader `number` of so many: makes every so manyth window from `start` (window, batch) on and fills a queue for each
    process; looks for new shards before each tenth of its windows."""
    torch.set_num_threads(1)
    os.nice(2)

    def finished():
        return sorted(p.name for part in ("features/*", "segments") for p in folder.parent.glob(f"{part}/*.tsv"))

    def open_data():
        known = finished()
        data = TrainingData(folder, training_target_function(lexicon, folder), options)
        for queue in queues if number == 0 else ():
            queue.put({"data": data.summary()})
        return data, known

    window, skip = start
    while window % loaders != number:
        window, skip = window + 1, 0
    data, known = open_data()
    while True:
        if window // loaders % 10 == 0 and finished() != known:
            data, known = open_data()
        batches = data.window(window)
        for index in range(skip, len(batches)):
            after = (window, index + 1) if index + 1 < len(batches) else (window + 1, 0)
            # Every second row goes to the second process, and so on: rows are sorted, so the shares are alike.
            frames = sum((len(x) + 3) // 4 for views, *_ in batches[index] for x in views)
            for rank, queue in enumerate(queues):
                share = batches[index][rank :: len(queues)]
                # Tensors lie in shared memory: nothing is copied on the way.
                batch = tuple(torch.from_numpy(a) for a in collate(share)) if share else None
                queue.put((batch, frames, after))
        window, skip = window + loaders, 0


def in_order(queues, start):
    """Yields what the loaders put into their queues, in the order of windows from `start` on."""
    window = start[0]
    while True:
        item = queues[window % len(queues)].get(timeout=900)
        yield item
        if not isinstance(item, dict):
            window = item[2][0]


def ahead(items, depth=4, pinned=False):
    """Yields the same items, which a thread has fetched by the time that they are asked for; `pinned` into memory that a
    GPU copies from by itself."""
    fetched = Queue(depth)

    def fetch():
        try:
            for item in items:
                if pinned and not isinstance(item, dict) and item[0] is not None:
                    item = (tuple(x.pin_memory() for x in item[0]), *item[1:])
                fetched.put(item)
        except Empty as error:
            fetched.put(error)

    threading.Thread(target=fetch, daemon=True).start()
    while True:
        item = fetched.get()
        if isinstance(item, Exception):
            raise item
        yield item
