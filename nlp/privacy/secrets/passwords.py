"""Find passwords that a text names."""

import re
from collections.abc import Iterator, Sequence

from nlp.mentions.words import words

from ..spans import Match, half_width
from .answers import NO_ANSWER, answers
from .codes import PIN, codes
from .commands import command_passwords
from .one_time import one_time_seeds
from .placeholders import PLAIN_NAME, is_code, is_placeholder, strip_end
from .spelled import spelled_codes
from .unnamed import MEASURE, NAME, is_mixed, unnamed_passwords

PASSWORD = re.compile(
    NAME + r"(?:\s?(?:for|of|to|on|at|in|from)\s[^\n.,:=]{1,40}?|\s?[（(][^()（）\n]{1,20}[）)])?"
    r"[\"'`」』]?[^\S\n]*(is now|is still|is just|is|was|=>|=+|[:：＝]|は|が|を|、|に|'s|’s|\bto\b|→)"
    r"[^\S\n]*[\"'`「『“]?([!-~]{3,128})",
    re.I,
)  # fmt: skip
# Words after “the password is” that are no password.
NO_PASSWORD = re.compile(
    r"^(?:a|an|the|not?|now|still|too|very|in|on|at|to|set|reset|stored|saved|changed|required|needed|wrong"
    r"|incorrect|invalid|expired|empty|missing|correct|unknown|hashed|encrypted|safe|secret|strong|weak|the"
    r"|long|short|null|none|true|false|your|my|our|his|her|their|same|different|that|this|only|always|never"
    r"|also|kept|asked|sent|written|with|by|for|from|what|where|being|longer|easy|hard|ok|okay|fine|gone"
    r"|protected|optional|visible|hidden|sha-?\d+|bcrypt|argon2\w*|md5|str|string|int|bytes|return|\*+|x+"
    r"|\.+)"
    r"[.,;:!?)\]}\"'`]*$",
    re.I,
)  # fmt: skip
ENDED = re.compile(r"[\"'`」』”]?(?:\s*(?:です|でした|だ|に変|にし)|\s*[.。、,;!！)）\n]|\s*\Z)")
# A link that does not say by itself that a password follows.
WEAK_LINKS = frozenset({"を", "、", "に", "'s", "’s", "to", "→"})
SIGN = re.compile(r"[!#$%&*+=@^_~-]")
PASSPHRASE = re.compile(
    r"pass ?phrase[^\n.:]{0,40}?(?:\bis\b|:)\s*[\"“'‘]?((?:[a-z]{3,10}[ -]){3,7}[a-z]{3,10})(?=[\"”'’.\n]|$)",
    re.I,
)
# A word of Japanese in quotation marks.
JAPANESE_WORD = re.compile(
    r"(?:パスワード|パスフレーズ|合言葉|あいことば)(?:は|:|：|が"
    r"|、)[^。\n「]{0,8}[「『]([^」』\n]{2,30})[」』](?=です|だ|に(?:し"
    r"|変)|。|、|\n|$)"
)
# Words between quotation marks or dashes that open something when they are said.
SAID = re.compile(
    r"\b(?:pass ?words?|pass ?phrase|pass ?code|code ?word|safe ?word|memorable word|verbal password"
    r"|magic word|phrase)\b[^\n.!?\"“:—–]{0,40}?(?:(?:\bis|:|,|=)[^\S\n]*[\"“]([a-z][a-z0-9' ]{3,40})[\"”]"
    r"|[^\S\n][—–][^\S\n]((?:[a-z]{3,12} ){0,4}[a-z0-9]{3,12})(?=[^\S\n][—–]|[.\n]|$))",
    re.I,
)
# A plain word that lets somebody in when it is said or typed: the safe word is marmalade.
SPOKEN = re.compile(
    r"\b(?:(?:memorable|safe|code|pick-?up|collection|verification|secret|magic)[ -]?(?:word|phrase)s?"
    r"|(?:my|her|his|our) word)\b"
    r"[^\n.!?\"“:—–]{0,40}?(?:\bis(?: now| still)?|\bwas|\bremains|\bstays|:|=|, ?it['’]?s|, ours is)[^\S\n]*"
    r"([a-z]{4,14}(?: [a-z]{3,12}){0,2})(?=[.,;!\n]|[^\S\n]\(|\Z)",
    re.I,
)
# When they ask for the password, say cobalt heron; say gravel orchestra and they hand it over.
SAY = re.compile(
    r"(?:\b(?:pass ?words?|pass ?phrase|code ?word|safe ?word|(?:security|collection|pick-?up) word)\b"
    r"[^\n.!?]{0,60}?\b(?:say|answer|tell them|give them)"
    r"|\bsay(?=[^\n.!?]{4,60}(?:let|hand|give|open)(?:s|ting)? (?:you|me|it|him|her|us|the)\b))"
    r"[^\S\n]([a-z]{3,14}(?: [a-z]{3,14}){0,3})(?=[,.;\n]| and\b|\Z)",
    re.I,
)
# 受付で砂利の管弦楽団と言えば渡してもらえる; 合言葉は砂利の管弦楽団のまま.
JAPANESE_SAID = re.compile(
    r"(?<=[はでに、])([^\s、。「」はでに]{2,16})と(?:言|名乗)[えれっ][^。\n]{0,20}(?:渡し|通し|入れて|開け|開く)"
    r"|(?:合言葉|合図の言葉|家族だけの言葉)(?:は|が|:|：)\s?([^\s、。「」]{2,16}?)"
    r"(?=です|だよ|のまま|に(?:し|決め|変)|、|。|\n|$)"
)
# The words that open a network, a disk or an app, to the end of the line.
WORDS_TO_END = re.compile(
    r"\b(?:wi-?fi|network|ssid|hotspot|drive|disk|repo|vault|laptop)\b[^\n]{0,60}?"
    r"\b(?:pass(?:word|phrase|key)?|pw|pwd|key)(?:[:,]| is|)[^\S\n]"
    r"((?:[a-z]{3,12}[ -]){2,6}[a-z]{3,12})(?=[.\n]|[^\S\n]\(|\Z)"
)
# sevenlonelylanterns: a row of letters that no word has.
LONG_WORD = re.compile(
    rf"{NAME}[^\n]{{0,80}}?(?:\bis|[:：])[^\S\n]([a-z]{{16,64}})(?=[\s.,]|\Z)", re.I
)
# treasurer / runnerbeans, behind a word for logging in.
PLAIN_LOGIN = re.compile(
    r"\b(?:log-?in|sign-?in|credentials|creds)\b[^\n]{0,60}?(?:\bis|\bare|:|=)[^\S\n]"
    r"[\w.@-]{2,40}[^\S\n]/[^\S\n]([a-z]{6,40})(?=[\s.,;]|\Z)",
    re.I,
)
# The keys by which Windows opens an encrypted disk.
RECOVERY_KEY = re.compile(r"(?<![\d-])\d{6}(?:-\d{6}){7}(?![\d-])")
# "The password is tangerine": no word of states, which end so.
STATE = re.compile(r"(?:ed|able|ible|ous|ive|ing|al|ic|ary|ory|less|ful|ly|ent|ant|en|wn|ck)$")
# Signs that may end a sentence or a password, and how a sentence goes on behind a password.
LAST_SIGNS = re.compile(r"[!?)#]{1,4}")
GOES_ON = re.compile(
    r"(?:[^\S\n]{1,3}[a-zぁ-んァ-ヶ一-龯]|[」』”\"`]|です|でした|だ(?![ぁ-ん])|に変|にし)"
)
# The head of a column of a table.
COLUMN = re.compile(
    r"\W*(?:pass ?words?|pass ?codes?|pwd?|pass|pins?|パスワード|暗証番号|パスコード|パス|合言葉)\W*",
    re.I,
)
TABLE = re.compile(r"(?:^[^\S\n]*\|[^\n]*\|[^\S\n]*(?:\n|\Z)){2,}", re.M)
# A list with commas whose first line names its columns.
LIST = re.compile(r"(?:^[^\n,|]{1,60}(?:,[^\n,|]{0,80}){1,8}(?:\n|\Z)){2,}", re.M)
FIELD = re.compile(r"(?<![^,\n])[^,\n]*")
FIELD_NAME = re.compile(r"[^\S\n]?[\w][\w ./-]{0,24}[^\S\n]?")
LINE = re.compile(r"[^\n]+")
CELL = re.compile(r"(?<=\|)[^|\n]*(?=\|)")
RULER = re.compile(r"[\s:—-]*")
PROSE = re.compile(r"\b(?:the|and|in|on|with|stored|kept|too|very|not|same|that|to|for)\b", re.I)


