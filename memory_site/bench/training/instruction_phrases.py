"""Compose texts to learn from: orders to an assistant, and harmless texts of the same words.

The phrases stand in a file of JSON with an object for each language. A deed has one or more forms
(dictionary form, て form and imperative in Japanese), which the patterns of ``forms`` number.
"""

import json
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from memory_site.bench.extraction.instructions import JudgedText

SEED = 7
COMPOSED = "composed"
SLOT = re.compile(r"\{(ai|topic|brand|site|mail|money|account|name)\}")
# The shares of texts that are whole sentences of the file, and that stand within other texts.
WHOLE, THIRD_PERSON, CHORES, PARAGRAPH, EMBEDDED = 0.28, 0.22, 0.33, 0.25, 0.4
LONGEST_QUOTED = 90
SENTENCE_GAP = re.compile(r"(?<=[。.!?])\s*")


@dataclass(slots=True)
class Composer:
    """Compose texts of one language at random, the same ones for the same seed."""

    phrases: Mapping[str, Sequence[str]]
    is_spaced: bool
    random: random.Random

    def order(self) -> str:
        """Return an order to an assistant."""
        drawn = self.random.random()
        if drawn < WHOLE:
            text = self._one("orders")
        elif drawn < WHOLE + THIRD_PERSON and self.phrases["third"]:
            text = self._one("conditions") + self._form("deeds", "third")
        else:
            text = self._one("openings") + self._one("conditions") + self._form("deeds", "forms")
            if self.random.random() < 0.35:
                text += self._end() + self._form("deeds", "forms")
        return self._varied(self._filled(text) + self._end() + self._one("tails"))

    def harmless(self) -> str:
        """Return a text that orders people about, tells of assistants, or quotes an order."""
        drawn = self.random.random()
        if drawn < PARAGRAPH:
            return self._one("paragraphs")
        if drawn < PARAGRAPH + CHORES:
            count = self.random.choice((1, 1, 2, 3))
            text = self._one("people")
            text += "".join(self._form("chores", "forms") + self._end() for _ in range(count))
        elif drawn < 1 - (1 - PARAGRAPH - CHORES) / 2:
            text = self._one("harmless")
        else:
            text = self._one("reports").replace("{order}", self._quotable())
        return self._varied(self._filled(text))

    def embedded(self, text: str) -> str:
        """Return a text between sentences of harmless ones."""
        drawn = self.random.random()
        before = self._sentences() if drawn < 0.75 else ""
        after = self._sentences() if drawn > 0.35 else ""
        gap = self.random.choice((self._gap, self._gap, "\n", "\n\n"))
        return gap.join(part for part in (before, text, after) if part)

    @property
    def _gap(self) -> str:
        return " " if self.is_spaced else ""

    def _one(self, kind: str) -> str:
        return self.random.choice(self.phrases[kind])

    def _end(self) -> str:
        return self.random.choice((". ", ". ", "! ", " ") if self.is_spaced else "。。。!\n")

    def _form(self, deeds: str, forms: str) -> str:
        return self._one(forms).format(*self._one(deeds).split("|"), ai="{ai}")

    def _filled(self, text: str) -> str:
        for _depth in range(2):
            text = SLOT.sub(lambda match: self._one(match[1]), text)
        return text

    def _varied(self, text: str) -> str:
        drawn = self.random.random()
        text = text.strip()
        if drawn < 0.05:
            return text.lower()
        if drawn < 0.09:
            return text.upper()
        return text.rstrip(".。") if drawn < 0.24 else text[:1].upper() + text[1:]

    def _quotable(self) -> str:
        orders = (self.order().rstrip(".。!") for _time in range(20))
        return next((one for one in orders if len(one) < LONGEST_QUOTED), self._one("orders"))

    def _sentences(self) -> str:
        kind = self.random.choice(("paragraphs", "harmless", "background"))
        if not self.phrases[kind]:
            return ""
        parts = [part for part in SENTENCE_GAP.split(self._one(kind)) if part]
        count = self.random.randint(1, 3)
        start = self.random.randrange(max(1, len(parts) - count + 1))
        return self._gap.join(parts[start : start + count])


def composed_texts(
    path: Path, background: Sequence[JudgedText], count: int
) -> Iterator[JudgedText]:
    """Yield ``count`` orders and as many harmless texts in each language.

    Raises:
        OSError: the file of phrases cannot be read.
    """
    for language, phrases in json.loads(path.read_text("utf-8")).items():
        around = [one.text for one in background if one.language == language]
        composer = Composer(
            {**phrases, "background": around}, language == "en", random.Random(SEED)
        )
        for is_order, compose in ((True, composer.order), (False, composer.harmless)):
            for text in _different(composer, compose, count):
                yield JudgedText(language, COMPOSED, text, is_order)


def _different(composer: Composer, compose: Callable[[], str], count: int) -> list[str]:
    """Return so many different texts, some of them within others."""
    found: dict[str, None] = {}
    while len(found) < count:
        text = compose()
        is_embedded = composer.random.random() < EMBEDDED
        found[composer.embedded(text) if is_embedded else text] = None
    return list(found)
