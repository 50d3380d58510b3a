"""Unpacks Rob Northen's compression, method 1: LZ77 whose lengths and distances are Huffman coded.

Head (big-endian): "RNC", method, size unpacked and packed (32 bits each), two checksums, leeway, count of blocks. Bits
come in little-endian words of 16, least significant first; literal bytes stand between the words.
"""
import struct

HEAD = 18


class Bits:
    def __init__(self, data, at):
        self.data, self.at, self.value, self.count = data, at, 0, 0

    def take(self, count):
        while self.count < count:
            self.value |= int.from_bytes(self.data[self.at : self.at + 2], "little") << self.count
            self.at, self.count = self.at + 2, self.count + 16
        taken = self.value & ((1 << count) - 1)
        self.value, self.count = self.value >> count, self.count - count
        return taken

    def literals(self, count):
        """Whole bytes, which stand behind the word that was begun last."""
        self.at += count
        return self.data[self.at - count : self.at]


def read_code(bits):
    """{(length, bits as they come): symbol} of a canonical Huffman code whose words are written in reverse."""
    lengths = [bits.take(4) for _ in range(bits.take(5))]
    code, words = 0, {}
    for length in range(1, 16):
        for symbol, its_length in enumerate(lengths):
            if its_length == length:
                words[length, int(f"{code:0{length}b}"[::-1], 2)] = symbol
                code += 1
        code <<= 1
    return words


def read_value(bits, words):
    word, length = 0, 0
    while (length, word) not in words:
        word |= bits.take(1) << length
        length += 1
        if length > 16:
            raise ValueError("not a code word")
    symbol = words[length, word]
    return symbol if symbol < 2 else bits.take(symbol - 1) | 1 << (symbol - 1)


def unpack(data):
    size, = struct.unpack(">I", data[4:8])
    bits, output = Bits(data, HEAD), bytearray()
    bits.take(2)
    for _ in range(data[17]):
        literal_code, distance_code, length_code = read_code(bits), read_code(bits), read_code(bits)
        pieces = bits.take(16)
        for piece in range(pieces):
            output += bits.literals(read_value(bits, literal_code))
            if piece + 1 < pieces:
                distance = read_value(bits, distance_code) + 1
                for _ in range(read_value(bits, length_code) + 2):
                    output.append(output[-distance])
    if len(output) != size:
        raise ValueError(f"unpacked {len(output)} bytes instead of {size}")
    return bytes(output)
