"""Lines of Drascula (Debian's `drascula`, English) with the texts that are said in them.

`drascula.dat` holds lists of texts, one for each person: count (big-endian 16 bits), and then for each of six languages,
English first, the size and the texts, each behind the distance to the next. `VB10.ALS` is what VB says in line 10:
unsigned 8-bit samples at 11,025 Hz. The layout is documented by ScummVM (engines/drascula), whose code was not copied.
"""
import struct
from pathlib import Path

LANGUAGES = 6
PEOPLE = ("", "D", "B", "BJ", "E", "I", "L", "P", "T", "VB")
FIRST_LINE = b"\0\0\0\4\0\0\0"


def texts_of(data, count):
    at, texts = 4, []
    for _ in range(count):
        texts.append(data[at:].split(b"\0", 1)[0].decode("latin1"))
        at += struct.unpack(">H", data[at - 2 : at])[0]
    return texts


def clips(folder):
    """Yields (id, set, speaker, text, sound as unsigned 8-bit samples at 11,025 Hz)."""
    table = next(Path(folder).rglob("drascula.dat"))
    data = table.read_bytes()
    at = data.index(FIRST_LINE) - 4
    for person in PEOPLE:
        count, at = struct.unpack(">H", data[at : at + 2])[0], at + 2
        for language in range(LANGUAGES):
            size = struct.unpack(">H", data[at : at + 2])[0]
            if language == 0:
                texts = texts_of(data[at + 2 : at + 2 + size] + bytes(8), count)
            at += 2 + size
        for line, text in enumerate(texts):
            sound = table.parent / f"{person}{line}.ALS"
            if sound.exists() and text.strip():
                yield f"dras{person}{line}", "drascula", f"dras_{person or 'hero'}", text, sound.read_bytes()
