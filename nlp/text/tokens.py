"""The text of the full-text index: words for Latin scripts, bigrams for CJK runs.

FTS5's own tokenizers find no two-character Japanese word: ``unicode61`` takes a
whole run for one word, ``trigram`` starts at three. So each run of CJK
characters is written as its overlapping pairs, which the tokenizer then takes
for words, and Latin words are left to its Porter stemmer (SPEC §4 FTS5).
"""

import re

from .fold import fold, fold_width

# Ranges of a character class: Japanese marks and kana, Han, Hangul, rarer Han.
CJK = (
    "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003134f"
)
RUNS = re.compile(rf"(?P<cjk>[{CJK}]+)|(?P<word>[^\W_{CJK}]+)")
# Words with a digit, or joined by signs that names of code, parts and paths use.
IDENTIFIER = re.compile(r"[A-Za-z0-9](?:[\w./:#@+-]*[\w])?(?:\(\))?", re.ASCII)
IDENTIFIER_SIGN = re.compile(r"[0-9_./:#@+-]|\(\)|[a-z][A-Z]")
HIRAGANA_ONLY = re.compile(r"[\u3040-\u309f]+")

# Words that say nothing about what a memory is about; left out of queries only.
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
    """Return ``text`` as the index holds it: folded words and CJK pairs, by spaces.

    A run's last character is added by itself: every other one begins a pair, so
    that 犬 is found anywhere as the beginning of an indexed word.
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
    """Return the overlapping pairs of a CJK run; a single character stays itself."""
    if len(run) == 1:
        return [run]
    return [run[at : at + 2] for at in range(len(run) - 1)]


def identifiers(text: str) -> list[str]:
    """Return the type numbers, function names, paths and versions in ``text``, folded."""
    found = (match.group() for match in IDENTIFIER.finditer(text))
    return list(dict.fromkeys(fold_width(word) for word in found if IDENTIFIER_SIGN.search(word)))
