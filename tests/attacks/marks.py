"""Words that stand in one text field each, so that a leak names the field that it came from."""

import re
from collections.abc import Collection

MARK = re.compile(r"zq\d{3}w")


class Marks:
    """The marks that were given out, with what each of them stands in."""

    def __init__(self) -> None:
        self.labels: dict[str, str] = {}

    def __call__(self, label: str) -> str:
        """Return a new mark for one field of one row."""
        mark = f"zq{len(self.labels):03d}w"
        self.labels[mark] = label
        return mark

    def leaked(self, answer: str, sent: str = "", allowed: Collection[str] = ()) -> list[str]:
        """Return what an answer gives away beyond what was sent, by the names of the fields."""
        found = set(MARK.findall(answer)) - set(MARK.findall(sent))
        labels = {self.labels.get(mark, mark) for mark in found}
        return sorted(labels - set(allowed))