def with_last_signs(text: str, start: int, end: int) -> int:
    """Return the end of a password with the signs behind it that may belong to it.

    At the end of a sentence these are ``!`` and ``#``: a sentence loses little without its mark.
    """
    signs = LAST_SIGNS.match(text, end)
    if signs is None or text[start:end].isdigit():
        return end
    if not GOES_ON.match(text, signs.end()):
        return signs.end() - len(signs[0].lstrip("!#"))
    line = text[text.rfind("\n", 0, start) + 1 : end]
    is_around = ")" in signs[0] and line.count("(") > line.count(")") + text[start:end].count("(")
    return end if is_around else signs.end()


def passwords(text: str) -> Iterator[Match]:
    """Find words that a text calls a password; a common word after “is” is none."""
    for match in PASSWORD.finditer(text):
        word = strip_end(match[2])
        if len(word) < 3 or NO_PASSWORD.match(match[2]) or "://" in word:
            continue
        if sure := _password(text, match, word):
            yield match.start(2), match.start(2) + len(word), sure
    yield from command_passwords(text)
    yield from unnamed_passwords(text)
    yield from _phrases(text)
    yield from _columns(text)
    yield from codes(text)
    yield from spelled_codes(text)
    yield from answers(text)
    yield from one_time_seeds(text)


