"""Find words and digits with a form that codes, passwords and answers have."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from nlp.privacy.secrets.codes import GAP, NOT_CODE
from nlp.privacy.secrets.placeholders import is_code, is_placeholder, strip_end

# Digits, alone or in groups of a dial; a letter or the signs of a keypad may stand beside them.
CODE = re.compile(
    r"(?<![\w.,:/$€£¥+#*-])(?<!\d )(?:[#*]?[A-Z]{0,2}\d{3,8}[A-Z]?[#*]?"
    r"|[LR]?\d{1,2}(?:-[LR]?\d{1,2}){2,8}|\d{1,2}(?:[・→]\d{1,2}){2,8}|\d(?: \d){3,7}"
    r"|\d{1,2}(?:, \d{1,2}){2,3}"
    r"|\d{1,4}[#*]\d{1,5}[#*]?"
    r"|\d{1,3}[A-Z]|(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z\d]{3,6})(?![\w%°/:]|[., -]\d)",
    re.ASCII,
)
WORD = re.compile(r"(?<![!-~])[\"'`(“]?([!-~]{6,80})(?![!-~])")
PHRASE = re.compile(r"(?<![A-Za-z'’-])[a-z]{3,10}(?: [a-z]{2,10}){3,7}(?![A-Za-z'’-])")
# A name behind a link, as an answer stands.
NAME = re.compile(
    r"(?<=[ =:(“\"'‘])([A-Z][\w'’-]{1,20}(?: (?:[A-Z0-9][\w'’-]{0,20}|and|of|the)){0,3})(?![\w’']|\.\d)"
    r"|(?<!\d:)(?<=[はがを、「『(（：:>＞らと])([一-龯々ァ-ヶーA-Za-z0-9]{2,12})"
    r"(?=[」』)）でにとだ。\n、]|です|って|$)"
    r"|[「『]([^」』\n]{2,20})[」』]"
    r"|(?<=[はがを、。…])([ぁ-んー]{2,8}?)"
    r"(?=に(?:し|設定|登録)|で(?:登録|設定|通)|です|と(?:入|答|登録|書)|。|$)"
)
# Links, files, paths, mail, dates, versions, measures, tags, calls of functions.
NOT_WORD = re.compile(
    r".*://|.*@[\w-]+\.\w|[@#~/.\\-]|.*\.(?:py|js|ts|md|txt|json|ya?ml|html?|css|png|jpe?g|gif|pdf|zip"
    r"|csv|com"
    r"|org|net|io|jp|sh|exe|app|gz|sql|whl|log|xlsx?|docx?)\b|\d{1,4}[-/.]\d{1,2}[-/.]\d|.*/.*/|.*\("
    r"|.*[<>{}\[\]|\\]|[A-Za-z]+['’][a-z]{1,2}\W*$"
    r"|[0-9a-f]{7,}\W*$|(?:[0-9a-f]{2}[:-]){5}|[0-9a-f]{8}-|[0-9a-f]{64}|.*\d{3}.*[:,]\d"
    # Names of programs and standards with their versions.
    r"|(?:sha|md|ed|rsa|aes|utf|pbkdf|base|ipv|oauth|http|argon|python|pip|flask|django|vue|select"
    r"|angular|react|next"
    r"|node|java|numpy|bootstrap|jquery|windows|ubuntu|rhel|debian|gpt|claude|gemini|llama|covid"
    r"|galaxy|pixel|iphone|jinja|sqlite)"
    r"[-_:. ]?v?\d[\w.]{0,5}\W*$|(?:pbkdf|sha|scrypt|ssh|argon2?\w*|bcrypt)[-:$]|\$\d"
    r"|v?\d+(?:\.\d+)+|[\d,.:]+\W*$|[A-Za-z]+'[a-z]{1,2}\W*$|\d+(?:st|nd|rd|th|[a-z]{1,3})\W*$"
    r"|(?:flask|django|react|vue|pytest|eslint)-[a-z]\w*\W*$|sqlite\d?\.|\d(?:s?ldk)\b"
    # Amounts with their units, and licenses: 12,803pt and Apache-2.0.
    r"|\d{1,3}(?:,\d{3})+[a-z]{0,3}\W*$|[a-z]{2,}-\d\.\d\W*$"
    r"|[A-Z]{2,10}-\d+\W*$|[A-Za-z]+/\d+(?:\.\w+)*\W*$"
    r"|\w{1,3}=[\d,.]+\W*$|[\w.-]+[=~<>!]=\d|.*&\w+;|.*=\w*$|(?:cus|pi|ch|sub|req|msg|chatcmpl|run|job|call|thread|asst|file|evt|org|user"
    r"|session|trace)[_-]",
    re.IGNORECASE,
)
# The name of a package follows.
PACKAGE = re.compile(r"\b(?:install|add|import|require|pull|upgrade)[^\S\n]$", re.IGNORECASE)
# The year of an event or a work, which its name ends with: 万博2025.
YEAR_OF_NAME = re.compile(r"(?<=[一-龯ァ-ヶー])(?:19|20)\d\d(?!\d)")
MARKED = re.compile(r"\d|[!#$%&*+=?^_~]|[a-z][A-Z]|\w[.-]\w")
LEAST, LONGEST = 6, 40


@dataclass(frozen=True, slots=True)
class PossibleSecret:
    """Characters ``start`` to ``end`` of a text, and the kind of their form."""

    start: int
    end: int
    kind: str


def candidates(text: str, *, with_names: bool) -> Iterator[PossibleSecret]:
    """Yield what may be a code, a password, a passphrase or, ``with_names``, an answer."""
    for match in CODE.finditer(text):
        if YEAR_OF_NAME.fullmatch(text, match.start(), match.end()):
            continue
        if not NOT_CODE.search(text, max(0, match.start() - GAP), match.start()):
            yield PossibleSecret(match.start(), match.end(), "code")
    for match in WORD.finditer(text):
        is_package = PACKAGE.search(text, max(0, match.start() - 12), match.start())
        if not is_package and (found := _word(match[1])):
            yield PossibleSecret(match.start(1), match.start(1) + len(found), "word")
    for match in PHRASE.finditer(text):
        yield PossibleSecret(match.start(), match.end(), "phrase")
    if with_names:
        for match in NAME.finditer(text):
            at = match.lastindex or 0
            yield PossibleSecret(match.start(at), match.end(at), "name")


def _word(given: str) -> str:
    """Return the word without the marks of its sentence; empty if it has no form of a password."""
    kept = strip_end(given)
    if given[len(kept) : len(kept) + 1] == "!":
        kept += "!"
    if not LEAST <= len(kept) <= LONGEST or not MARKED.search(kept[1:]) or NOT_WORD.match(kept):
        return ""
    if not re.search(r"[A-Za-z]", kept) or is_placeholder(kept) or is_code(kept):
        return ""
    return kept
