"""What the readers of the games' files make of them: texts with commands, packed bytes, numbers read out."""
import unittest

from game_speech import spoken
from games.amazon_queen import clips_of
from games.rnc import unpack


class Packer:
    """Writes what `unpack` reads: bits into words of 16, literal bytes behind the word that was begun last."""

    def __init__(self):
        self.out, self.value, self.count = bytearray(), 0, 0
        self.word = None

    def bits(self, value, count):
        for i in range(count):
            if self.count % 16 == 0:
                self.word = len(self.out)
                self.out += b"\0\0"
            at = self.count % 16
            self.out[self.word + at // 8] |= (value >> i & 1) << at % 8
            self.count += 1

    def code(self, lengths):
        self.bits(len(lengths), 5)
        for length in lengths:
            self.bits(length, 4)

    def literals(self, data):
        self.out += data


class Games(unittest.TestCase):
    def test_a_text_is_cut_where_a_command_ends_a_clip(self):
        self.assertEqual(clips_of("No way*14What would I do?*24"), [(1, "No way"), (2, "What would I do?")])
        self.assertEqual(clips_of("*FLWait*GD here"), [(3, "here")])
        self.assertEqual(clips_of("*XY00(237,112)Over there"), [(2, "Over there")])

    def test_packed_bytes_come_out_as_they_went_in(self):
        packer = Packer()
        packer.bits(0, 2)
        packer.code([1, 0, 1])  # literal counts: 0 as "0", 2 to 3 as "1" and a bit
        packer.code([0, 1])     # distances: 1 + 1
        packer.code([0, 0, 1])  # lengths: 2 or 3, and 2 more
        packer.bits(2, 16)
        packer.bits(1, 1)
        packer.bits(1, 1)       # three literal bytes
        packer.literals(b"abc")
        packer.bits(0, 1)       # distance 2
        packer.bits(0, 1)
        packer.bits(1, 1)       # five bytes from there
        packer.bits(0, 1)       # no literals after that
        packed = bytes(packer.out)
        head = b"RNC\1" + (8).to_bytes(4, "big") + len(packed).to_bytes(4, "big") + bytes(5) + b"\1"
        self.assertEqual(unpack(head + packed + bytes(4)), b"abcbcbcb")

    def test_numbers_and_titles_are_words(self):
        self.assertEqual(spoken("Room 512, Mr. King!"), "room five hundred twelve mister king")
        self.assertEqual(spoken("In 1947 it was $1,500"), "in nineteen forty seven it was one thousand five hundred dollars")
        self.assertEqual(spoken("(UNGH)"), "")


if __name__ == "__main__":
    unittest.main()
