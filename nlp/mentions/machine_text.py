"""Find the parts of a text that are written for machines: code, logs, mail headers, handles.

A capital there is no evidence of a name, and whoever is named there is nobody that the author
speaks of.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import chain

Span = tuple[int, int]

FENCED = re.compile(
    r"^[ \t]*+(?P<fence>```|~~~).*?(?:^[ \t]*+(?P=fence)|\Z)", re.MULTILINE | re.DOTALL
)
INLINE = re.compile(r"`[^`\n]{1,200}`")
# Lines that only a program or a shell reads. Each alternative stands at the start of a line.
CODE_LINE = re.compile(
    r"^[ \t]*+(?:"
    r"(?:import [\w.]+(?: as \w+)?(?:, ?[\w.]+)*|from [\w.]+ import .*)$"
    r"|(?:async )?(?:def|class|fn|func|function|interface|struct|enum) \w+ ?[(:{<].*$"
    r"|(?:const|let|var|val) \w+(?: ?: ?\w+)? ?=.*$"
    r"|(?:public|private|protected|static|export|#include|#define|package|using) .*[;{(>\"]$"
    r"|@\w+(?:\.\w+)*\(.*$"
    r"|(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE TABLE|ALTER TABLE|DROP TABLE) .*$"
    r"|(?:return|raise|throw|await|yield|print|console\.\w+|assert) ?[(\"'{\[\w].*[;)\]}\"']$"
    r"|(?:if|for|while|elif|else|try|except|with|catch|switch)\b.*[:{]$"
    r"|[A-Za-z_][A-Za-z0-9_.\[\]\"']*+ ?(?:[-+*/|]?=|:=) ?\S.*[\w)\]}\"';,]$"
    r"|[A-Za-z_][A-Za-z0-9_.]*+\([^ ].*\)[;,]?$"
    r"|</?[a-zA-Z!][^>\n]*>.*$"
    r"|[$#>%] ?(?:sudo|cd|ls|git|pip|npm|npx|yarn|docker|python3?|node|curl|make|cargo|brew|apt)\b.*$"
    r"|[^\n]*(?:[)\]\"'\d] ?;|[{}])$"
    r"|[\"']\w+[\"']: ?[\"'\d\[{tfn].*$"
    r"|Traceback \(most recent call last\):$|File \".*$|at [\w.$]+\(.*\)$|\w+(?:Error|Exception)\b.*$"
    r"|(?:[\[(]?\d{4}-\d\d-\d\d[T ][\d:.,]+\S*[\])]? +)?"
    r"\[?(?:INFO|WARN|WARNING|ERROR|DEBUG|TRACE|FATAL|CRITICAL)\b.*$"
    r")",
    re.MULTILINE,
)  # fmt: skip
# Two lines of a mail's header, or more.
FIELD = (
    r"[ \t>]*+(?:From|To|Cc|Bcc|Subject|Date|Sent|Reply-To|差出人|送信者|宛先|件名|日時|送信日時)"
    r" ?[:：].*"
)
HEADER = re.compile(rf"^{FIELD}(?:\n{FIELD})+$", re.MULTILINE)
HANDLE = re.compile(
    r"(?<![\w.])[@＠][A-Za-z0-9_]{2,40}(?:[.-]\w+)*|(?<![\w/])[ur]/[A-Za-z0-9_-]{2,40}"
)
# Headings, rows of tables, and the labels that list items begin with, are written with capitals.
LABEL = re.compile(
    r"^[ \t]*+(?:#{1,6} .*"
    r"|(?:(?:[-*+•]|\d{1,3}[.)])[ \t]+)?\*\*[^*\n]{1,120}\*\*"
    r"|(?:[-*+•]|\d{1,3}[.)])[ \t]+[^\n:]{1,60}:"
    r"|\|[^\n]*\|[ \t]*$)",
    re.MULTILINE,
)
PATTERNS = (FENCED, INLINE, CODE_LINE, HEADER, HANDLE)


def machine_spans(text: str) -> list[Span]:
    """Return the spans of a text that are written for machines, merged and in order."""
    found = sorted(
        match.span() for match in chain.from_iterable(p.finditer(text) for p in PATTERNS)
    )
    return list(_merged(found))


def label_spans(text: str) -> list[Span]:
    """Return the spans of headings and labels of list items, in order."""
    return [match.span() for match in LABEL.finditer(text)]


def _merged(spans: Iterable[Span]) -> list[Span]:
    merged: list[Span] = []
    for start, end in spans:
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return merged


def overlaps(spans: Sequence[Span], start: int, end: int) -> bool:
    """Whether characters ``start`` to ``end`` touch one of the spans, which are in order."""
    at = bisect_right(spans, start, key=lambda span: span[1])
    return at < len(spans) and spans[at][0] < end
