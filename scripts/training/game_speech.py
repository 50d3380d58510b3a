"""Lines that actors speak in three freely distributed games, as one more shard of real speech.

    python game_speech.py --games GAMES --data DATA --work WORK [--copies 1]

GAMES holds Debian's packages beneath-a-steel-sky, flight-of-the-amazon-queen and drascula, unpacked (`dpkg-deb -x`). WORK
receives features/real/games.{f16,tsv}: 10,790 rows, 7.2 hours; all of them for training; and features/rooms/games-NUMBER.{f16,tsv},
the same in the rooms of DATA, as often as --copies says. Then run align.py again, as after prepare.py.
"""
import argparse
import re
from pathlib import Path

import numpy as np
import torch

from features import SAMPLE_RATE, Filterbank
from games import amazon_queen, drascula, steel_sky
from prepare import decoded
from prompts import number_words
from rooms import Rooms
from shards import ShardWriter

TITLES = {"mr": "mister", "mrs": "missus", "dr": "doctor", "st": "saint", "lt": "lieutenant", "ok": "okay"}
# Sounds written out, letters outside the alphabet and codes: what is said there the text does not tell.
UNCLEAR = re.compile(r"[()\[\]<>^#@=_{}*/\\\x80-\xff]")
SILENCE, MARGIN = 0.02, 0.2
SHORTEST_SECONDS = 0.25
MP3 = ["-f", "mp3"]
UNSIGNED = ["-f", "u8", "-ar", "11025", "-ac", "1"]


def in_words(number):
    """A number as it is read out; 1900 to 1999 are years."""
    years = 1900 <= number < 2000 and number % 100
    return f"nineteen {number_words(number % 100)}" if years else number_words(number)


def spoken(text):
    """What an actor says of a text: lower case words, or "" where that is not clear."""
    text = text.lower().replace("`", "'").replace("&", " and ")
    text = re.sub(r"(\d),(\d{3})", r"\1\2", text)
    text = re.sub(r"\$(\d+)", r"\1 dollars", text).replace("%", " percent")
    if UNCLEAR.search(text) or "$" in text or re.search(r"\d{7}", text):
        return ""
    text = re.sub(r"\d+", lambda digits: f" {in_words(int(digits[0]))} ", text)
    words = (word.strip("'") for word in re.sub(r"[^a-z']+", " ", text).split())
    return " ".join(TITLES.get(word, word) for word in words if word)


def trimmed(samples):
    """Without the silence around speech, but for MARGIN seconds."""
    loud = np.flatnonzero(np.abs(samples) > SILENCE)
    margin = int(MARGIN * SAMPLE_RATE)
    return samples[max(0, loud[0] - margin) : loud[-1] + margin] if len(loud) else samples[:0]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--work", type=Path, default=Path(".training"))
    parser.add_argument("--copies", type=int, default=1)
    a = parser.parse_args()
    torch.set_num_threads(1)
    filterbank, rooms, frames = Filterbank(), Rooms(a.data, a.work), {}
    shard = ShardWriter(a.work / "features" / "real", "games")
    in_rooms = [ShardWriter(a.work / "features" / "rooms", f"games-{number}") for number in range(a.copies)]
    for clips, form in ((amazon_queen.clips, MP3), (steel_sky.clips, UNSIGNED), (drascula.clips, UNSIGNED)):
        for name, set_name, speaker, text, sound in clips(a.games):
            words, samples = spoken(text), trimmed(decoded(sound, form))
            if words and len(samples) > SHORTEST_SECONDS * SAMPLE_RATE:
                features = filterbank(samples)
                fields = {"id": f"games:{name}", "set": set_name, "speaker": speaker, "split": "train", "text": words}
                for number, copy in enumerate(in_rooms):
                    copy.add(filterbank(rooms.copy(samples, 31 + number, len(shard.lines))), **fields)
                shard.add(features, **fields)
                frames[set_name] = frames.get(set_name, 0) + len(features)
        print({name: f"{count / 360000:.2f} h" for name, count in frames.items()}, flush=True)
    for each in (shard, *in_rooms):
        each.close()


if __name__ == "__main__":
    main()
