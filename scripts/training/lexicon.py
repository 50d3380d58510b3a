"""Words to phones: the CMU pronouncing dictionary without stress marks, spelled letters, and a fallback."""
import re
import subprocess

UNITS = ("<blank> AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH"
         ).split()
UNIT_INDEX = {unit: i for i, unit in enumerate(UNITS)}

# espeak-ng's en-us IPA to the CMU set, longest symbol first. Only for words that the dictionary lacks.
_IPA = [("t͡ʃ", "CH"), ("tʃ", "CH"), ("d͡ʒ", "JH"), ("dʒ", "JH"), ("aɪɚ", "AY ER"), ("aɪə", "AY AH"), ("aɪ", "AY"),
        ("aʊ", "AW"), ("eɪ", "EY"), ("oʊ", "OW"), ("ɔɪ", "OY"), ("iə", "IY AH"), ("ɑːɹ", "AA R"), ("ɔːɹ", "AO R"),
        ("oːɹ", "AO R"), ("ɪɹ", "IH R"), ("ɛɹ", "EH R"), ("ʊɹ", "UH R"), ("ɜː", "ER"), ("ɚ", "ER"), ("əl", "AH L"),
        ("iː", "IY"), ("uː", "UW"), ("ɑː", "AA"), ("ɔː", "AO"), ("oː", "OW"), ("ɐ", "AH"), ("ə", "AH"), ("ʌ", "AH"),
        ("ɪ", "IH"), ("ᵻ", "IH"), ("i", "IY"), ("ɛ", "EH"), ("æ", "AE"), ("a", "AE"), ("ʊ", "UH"), ("u", "UW"),
        ("ɑ", "AA"), ("ɔ", "AO"), ("o", "OW"), ("e", "EH"), ("ɾ", "T"), ("ʔ", "T"), ("n̩", "AH N"), ("l̩", "AH L"),
        ("b", "B"), ("d", "D"), ("ð", "DH"), ("f", "F"), ("ɡ", "G"), ("g", "G"), ("h", "HH"), ("k", "K"), ("l", "L"),
        ("m", "M"), ("n", "N"), ("ŋ", "NG"), ("p", "P"), ("ɹ", "R"), ("r", "R"), ("s", "S"), ("ʃ", "SH"), ("t", "T"),
        ("θ", "TH"), ("v", "V"), ("w", "W"), ("j", "Y"), ("z", "Z"), ("ʒ", "ZH"), ("x", "K"), ("ɬ", "L")]


def ipa_to_phones(ipa):
    """One IPA word to a tuple of unit names; symbols without a counterpart (stress, length) are skipped."""
    phones, i = [], 0
    while i < len(ipa):
        for symbol, names in _IPA:
            if ipa.startswith(symbol, i):
                phones += names.split()
                i += len(symbol)
                break
        else:
            i += 1
    return tuple(phones)


def espeak_pronunciations(words):
    """Pronunciations by espeak-ng's rules, for words that no dictionary has: {word: (phone, ...)}."""
    words = sorted(set(words))
    if not words:
        return {}
    # One word a paragraph: espeak-ng answers with one line each, so the rows stay in step.
    lines = espeak_lines("\n\n".join(words))
    if len(lines) != len(words):
        # But for words that it says nothing of, or takes for two sentences: then each by itself.
        lines = ["".join(espeak_lines(word)) for word in words]
    return {word: ipa_to_phones(line) for word, line in zip(words, lines)}


def espeak_lines(text):
    """The IPA of each paragraph that espeak-ng says something of."""
    result = subprocess.run(["espeak-ng", "-q", "--ipa", "-v", "en-us"], input=text, text=True, capture_output=True,
                            check=True)
    return [line.strip() for line in result.stdout.splitlines() if line.strip()]


class Lexicon:
    """Pronunciations of words as tuples of unit indices, best first.

    `path` is the JavaScript or JSON file of the registry package `cmu-pronouncing-dictionary` (index.js).
    """

    def __init__(self, path):
        self.words = {}
        pattern = re.compile(r'^\s*"?([^"\s:]+)"?: "([^"]+)",?\s*$')
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                match = pattern.match(line)
                if not match:
                    continue
                word = re.sub(r"\(\d+\)$", "", match.group(1))
                phones = tuple(UNIT_INDEX[re.sub(r"\d", "", p)] for p in match.group(2).split("#")[0].split())
                entry = self.words.setdefault(word, [])
                if phones not in entry:
                    entry.append(phones)
        self.letters = {}
        for letter in "abcdefghijklmnopqrstuvwxyz":
            named = [p for p in self.words.get(letter + ".", []) + self.words.get(letter, [])]
            self.letters[letter] = named[:1]
        self.letters["z"] = [tuple(UNIT_INDEX[p] for p in ("Z", "IY"))]
        self.letters["w"] = [tuple(UNIT_INDEX[p] for p in "D AH B AH L Y UW".split()),
                             tuple(UNIT_INDEX[p] for p in "D AH B Y UW".split())]

    def add(self, pronunciations):
        """Adds {word: (phone name, ...)}."""
        for word, phones in pronunciations.items():
            if phones:
                self.words.setdefault(word, []).append(tuple(UNIT_INDEX[p] for p in phones))

    def missing(self, text):
        return [w for w in text.split() if w not in self.words]

    def sentence(self, text):
        """Every word's pronunciations: [[(unit, ...), ...], ...], or None where a word is unknown.

        A single letter is its name where it stands beside another single letter (spelling), else the word.
        """
        words = text.split()
        single = [len(w) == 1 and w.isalpha() for w in words]
        result = []
        for i, word in enumerate(words):
            beside = (i > 0 and single[i - 1]) or (i + 1 < len(words) and single[i + 1])
            if single[i] and (beside or word not in "ai"):
                result.append(self.letters[word])
            elif word in self.words:
                result.append(self.words[word])
            else:
                return None
        return result

    def phones(self, text):
        """The first pronunciation of every word: [unit, ...], or None where a word is unknown."""
        sentence = self.sentence(text)
        return None if sentence is None else [p for word in sentence for p in word[0]]
