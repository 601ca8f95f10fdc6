"""Run the trained network: a text in, the chances of predicates and names at each piece of it out."""

import hashlib
import json
import logging
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nlp.morphology import without_surrogates

logger = logging.getLogger(__name__)

WEIGHTS = Path(__file__).parent / "weights"
# The network was trained on texts of at most 254 pieces; longer ones are read in parts.
MOST_PIECES = 200
# Of a longer text only the beginning is read: a book must not keep the worker for minutes.
MOST_PARTS = 12
BEGIN_OF_TEXT, END_OF_TEXT = 0, 2
ANSWERS = ("tags", "subjects", "names", "secrets")
# Weights of the vectors of pieces are numbers of 4 bits, with one scale for each 32.
BLOCK, ZERO = 32, 8
Chances = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class ReadPart:
    """What the network says of the pieces of a part of a text.

    ``offsets``: the characters of each piece, (pieces, 2). ``outside``: the chance that it belongs
    to no value, (pieces,). ``begins`` and ``goes_on``: the chances that a value of each predicate
    begins at it or goes on in it, (pieces, predicates). ``subjects``: the chances of where the
    subject of a value that begins at it stands, (pieces, pieces); the first piece is the owner.
    ``names``: the chances of no name, and that one of each type begins at it or goes on in it,
    (pieces, 1 + 2 × types). ``secrets``: the same, of secrets and their kinds.
    """

    offsets: NDArray[np.int64]
    outside: Chances
    begins: Chances
    goes_on: Chances
    subjects: Chances
    names: Chances
    secrets: Chances


class Network:
    """The network with its vocabulary; safe to call from several threads."""

    def __init__(self, folder: Path) -> None:
        """Load the weights.

        Raises:
            OSError: a file is missing.
            ValueError: the network answers something else than this module reads.
            ImportError: onnxruntime or sentencepiece are not installed.
        """
        import onnxruntime
        from sentencepiece import SentencePieceProcessor

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.enable_cpu_mem_arena = False
        # Weights arranged anew for the processor would be held twice.
        options.add_session_config_entry("session.disable_prepacking", "1")
        self.predicates: tuple[str, ...] = tuple(
            json.loads((folder / "predicates.json").read_text("utf-8"))
        )
        # The tokenizers library takes four times the memory for the same pieces.
        self._pieces = SentencePieceProcessor(
            model_file=str(folder / "pieces.model"), return_type="offset_mapping"
        )
        self._nibbles = np.load(folder / "pieces.npy", mmap_mode="r")
        self._scales = np.load(folder / "scales.npy", mmap_mode="r")
        self._session: Any = onnxruntime.InferenceSession(
            str(folder / "network.onnx"), options, providers=["CPUExecutionProvider"]
        )
        if (answers := tuple(one.name for one in self._session.get_outputs())) != ANSWERS:
            raise ValueError(f"the network answers {answers}")
        self._last: tuple[bytes, Sequence[ReadPart]] = b"", ()

    def read(self, text: str, *, is_assistant: bool) -> Sequence[ReadPart]:
        """Return what the network says of each part of a text, of which a book has ``MOST_PARTS``.

        The last answer is kept, since a text is read for its names, and then for its facts. It is
        shared: change nothing in it.
        """
        text = without_surrogates(text)
        prefix = prefix_of(is_assistant=is_assistant)
        asked = hashlib.sha256(f"{prefix}{text}".encode()).digest()
        known, parts = self._last
        if known != asked:
            parts = [self._of_part(text[at:end], prefix, at) for at, end in self._parts(text)]
            self._last = asked, parts
        return parts

    def _parts(self, text: str) -> Iterator[tuple[int, int]]:
        """Cut a text into parts, behind a line or a sentence if one ends in time."""
        offsets = self._pieces.encode(text)["offsets"]
        start = at = 0
        for _part in range(MOST_PARTS):
            last = min(at + MOST_PIECES, len(offsets))
            if last == len(offsets):
                yield start, len(text)
                return
            cut = _last_end(text, start, offsets[last][0])
            yield start, cut
            start = cut
            while at < len(offsets) and offsets[at][0] < cut:
                at += 1

    def _of_part(self, text: str, prefix: str, at: int) -> ReadPart:
        cut = self._pieces.encode(prefix + text)
        ids = [BEGIN_OF_TEXT, *cut["ids"], END_OF_TEXT]
        vectors = self._vectors(ids)[None]
        mask = np.ones((1, len(ids)), dtype=bool)
        answers = self._session.run(ANSWERS, {"embedded": vectors, "mask": mask})
        tags, subjects, names, secrets = (answer[0] for answer in answers)
        return ReadPart(
            offsets=own_spans(text, cut["offsets"], len(prefix), at),
            outside=tags[:, 0],
            begins=tags[:, 1::2],
            goes_on=tags[:, 2::2],
            subjects=subjects,
            names=names,
            secrets=secrets,
        )

    def _vectors(self, ids: Sequence[int]) -> Chances:
        return unpacked(self._nibbles[ids], self._scales[ids])


