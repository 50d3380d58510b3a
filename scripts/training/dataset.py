"""Training batches: which rows are drawn, how often, and how they are put together.

A batch depends only on (seed, number of the batch, the shards present), so resuming at update N continues exactly
where update N - 1 stopped. Rows are drawn in windows of several batches, sorted by length and cut, which keeps
padding low; the order of the batches within a window is random.
"""
import math
from dataclasses import dataclass, field

import numpy as np

from augment import Augmenter, AugmentOptions, fit, interfere, pad_silence
from features import LOG_FLOOR
from shards import UNLABELLED, ShardStore
from voices import Voices, speaker_key

# How often an hour of a set is drawn relative to the other sets of its group: many speakers and natural speech up,
# a few speakers reading the same prompts down.
SET_WEIGHT = {"speechocean762": 1.2, "librispeech_devclean_mp3": 1.5, "librispeech_resemblyzer": 2.5, "an4": 2.0,
              "vctk_small": 2.5, "ljspeech_subset": 0.8, "cmu_arctic_bdl_slt": 0.5, "kathleen_arctic": 0.4,
              "picovoice_wake_words": 0.15, "steel_sky": 1.5, "drascula": 1.3, "amazon_queen": 1.3,
              "amazon_queen_joe": 0.6,
              "flite": 2.5, "festival": 1.5, "espeak": 1.0}


@dataclass(frozen=True)
class DataOptions:
    seed: int = 1
    batch_seconds: float = 50.0
    window: int = 8
    real_share: float = 0.62
    word_share: float = 0.05
    noise_share: float = 0.02
    join: float = 0.25
    pad: float = 0.25
    max_seconds: float = 17.0
    strength: float = 0.9
    views: int = 1
    augment: AugmentOptions = field(default_factory=AugmentOptions)


class Group:
    """Rows that are drawn by their weight: hours of a group are shared by set weight."""

    def __init__(self, rows, targets):
        self.rows, self.targets = rows, targets
        weight = np.array([SET_WEIGHT.get(row.set, 1.0) for row in rows], dtype=np.float64)
        self.cumulative = np.cumsum(weight / max(weight.sum(), 1e-9))
        frames = np.array([row.frames for row in rows], dtype=np.float64)
        self.mean_seconds = float((frames * weight).sum() / max(weight.sum(), 1e-9)) / 100 if rows else 0.0

    def draw(self, rng):
        i = min(int(np.searchsorted(self.cumulative, rng.random())), len(self.rows) - 1)
        return self.rows[i], self.targets[i]


