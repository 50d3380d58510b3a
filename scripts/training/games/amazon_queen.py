"""Lines of Flight of the Amazon Queen (Debian's `flight-of-the-amazon-queen`) with what is said in them.

Layout of `queen.1c`: "QTBL", version (6 bytes, NUL padded), 2 bytes, compression of the speech (1: MP3), count of files
(big-endian 16 bits, like every number here), then per file a name (12 bytes), a byte, offset and size (32 bits each).
Files *.DOG are dialogues, *.CUT scenes, QUEEN2.JAS what the hero remarks; *.SB is one clip each, named after the text it
belongs to. The layout is documented by ScummVM (engines/queen), whose code was not copied.
"""
import re
import struct
from pathlib import Path

HEADER = 20
HERO = "joe"
# Commands within a text: *03 or *FL end a clip; these two do not.
SILENT_COMMANDS = ("GD", "GM")
OWN_ANSWERS = 40


def number(data, at):
    return struct.unpack(">h", data[at : at + 2])[0]


def string_at(data, at, align=2):
    """The string that starts at a byte with its length, and where the next one starts."""
    length, at = data[at], at + 1
    if not length:
        return "", at
    return data[at : at + length].decode("latin1"), (at + length + align - 1) & ~(align - 1)


def clips_of(text):
    """[(number of the clip, what is said)] of a text with commands."""
    found, at, start, index = [], 0, 0, 1
    while at < len(text):
        if text[at] != "*":
            at += 1
            continue
        said, command = text[start:at], text[at + 1 : at + 3]
        # A walk carries its coordinates.
        at += 14 if command == "XY" else 3
        if command not in SILENT_COMMANDS:
            found.append((index, said))
        index, start = index + 1, at
    found.append((index, text[start:]))
    return [(i, said.strip()) for i, said in found if said.strip()]


def files_of(archive):
    count, files = struct.unpack(">H", archive[13:15])[0], {}
    for at in range(15, 15 + 21 * count, 21):
        offset, size = struct.unpack(">II", archive[at + 13 : at + 21])
        files[archive[at : at + 12].split(b"\0")[0].decode()] = archive[offset : offset + size]
    return files


def dialogue_texts(name, data):
    """(prefix of the clips' names, text, who) of a *.DOG file."""
    data = data[HEADER:]
    levels, key = abs(number(data, 0)), number(data, 4)
    own, others, hero_at = number(data, 6), number(data, 8), 32 + abs(levels) * 96
    person = name[:-4].rstrip("0123456789").lower()
    other_at, again_at = (struct.unpack(">H", data[at : at + 2])[0] for at in (22, 26))
    for at, count, who, letter in ((other_at, others, person, "P"), (hero_at, own, HERO, "J")):
        for _ in range(count):
            line = number(data, at + 2) & 0xFFFF
            text, at = string_at(data, at + 4, 4)
            yield f"{key:2d}{line:4x}{letter}", text, who
    if not number(data, hero_at + 2):
        yield f"{key:2d}SSSSJ", string_at(data, hero_at + 4)[0], HERO
    text, at = string_at(data, again_at)
    yield f"{key:2d}XXXXP", text, person
    yield f"{key:2d}XXXXJ", string_at(data, at)[0], HERO


def scene_texts(name, data):
    """The same of a *.CUT file; who speaks is not told."""
    data, scene = data[HEADER:], name[:-4]
    at = string_at(data, struct.unpack(">H", data[8:10])[0])[1]
    for line in range(1, abs(number(data, 2)) + 1):
        text, at = string_at(data, at)
        yield f"{scene:_<5}{line:02d}", text, scene.lower()


def remark_texts(data):
    lines = [line.decode("latin1") for line in data.split(b"\r\n")]
    verbs = lines.index("open")
    for i, text in enumerate(lines[verbs + 12 : verbs + 12 + OWN_ANSWERS]):
        yield f"JOE{i + 1:04d}", text, HERO
    for i, text in enumerate(lines[:verbs]):
        yield f"JOE{OWN_ANSWERS + i + 1:04d}", text, HERO


def clips(folder):
    """Yields (id, set, speaker, text, sound as MP3)."""
    files = files_of(next(Path(folder).rglob("queen.1c")).read_bytes())
    texts = {}
    for name, data in files.items():
        found = dialogue_texts(name, data) if name.endswith(".DOG") else scene_texts(name, data) \
            if name.endswith(".CUT") else remark_texts(data) if name == "QUEEN2.JAS" else ()
        for prefix, text, who in found:
            for index, said in clips_of(text):
                texts.setdefault(f"{prefix}{index:x}".replace(" ", "0").upper(), (said, who))
    for name in sorted(files):
        stem = name[:-3]
        if name.endswith(".SB") and stem in texts:
            said, who = texts[stem]
            yield stem, "amazon_queen_joe" if who == HERO else "amazon_queen", "queen_" + re.sub(r"\W", "", who), said, \
                files[name]