def _password(text: str, match: re.Match[str], word: str) -> float:
    """Return the confidence that a word is a password, by its characters and neighbors."""
    link, raw = match[1].lower(), match[2]
    if link in WEAK_LINKS:
        return 0.85 if is_mixed(word) and not is_code(raw) else 0.0
    if link[0] in "=:：＝":
        return _assigned(text, match, word)
    if is_code(raw) or (MEASURE.fullmatch(word) and not _is_pin(match[0])):
        return 0.0
    if re.search(r"\d", word) or re.search(r"[!#$%&*+=@^_~]", word):
        return 0.95
    # “The password is Tulip.”: a word that ends the sentence, and tells no state.
    if not ENDED.match(text[match.start(2) + len(word) :][:8]):
        return 0.0
    return 0.75 if not word.islower() or _is_rare(word) else 0.0


def _is_rare(word: str) -> bool:
    return (
        len(word) > 4 and word.isalpha() and not STATE.search(word) and word not in words("common")
    )


def _assigned(text: str, match: re.Match[str], word: str) -> float:
    """Return the confidence after a sign; programs assign variables and expressions."""
    if is_code(match[2]) or is_placeholder(word):
        return 0.0
    before = text[max(0, match.start() - 1) : match.start()]
    is_prose = not re.match(r"[\w(.`]", before, re.ASCII) and match[1] in ":："
    if re.search(r"\d", word) or (SIGN.search(word) and not PLAIN_NAME.fullmatch(word)):
        return 0.95
    # Without digits, a quoted value of a program or a word that a note ends with.
    is_quoted = match[0][-len(match[2]) - 1] in "\"'`「『“"
    return 0.9 if (is_prose and "(" not in match[0]) or is_quoted else 0.0


def _is_pin(words: str) -> bool:
    return bool(PIN.search(words) or re.search(r"passcode|パスワード|password", words, re.I))


def _phrases(text: str) -> Iterator[Match]:
    """Find several words that a text calls a passphrase, and quoted Japanese words."""
    for match in PASSPHRASE.finditer(text):
        if not PROSE.search(match[1]):
            yield match.start(1), match.end(1), 0.85
    for match in (
        *SPOKEN.finditer(text),
        *SAY.finditer(text),
        *PLAIN_LOGIN.finditer(text),
        *LONG_WORD.finditer(text),
    ):
        if any(_is_rare(word.lower()) for word in match[1].split()) and not (
            PROSE.search(match[1]) or is_placeholder(match[1])
        ):
            yield match.start(1), match.end(1), 0.8
    for match in WORDS_TO_END.finditer(text):
        if not PROSE.search(match[1]) and any(_is_rare(word) for word in match[1].split()):
            yield match.start(1), match.end(1), 0.8
    for match in RECOVERY_KEY.finditer(text):
        yield match.start(), match.end(), 0.95
    for match in SAID.finditer(text):
        at = match.lastindex or 0
        if not PROSE.search(match[at]) and not is_placeholder(match[at]):
            yield match.start(at), match.end(at), 0.8
    for match in JAPANESE_SAID.finditer(text):
        at = match.lastindex or 0
        if not NO_ANSWER.search(match[at]):
            yield match.start(at), match.end(at), 0.75
    for match in JAPANESE_WORD.finditer(half_width(text)):
        if not is_placeholder(match[1]):
            yield match.start(1), match.end(1), 0.75


def _columns(text: str) -> Iterator[Match]:
    """Find the cells below the word for a password in tables of Markdown and in lists with commas."""
    for table in (*TABLE.finditer(text), *LIST.finditer(text)):
        part = CELL if table.re is TABLE else FIELD
        head, *rows = (
            list(part.finditer(text, *line.span())) for line in LINE.finditer(text, *table.span())
        )
        if part is FIELD and not _is_list(head, rows):
            continue
        columns = {at for at, cell in enumerate(head) if COLUMN.fullmatch(cell[0])}
        for row in rows:
            for at, cell in enumerate(row):
                word = cell[0].strip(" `*")
                if at in columns and len(word) > 3 and not _is_no_cell(word):
                    start = cell.start() + cell[0].index(word)
                    yield start, start + len(word), 0.9


def _is_list(head: Sequence[re.Match[str]], rows: Sequence[Sequence[re.Match[str]]]) -> bool:
    """Whether a line names columns and each line below has as many, as no sentence or program."""
    are_names = all(FIELD_NAME.fullmatch(cell[0]) for cell in head)
    return are_names and all(len(row) == len(head) for row in rows)


def _is_no_cell(word: str) -> bool:
    return bool(RULER.fullmatch(word) or NO_PASSWORD.match(word)) or is_placeholder(word)
