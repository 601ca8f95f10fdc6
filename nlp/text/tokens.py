"""Write the text of the full-text index: words for Latin scripts, bigrams for CJK runs.

FTS5's own tokenizers find no two-character Japanese word: ``unicode61`` takes a
whole run for one word, ``trigram`` starts at three. So each run of CJK
characters is written as its overlapping pairs, which the tokenizer then takes
for words, and Latin words are left to its Porter stemmer (docs/design/data.md#full-text).
"""

import re

from .fold import fold, fold_width
from .script import CJK

RUNS = re.compile(rf"(?P<cjk>[{CJK}]+)|(?P<word>[^\W_{CJK}]+)")
# Words with a digit, or joined by the signs of code, part numbers and paths.
IDENTIFIER = re.compile(r"[A-Za-z0-9](?:[\w./:#@+-]*[\w])?(?:\(\))?", re.ASCII)
IDENTIFIER_SIGN = re.compile(r"[0-9_./:#@+-]|\(\)|[a-z][A-Z]")

# Function words, which tell no topic; only queries leave them out.
STOP_WORDS = frozenset(
    [
        "a", "an", "the", "this", "that", "these", "those", "and", "or", "but", "nor", "so", "if",
        "then", "than", "as", "at", "by", "for", "from", "in", "into", "of", "off", "on", "onto",
        "out", "over", "to", "under", "up", "with", "without", "about", "against", "between",
        "through", "during", "before", "after", "above", "below", "i", "me", "my", "mine", "myself",
        "we", "us", "our", "ours", "ourselves", "you", "your", "yours", "yourself", "he", "him",
        "his", "himself", "she", "her", "hers", "herself", "it", "its", "itself", "they", "them",
        "their", "theirs", "themselves", "who", "whom", "whose", "which", "what", "when", "where",
        "why", "how", "am", "is", "are", "was", "were", "be", "been", "being", "do", "does", "did",
        "doing", "done", "have", "has", "had", "having", "will", "would", "shall", "should", "can",
        "could", "may", "might", "must", "not", "no", "yes", "there", "here", "all", "any", "both",
        "each", "few", "more", "most", "other", "some", "such", "only", "own", "same", "too",
        "very", "just", "also", "ever", "again", "once", "s", "t", "d", "ll", "m", "re", "ve",
        "let", "please", "tell", "say", "said",
    ]
)  # fmt: skip


def index_words(text: str) -> str:
    """Return the index form of ``text``: folded words and CJK pairs, parted by spaces.

    The last character of a run is added by itself: all others begin a pair, so that a search
    finds 犬 anywhere as the beginning of an indexed word.
    """
    words: list[str] = []
    for run in RUNS.finditer(fold(text)):
        words += _tokens(run)
        if run["cjk"] and len(run["cjk"]) > 1:
            words.append(run["cjk"][-1])
    return " ".join(words)


def _tokens(run: re.Match[str]) -> list[str]:
    if word := run["word"]:
        return [word]
    return pairs(run["cjk"])


def pairs(run: str) -> list[str]:
    """Return the overlapping pairs of a CJK run; a single character is returned as it is."""
    if len(run) == 1:
        return [run]
    return [run[at : at + 2] for at in range(len(run) - 1)]


def identifiers(text: str) -> list[str]:
    """Return the type numbers, function names, paths and versions in ``text``, folded."""
    found = (match.group() for match in IDENTIFIER.finditer(text))
    return list(dict.fromkeys(fold_width(word) for word in found if IDENTIFIER_SIGN.search(word)))
