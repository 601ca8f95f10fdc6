"""Find URLs, e-mail addresses, paths, versions and other identifiers, in any language."""

import re
from collections.abc import Iterator

from nlp.types import DOCUMENT, EMAIL, IDENTIFIER, URL, Found

from .findings import mention_of

WORD = r"A-Za-z0-9_"
URLS = re.compile(
    r"\b(?:https?|ftp|file|git|ssh)://[^\s<>\"'、。」』）】ぁ-んァ-ヶー一-龥]+"
    r"|\bwww\.[\w-]+(?:\.[\w-]+)+[^\s<>\"'、。」』）]*",
    re.A,
)
TRAILING = ".,;:!?)]}'\""
EMAILS = re.compile(
    r"(?<![A-Za-z0-9._%+-])[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,24}(?![A-Za-z0-9])"
)
DOCUMENTS = re.compile(
    rf"(?<![{WORD}./\\])[\w-]{{1,80}}\.(?:pdf|docx?|xlsx?|pptx?|odt|ods|odp)(?![{WORD}])"
)
SOURCE = (
    "py|pyi|js|jsx|ts|tsx|mjs|rs|go|java|kt|rb|php|c|h|cc|cpp|hpp|cs|swift|sh|bash|sql|html"
    "|css|scss|json|jsonl|toml"
    "|ya?ml|xml|ini|cfg|conf|env|md|rst|txt|csv|tsv|log|lock|ipynb|vue|svelte|tf|db|sqlite3?"
    "|png|jpe?g|svg|zip|gz"
)
IDENTIFIERS = (
    # A call: parse_date(), Client.connect().
    re.compile(rf"(?<![{WORD}.])[A-Za-z_][{WORD}]*(?:(?:\.|::)[A-Za-z_][{WORD}]*)*\(\)"),
    # A path or a file: src/settings.py, ~/notes, /etc/hosts, C:\x. Names of files have at most
    # 255 letters; without a bound, a long run of @ takes quadratic time.
    re.compile(
        rf"(?<![{WORD}./~-])(?:[A-Za-z0-9_@.~-]{{1,255}}/){{0,64}}[A-Za-z0-9_.-]*[A-Za-z0-9_-]\.(?:{SOURCE})(?![{WORD}]"
        rf"|\.[a-z])"
    , re.A),
    re.compile(rf"(?<![{WORD}./:])(?:~|\.{{1,2}})?/(?:[A-Za-z0-9_.-]+/)+[A-Za-z0-9_.-]*[A-Za-z0-9_-]", re.A),
    re.compile(r"\b[A-Za-z]:\\[\w\\.-]+", re.A),
    # snake_case and CONSTANTS, with letters on both sides of an underscore.
    re.compile(rf"(?<![{WORD}.@/-])_{{0,2}}[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+_{{0,2}}(?![{WORD}])"),
    # Versions: v2, v1.8.2, 1.75.0, 3.0.0-rc1.
    re.compile(r"(?<![A-Za-z0-9.,_-])v\d{1,3}(?:\.\d{1,4}){0,3}(?:-?(?:alpha|beta|rc)\.?\d*)?(?![A-Za-z0-9])"),
    re.compile(
        r"(?<![A-Za-z0-9.,_/-])\d{1,3}\.\d{1,4}\.\d{1,5}(?:-?(?:alpha|beta|rc"
        r"|dev)\.?\d*)?(?![A-Za-z0-9]|\.\d)"
    ),
    # Codes of letters and digits: E1234-X, PROJ-123, RFC-2119, AB12C.
    re.compile(r"(?<![A-Za-z0-9_/.@-])[A-Z]{1,10}-?\d{3,8}(?:-[A-Z0-9]{1,8}){0,3}(?![A-Za-z0-9_-])"),
    re.compile(r"(?<![A-Za-z0-9_/.@-])[A-Z][A-Z0-9]{1,9}-\d{1,8}(?![A-Za-z0-9_-])"),
    re.compile(r"(?<![\w/&#])#\d{1,7}(?![\w])"),
    # A hash, a UUID.
    re.compile(r"(?<![\w-])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![\w-])"),
    re.compile(r"(?<![\w-])(?=[0-9a-f]*[a-f])(?=[0-9a-f]*\d)[0-9a-f]{7,40}(?![\w-])", re.A),
)  # fmt: skip
# Words that only look like codes.
NO_CODE = re.compile(
    r"(?:GPT|COVID|UTF|ISO|MP|PM|AM|JR|USB|HTTP|SHA|MD|B|F|G|R|A|T)-?\d{1,2}(?:-\d+)?"
)


def addresses(text: str) -> Iterator[Found]:
    """Yield addresses and identifiers, with high confidence: the pattern is the proof."""
    if ":" in text or "www." in text:
        for match in URLS.finditer(text):
            surface = match[0].rstrip(TRAILING)
            yield Found(
                surface, match.start(), match.start() + len(surface), URL, 0.99, "rules:pattern"
            )
    if "@" in text:
        for match in EMAILS.finditer(text):
            yield mention_of(match, EMAIL, 0.99, "pattern")
    for match in DOCUMENTS.finditer(text):
        yield mention_of(match, DOCUMENT, 0.9, "pattern")
    for pattern in IDENTIFIERS:
        for match in pattern.finditer(text):
            if not NO_CODE.fullmatch(match[0]):
                yield mention_of(match, IDENTIFIER, 0.85, "pattern")
