"""Words to phones, by the dictionary and by espeak-ng's rules."""
import shutil
import tempfile
import unittest
from pathlib import Path

from lexicon import UNITS, Lexicon, espeak_pronunciations, ipa_to_phones

DICTIONARY = '''export const dictionary = {
  "a": "AH0",
  "a(2)": "EY1",
  "a.": "EY1",
  "b": "B IY1",
  "bee": "B IY1",
  "record": "R EH1 K ER0 D",
  "record(2)": "R IH0 K AO1 R D",
}
'''


class LexiconTest(unittest.TestCase):
    def setUp(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "index.js"
            path.write_text(DICTIONARY)
            self.lexicon = Lexicon(path)

    def names(self, units):
        return " ".join(UNITS[u] for u in units)

    def test_all_pronunciations_of_a_word_without_stress_the_first_one_first(self):
        self.assertEqual([self.names(p) for p in self.lexicon.words["record"]], ["R EH K ER D", "R IH K AO R D"])

    def test_letters_are_named_where_they_stand_together(self):
        self.assertEqual(self.names(self.lexicon.phones("a bee")), "AH B IY")
        self.assertEqual(self.names(self.lexicon.phones("a b")), "EY B IY")

    def test_a_sentence_with_an_unknown_word_has_none(self):
        self.assertEqual(self.lexicon.missing("a zorp"), ["zorp"])
        self.assertIsNone(self.lexicon.phones("a zorp"))
        self.lexicon.add({"zorp": ("Z", "AO", "R", "P"), "silent": ()})
        self.assertEqual(self.names(self.lexicon.phones("a zorp")), "AH Z AO R P")
        self.assertEqual(self.lexicon.missing("silent"), ["silent"])

    def test_ipa_takes_the_longest_symbol_and_skips_stress(self):
        self.assertEqual(ipa_to_phones("tʃˈɔɪsɪz"), ("CH", "OY", "S", "IH", "Z"))

    @unittest.skipUnless(shutil.which("espeak-ng"), "needs espeak-ng")
    def test_a_word_that_nothing_is_said_of_takes_none_from_the_others(self):
        found = espeak_pronunciations({"blick", "-", "zorp"})
        self.assertEqual((found["zorp"], found["-"]), (("Z", "AO", "R", "P"), ()))
        self.assertEqual(found["blick"], ("B", "L", "IH", "K"))


if __name__ == "__main__":
    unittest.main()
