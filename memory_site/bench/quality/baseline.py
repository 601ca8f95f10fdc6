"""The baseline that a search has to beat: plain FTS5 with bm25 over the same texts.

Latin words are stemmed by Porter, and stop words are removed from the question; runs of
CJK characters become overlapping pairs, since FTS5 knows no Japanese words.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path

from sqlcipher3 import dbapi2

CJK = r"[\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]"
RUN = re.compile(rf"(?P<cjk>{CJK}+)|(?:(?!{CJK})[^\W_])+")
STOP_WORDS = frozenset(
    re.findall(
        r"\w+",
        """
        a about after all also am an and any are as at be been before being but by can could did do
        does doing don down for from get had has have having he her here hers him his how i if in
        into is it its just like me more most my no nor not of off on once one only or other our out
        over own s same she should so some such t than that the their them then there these they
        this those through to too under up us very was we were what when where which while who whom
        whose why will with would you your
        """,
    )
)
CREATE = "CREATE VIRTUAL TABLE IF NOT EXISTS floor USING fts5(body, content='', tokenize='porter unicode61')"
FIND = "SELECT rowid FROM floor WHERE floor MATCH ? ORDER BY bm25(floor) LIMIT ?"


def words_of(text: str) -> list[str]:
    """Return the Latin words and the CJK pairs of a text, in order."""
    words: list[str] = []
    for match in RUN.finditer(unicodedata.normalize("NFKC", text).lower()):
        run = match[0]
        pairs = [run[at : at + 2] for at in range(len(run) - 1)] if match["cjk"] else []
        words += pairs or [run]
    return words


class PlainFullText:
    """An FTS5 table of texts, and nothing else."""

    def __init__(self, path: Path | None = None) -> None:
        """Make an empty one: in memory, or in a file."""
        self._connection = dbapi2.connect(str(path) if path else ":memory:")
        self._connection.execute(CREATE)
        self._count = 0

    def add(self, texts: Iterable[str]) -> None:
        """Add texts; they are numbered from 0 in the order in which they come."""
        rows = [(at, " ".join(words_of(text))) for at, text in enumerate(texts, self._count)]
        self._connection.executemany("INSERT INTO floor(rowid, body) VALUES (?, ?)", rows)
        self._connection.commit()
        self._count += len(rows)

    def search(self, query: str, limit: int) -> Sequence[int]:
        """Return the numbers of the best texts with any of the question's words."""
        words = dict.fromkeys(word for word in words_of(query) if word not in STOP_WORDS)
        if not words:
            return []
        match = " OR ".join(f'"{word}"' for word in words)
        return [int(number) for (number,) in self._connection.execute(FIND, (match, limit))]

    def close(self) -> None:
        """Let go of the table."""
        self._connection.close()