def end_of(parts: Sequence[ReadPart]) -> int:
    """Return the character up to which a text was read."""
    return max((int(part.offsets[:, 1].max()) for part in parts), default=0)


def unpacked(packed: NDArray[np.uint8], scales: NDArray[np.float16]) -> NDArray[np.float32]:
    """Return rows of numbers of 4 bits, (rows, width / 2) bytes, times the scale of each block."""
    blocks = packed.reshape(len(packed), -1, BLOCK // 2)
    numbers = np.concatenate([blocks & 15, blocks >> 4], axis=-1).astype(np.float32) - ZERO
    vectors: NDArray[np.float32] = numbers * scales.astype(np.float32)[:, :, None]
    return vectors.reshape(len(packed), -1)


def prefix_of(*, is_assistant: bool) -> str:
    """Return what stands before a text, to tell who speaks."""
    return "assistant: " if is_assistant else "user: "


def _last_end(text: str, start: int, stop: int) -> int:
    """Return where the last line or sentence before ``stop`` ends; ``stop`` if none does."""
    for ending in ("\n", "。", ". ", "、", " "):
        found = text.rfind(ending, start + 1, stop)
        if found > start:
            return found + len(ending)
    return stop


def own_spans(
    text: str, offsets: Sequence[tuple[int, int]], before: int, at: int
) -> NDArray[np.int64]:
    """Return the characters of each piece of ``text``, (pieces + 2, 2), which begins at ``at``.

    The pieces were made with ``before`` characters before the text. What is no part of it is empty.
    """
    spans = [(0, 0)]
    for start, end in ((max(0, start - before), end - before) for start, end in offsets):
        first = start + 1 if start < end and text[start] == " " else start
        spans.append((first + at, end + at) if first < end else (0, 0))
    return np.array([*spans, (0, 0)], dtype=np.int64)


class HeldNetwork:
    """The network of the package, loaded when it is first asked for; safe to call from threads."""

    def __init__(self, folder: Path) -> None:
        """Remember where the weights are."""
        self._folder = folder
        self._lock = threading.Lock()
        self._network: Network | None = None
        self._asked_at = 0.0
        self._is_missing = False

    def get(self) -> Network | None:
        """Return the network; None, and once a line in the log, if it cannot be loaded."""
        with self._lock:
            self._asked_at = monotonic()
            if self._network is None and not self._is_missing:
                self._network = self._load()
            return self._network

    def _load(self) -> Network | None:
        try:
            return Network(self._folder)
        except Exception as error:  # no package, no weights, or weights that it cannot read
            self._is_missing = True
            logger.warning(
                "the trained network cannot be loaded (%s); names and facts are read by rules alone: %s",
                type(error).__name__, error,
            )  # fmt: skip
            return None

    def forget_unused(self, seconds: float) -> None:
        """Let go of the network, some 100 MB, if nobody has asked for it so long."""
        with self._lock:
            if monotonic() - self._asked_at >= seconds:
                self._network = None


held = HeldNetwork(WEIGHTS)
