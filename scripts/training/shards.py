"""Feature shards: float16 log-mel frames in one flat file, and a table of rows beside it.

`NAME.f16`  [frames, 80] little-endian half floats, rows one after the other
`NAME.tsv`  first_frame, frames, id, set, speaker, split, text (header line; written last, so its presence marks a
            finished shard)
"""
from dataclasses import dataclass
from pathlib import Path

import numpy as np

BINS = 80
UNLABELLED = 255
# Sets that synthetic voices speak.
SYNTHETIC = ("espeak", "flite", "festival")
HEADER = "first_frame\tframes\tid\tset\tspeaker\tsplit\ttext"


@dataclass(frozen=True)
class Row:
    shard: int
    first: int
    frames: int
    id: str
    set: str
    speaker: str
    split: str
    text: str


class ShardWriter:
    def __init__(self, folder, name):
        self.base = Path(folder) / name
        self.base.parent.mkdir(parents=True, exist_ok=True)
        self.file = open(self.base.with_suffix(".f16"), "wb")
        self.first, self.lines = 0, [HEADER]

    def add(self, features, *, id, set, speaker, split, text):
        """features [frames, 80] float32."""
        self.file.write(features.astype("<f2").tobytes())
        self.lines.append(f"{self.first}\t{len(features)}\t{id}\t{set}\t{speaker}\t{split}\t{text}")
        self.first += len(features)

    def close(self):
        self.file.close()
        temporary = self.base.with_suffix(".part")
        temporary.write_text("\n".join(self.lines) + "\n", encoding="utf-8")
        temporary.rename(self.base.with_suffix(".tsv"))


class ShardStore:
    """All finished shards under a folder, in name order, memory-mapped."""

    def __init__(self, folder):
        self.rows, self.maps, self.names = [], [], []
        for table in sorted(Path(folder).glob("*.tsv")):
            self._open(table)

    def _open(self, table):
        shard = len(self.maps)
        self.maps.append(np.memmap(table.with_suffix(".f16"), dtype="<f2", mode="r").reshape(-1, BINS))
        self.names.append(table.stem)
        for line in table.read_text(encoding="utf-8").splitlines()[1:]:
            first, frames, *fields = line.split("\t")
            self.rows.append(Row(shard, int(first), int(frames), *fields))

    def features(self, row):
        """[frames, 80] float32."""
        return self.maps[row.shard][row.first : row.first + row.frames].astype(np.float32)