class TrainingData:
    """`targets(row)` gives a row's units as a list of ints, or None to leave the row out."""

    def __init__(self, folder, targets, options=DataOptions()):
        self.options, self.folder = options, folder
        self.stores = {name: ShardStore(folder / name) for name in ("real", "synthetic", "noise", "rooms")}
        self.in_rooms = {}
        for row in self.stores["rooms"].rows:
            self.in_rooms.setdefault(row.id, []).append(row)
        self.labels = {name: [self.shard_labels(n, len(m)) for n, m in zip(s.names, s.maps)]
                       for name, s in self.stores.items() if name in ("real", "synthetic")}
        self.noise_rows = [r for r in self.stores["noise"].rows if r.split == "train" and r.frames >= 50]
        if not self.noise_rows:
            raise ValueError(f"there is no noise for training in {folder / 'noise'}; run prepare.py first")
        decays = folder / "rooms.npy"
        if not decays.exists():
            raise ValueError(f"there is no {decays}; run rooms.py first")
        self.noise_cumulative = np.cumsum([min(r.frames, 3000) for r in self.noise_rows], dtype=np.float64)
        self.noise_cumulative /= self.noise_cumulative[-1]
        real = [r for r in self.stores["real"].rows if r.split == "train" and r.frames <= options.max_seconds * 100]
        self.groups = {}
        for name, rows in (("real", [r for r in real if r.set != "speech_commands"]),
                           ("word", [r for r in real if r.set == "speech_commands"]),
                           ("synthetic", [r for r in self.stores["synthetic"].rows if r.split == "train"])):
            kept = [(row, target) for row in rows if (target := targets(row)) is not None and
                    row.frames * 0.25 > 1.1 * len(target)]
            self.groups[name] = Group([k[0] for k in kept], [k[1] for k in kept])
        if not self.groups["real"].rows:
            raise ValueError(f"there is no speech for training in {folder / 'real'}, or none that the lexicon can spell")
        voices = folder.parent / "voices.npz"
        self.augmenter = Augmenter(options.augment, np.load(decays), self.noise, self.babble,
                                   Voices(voices) if voices.exists() else None)

    def shard_labels(self, name, frames):
        """Phone of every frame as segment.py found it; UNLABELLED where it has not been there yet."""
        path = self.folder.parent / "segments" / f"{name}.u8"
        return np.memmap(path, dtype=np.uint8, mode="r") if path.exists() else np.full(frames, UNLABELLED, np.uint8)

    def read(self, group, row, rng):
        """Features [frames, 2, 80] of a row, as recorded and in one of its rooms (the same again where it has none), and
        frame labels [frames]."""
        store = "real" if group in ("real", "word") else group
        x = self.stores[store].features(row)
        rooms = self.in_rooms.get(row.id)
        room = self.stores["rooms"].features(rooms[int(rng.integers(len(rooms)))]) if rooms else x
        labels = np.asarray(self.labels[store][row.shard][row.first : row.first + row.frames])
        return np.stack([x, room], 1), labels

    def summary(self):
        return {name: {"rows": len(g.rows), "hours": round(sum(r.frames for r in g.rows) / 360000, 2)}
                for name, g in self.groups.items()}

    def noise(self, frames, rng):
        row = self.noise_rows[min(int(np.searchsorted(self.noise_cumulative, rng.random())), len(self.noise_rows) - 1)]
        if row.frames > frames:
            start = int(rng.integers(0, row.frames - frames + 1))
            memory = self.stores["noise"].maps[row.shard]
            return memory[row.first + start : row.first + start + frames].astype(np.float32)
        return fit(self.stores["noise"].features(row), frames, rng)

    def babble(self, frames, rng):
        """One to five other voices, more voices of equal level for denser babble."""
        total = None
        for _ in range(int(rng.integers(1, 6))):
            name = "real" if rng.random() < 0.7 or not self.groups["synthetic"].rows else "synthetic"
            row, _ = self.groups[name].draw(rng)
            x = fit(self.read(name, row, rng)[0][:, int(rng.integers(2))], frames, rng)
            total = x if total is None else interfere(total, x, rng)
        return total

    def utterance(self, rng):
        """One augmented example: its views (features [frames, 80] each), frame labels [frames], units.

        The views are the same speech at the same pace by different voices, in a room or not, through different channels,
        behind different masks.
        """
        o = self.options
        share = rng.random()
        # Shares are of hours: a group's chance is its share over its mean length.
        means = {n: max(g.mean_seconds, 0.5) * (2.2 if n == "word" else 1.0) for n, g in self.groups.items()}
        synthetic = 1 - o.real_share - o.word_share - o.noise_share if self.groups["synthetic"].rows else 0.0
        chance = {"real": o.real_share / means["real"], "word": o.word_share / means["word"],
                  "synthetic": synthetic / means["synthetic"], "silence": o.noise_share / 4.0}
        total = sum(chance.values())
        for name, value in chance.items():
            share -= value / total
            if share <= 0:
                break
        if name == "silence":
            frames = int(rng.integers(100, 800))
            x = self.noise(frames, rng) + np.float32(rng.uniform(-7, 2))
            return [np.maximum(x, LOG_FLOOR)] * o.views, np.zeros(frames, np.uint8), []
        row, target = self.groups[name].draw(rng)
        x, labels = self.augmenter.pace(*self.read(name, row, rng), rng)
        has_room = row.id in self.in_rooms
        units, speaker = list(target), speaker_key(row)
        # Short utterances are often joined with pauses, so that a stream of commands is nothing new.
        while len(x) < 250 and rng.random() < (0.6 if name == "word" else o.join):
            row, target = self.groups[name].draw(rng)
            second, second_labels = self.augmenter.pace(*self.read(name, row, rng), rng)
            x, labels = pad_silence(x, labels, 0, int(rng.integers(0, 60)), rng)
            x, labels = np.concatenate([x, second]), np.concatenate([labels, second_labels])
            units += target
        if rng.random() < o.pad:
            x, labels = pad_silence(x, labels, int(rng.integers(0, 80)), int(rng.integers(0, 80)), rng)
        views = []
        for _ in range(o.views):
            in_room = rng.random() < o.augment.room * o.strength
            # What was joined on moves as the first one does: close enough, as each is a random voice then.
            moved = self.augmenter.speaker(x[:, int(in_room)], labels, speaker, rng)
            moved = self.augmenter.channel(self.augmenter.voice(moved, rng), rng, o.strength, in_room and has_room)
            views.append(moved.astype(np.float32))
        return views, labels, units

    def window(self, number):
        """Window `number`: a list of `options.window` batches, each a list of (views, labels, units)."""
        o = self.options
        rng = np.random.default_rng((o.seed, 7, number))
        examples, seconds = [], 0.0
        while seconds < o.batch_seconds * o.window * 0.97:
            views, labels, units = self.utterance(rng)
            # CTC needs a frame for each unit and one more between equal neighbours.
            need = len(units) + sum(a == b for a, b in zip(units, units[1:]))
            if len(labels) // 4 <= need + 1:
                continue
            examples.append((views, labels, units))
            seconds += len(labels) * o.views / 100
        examples.sort(key=lambda e: len(e[1]))
        batches, current, total = [[] for _ in range(o.window)], 0, 0.0
        for example in examples:
            total += len(example[1]) * o.views / 100
            batches[min(current, o.window - 1)].append(example)
            if total >= seconds * (current + 1) / o.window:
                current += 1
        batches = [b for b in batches if b]
        rng.shuffle(batches)
        return batches


