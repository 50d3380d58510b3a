"""Lines of Beneath a Steel Sky (Debian's `beneath-a-steel-sky`, version 0.0372) with the texts that are said in them.

`sky.dnr`: count of files (little-endian 32 bits), then 8 bytes each: number of the file, offset in `sky.dsk` (24 bits, the
highest: times 16), size (22 bits) and flags. Texts are files 60600 to 60607, one a section, packed with a Huffman code
that stands in the game's program; what line T of a section says is file 50000 + FIRST[section] + T: 22 bytes, then unsigned
8-bit samples at 11,025 Hz, mostly packed (`rnc.py`). The layout is documented by ScummVM (engines/sky), whose code
was not copied.
"""
from pathlib import Path

from games.rnc import unpack

SOUND_HEADER = 22
FIRST = (0, 600, 1100, 2430, 3380, 4530, 5080, 5230, 5600)
# The Huffman tree in pre-order: a dot for an inner node, two hexadecimal digits for a leaf.
TREE = """... 20 . 65 61 ... 6f 73 . 74 6e .. 2e 69 72 ..... 00 45 75 . 6d 41 ... 6c 49 . 64 52 .. 4e 53 54
..... 4f 68 63 . 44 67 ... 4c 43 . 70 55 .. 21 79 4d ..... 50 76 48 . 3f 62 ... 27 66 2c . 47 42
..... 56 6b 46 . 71 77 ... 4b 2d 57 . 4a 2a .... 7a 59 . 6a 2b ... 51 85 29 .. 5a 8b 3c
..... 95 7e 8a . 87 3a ... 7f 5d 23 .. 78 58 91 ..... 88 60 32 .. 30 83 31 ... 2f 28 3d . 86 5e
.... 33 39 . 98 34 ... 7d 38 5c . 22 90 .... 26 8d . 35 36 .. 92 8f . 8e 93
.... 8c 37 80 .. 81 99 . 24 40 .... 5b 9a 5f . 3e 96 ... 82 25 09 .. 9c 97 . 7b . 94 21"""


def read_tree(symbols):
    symbol = next(symbols)
    return (read_tree(symbols), read_tree(symbols)) if symbol == "." else chr(int(symbol, 16))


class Texts:
    """The texts of one section by the number of the line."""

    tree = read_tree(s for part in TREE.split() for s in (part if part[0] == "." else [part]))

    def __init__(self, data):
        self.data = data
        self.lengths, self.start = (int.from_bytes(data[at : at + 2], "little") for at in (0, 2))

    def place(self, line):
        """Where a text starts, in steps of two bits: blocks of 32 lines and then lines tell how long they are."""
        steps = sum(int.from_bytes(self.data[4 + 2 * i : 6 + 2 * i], "little") for i in range(line // 32))
        first = self.lengths + line // 32 * 32
        for length in self.data[first : first + line % 32]:
            steps += (length & 127) * 8 if length & 128 else length
        return steps

    def __getitem__(self, line):
        at, text, node = self.start * 8 + self.place(line) * 2, [], self.tree
        while at < len(self.data) * 8:
            node = node[self.data[at // 8] >> (7 - at % 8) & 1]
            at += 1
            if isinstance(node, str):
                if node == "\0":
                    break
                text.append(node)
                node = self.tree
        return "".join(text)


def files_of(folder):
    table, disk = (next(Path(folder).rglob(f"sky.{end}")).read_bytes() for end in ("dnr", "dsk"))
    files = {}
    for at in range(4, 4 + 8 * int.from_bytes(table[:4], "little"), 8):
        name, offset, size = (int.from_bytes(table[a:b], "little") for a, b in ((at, at + 2), (at + 2, at + 5), (at + 5, at + 8)))
        offset = (offset & 0x7FFFFF) * 16 if offset >> 23 else offset
        files[name] = disk[offset : offset + (size & 0x3FFFFF)]
    return files


def clips(folder):
    """Yields (id, set, speaker, text, sound as unsigned 8-bit samples at 11,025 Hz); who speaks is not told."""
    files = files_of(folder)
    for section in range(8):
        texts = Texts(files[60600 + section])
        for line in range(FIRST[section + 1] - FIRST[section]):
            name = 50000 + FIRST[section] + line
            sound = files.get(name, b"")[SOUND_HEADER:]
            if sound:
                yield f"sky{name}", "steel_sky", f"sky_{section}", texts[line], \
                    unpack(sound) if sound[:3] == b"RNC" else sound
