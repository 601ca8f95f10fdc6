"""Find passwords where programs keep them: addresses, connection strings, settings, commands."""

import re
from collections.abc import Iterator

from ..spans import Match
from .placeholders import is_code, is_placeholder, strip_end

BASIC_AUTH = re.compile(
    r"\b[a-z][a-z0-9+.-]{1,20}://[^\s:/@]{0,64}:([^\s/@]{3,128})@(?=[\w\[.-])", re.I
)
# imap: kit@fen.org:secret@mail.fen.org
MAIL_AUTH = re.compile(r"[\w.-]{1,40}@[\w.-]{1,60}:([^\s@:/]{4,64})@(?=[\w-]+\.)")
# jdbc:oracle:thin:scott/Tiger-7@//db; <password>Tiger-7</password>.
WRITTEN = re.compile(
    r"\bjdbc:oracle:\w{2,6}:[\w.$-]{1,40}/([^\s@/]{3,64})@"
    r"|<(?:[\w.-]{1,30}:)?(?:db|user|admin)?(?:password|passwd|pwd|passphrase)>\s?([^<>\s]{4,128})\s?</",
    re.I,
)
# define('DB_PASSWORD', 'vZ4(melon)'), password = "…": a value between two quotes is no expression.
QUOTED = re.compile(
    r"(?:pass ?word|passwd|passphrase|passcode|(?<![A-Za-z])(?:\w{1,40}_)?(?:pass|pwd"
    r"|pw))[\"']?\]?[^\S\n]{0,4}"
    r"(?::|=>?|,|(?<=\s))[^\S\n]{0,4}(?:\"([^\"\n]{4,128})\"|'([^'\n]{4,128})')",
    re.I,
)
# Password=…; in a connection string, spring.datasource.password=…, MYSQL_PWD=….
SETTING = re.compile(
    r"(?<![A-Za-z])(?:[\w.-]{1,60}[_.-])?(?:password|passwd|passphrase|pwd|pass"
    r"|requirepass)=([^\s\"';&]{4,128})",
    re.I,
)
COMMANDS = re.compile(
    r"(?:\b(?:curl|wget|http|https|ab)\b[^\n|]{0,120}?\s(?:-u|--user)[ =]?[\"']?[\w.@-]{1,64}:"
    r"|\bsshpass\s+-p\s?|\b(?:mysql|mysqldump|mariadb|docker login|az login|ldapsearch|mongosh?|redis-cli"
    r"|mosquitto_\w+|rdesktop|xfreerdp)"
    r"\b[^\n|]{0,120}?\s(?:-p ?|-P |-w |-a )|\b(?:unzip|7z|zip|pdftk)\b[^\n|]{0,80}?\s-[pP] ?"
    r"|\bnet use(?:r)?\s[^\n]{0,80}?/user:\S+\s|\bsmbclient\b[^\n]{0,80}?\s-U\s\S{1,40}%"
    r"|\bhtpasswd\s+-\w*b\w*\s+\S+\s+\S+\s+|(?<!\S)--pass(?:word|phrase)?[ =]|\bpass:|\b(?:store|key)pass[ =]"
    r"|\brequirepass\s+"
    r"|\bidentified by\s+|\bwith password\s+|\blogin\s+\S{1,64}\s+password\s+"
    r"|\becho\s+(?=\S+\s*\|\s*sudo\s+-S)"
    r"|\bsudo\s+-S\s*<<<\s*|ConvertTo-SecureString\s+)"
    r"(?:\"([^\"\n]{3,128})\"|'([^'\n]{3,128})'|([^\s\"'`|;<>]{3,128}))",
    re.I,
)  # fmt: skip
SIGN_OR_DIGIT = re.compile(r"[\d!#$%&*+?@^~()]|[a-z][A-Z]|[A-Z][a-z].*[_.-][A-Z]")
OPTION = re.compile(r"-|\d{1,5}$|/")


def command_passwords(text: str) -> Iterator[Match]:
    """Find passwords of addresses, settings and commands."""
    for match in (*BASIC_AUTH.finditer(text), *MAIL_AUTH.finditer(text)):
        if not (is_placeholder(match[1]) or is_code(match[1])):
            yield match.start(1), match.end(1), 0.96
    for match in WRITTEN.finditer(text):
        at = match.lastindex or 0
        if SIGN_OR_DIGIT.search(match[at]) and _is_literal(match[at]):
            yield match.start(at), match.end(at), 0.95
    for match in QUOTED.finditer(text):
        at = 1 if match[1] else 2
        if SIGN_OR_DIGIT.search(match[at]) and _is_literal(match[at]):
            yield match.start(at), match.end(at), 0.95
    for match in SETTING.finditer(text):
        word = strip_end(match[1]) if match[1][-1] in "`)]}" else match[1].rstrip(",.")
        if SIGN_OR_DIGIT.search(word) and not (is_code(word) or is_placeholder(word)):
            yield match.start(1), match.start(1) + len(word), 0.95
    yield from _commands(text)


def _commands(text: str) -> Iterator[Match]:
    for match in COMMANDS.finditer(text):
        at = next(group for group in (1, 2, 3) if match[group])
        word = match[at]
        if at == 3 and (OPTION.match(word) or is_code(word)):
            continue
        if not is_placeholder(word) and (SIGN_OR_DIGIT.search(word) or at < 3):
            yield match.start(at), match.end(at), 0.92


def _is_literal(value: str) -> bool:
    """Whether a quoted value is written out, with no variable of a template in it."""
    return not (is_placeholder(value) or re.search(r"\$\{|\{\{|%s|<\w+>|\$\(| ", value))