def neighbours(labels):
    """Frame labels [T] to the phones before, at and after each frame [T, 3]; -100 where unknown."""
    starts = np.flatnonzero(np.diff(labels, prepend=-1))
    segments = np.concatenate([[0], labels[starts].astype(np.int64), [0]])
    segments[segments == UNLABELLED] = -100
    index = np.searchsorted(starts, np.arange(len(labels)), side="right")
    found = np.stack([segments[index - 1], segments[index], segments[index + 1]], 1)
    found[found[:, 1] == -100] = -100
    return found


def collate(batch):
    """[(views, frame labels or None, units)] to a batch of arrays; all first views come before all second ones.

    features [N, T, 80] (T a multiple of 4), lengths [N], units [sum of counts], counts [N], and
    phones [N, T / 4, 3] before, at and after each encoder frame (-100 where unknown).
    """
    rows = [(views[i], labels, units) for i in range(len(batch[0][0])) for views, labels, units in batch]
    longest = math.ceil(max(len(x) for x, *_ in rows) / 4) * 4
    features = np.full((len(rows), longest, 80), LOG_FLOOR, dtype=np.float32)
    phones = np.full((len(rows), longest // 4, 3), -100, dtype=np.int64)
    for i, (x, labels, _) in enumerate(rows):
        features[i, : len(x)] = x
        if labels is not None:
            # Encoder frame j sees feature frames 4 j - 3 to 4 j + 3.
            found = neighbours(labels.astype(np.int16))[::4]
            phones[i, : len(found)] = found
    return (features, np.array([len(x) for x, *_ in rows]), np.array([u for *_, us in rows for u in us]),
            np.array([len(us) for *_, us in rows]), phones)
