"""Find what is pasted from elsewhere: comments, logs, SQL, lyrics, mail, and what others said.

What stands there was said by somebody else, or by nobody: it claims nothing about the author.
"""

import re
from collections.abc import Iterator
from itertools import chain

Span = tuple[int, int]

CODE = re.compile(r"^[ \t]*```.*?(?:^[ \t]*```|\Z)", re.MULTILINE | re.DOTALL)
# A page in HTML is a text to work on, not a statement.
TAGGED = re.compile(r"^.*</?[a-z][^<>\n]{0,80}>.*$", re.MULTILINE)
# A line of a log of commits: "a3f9c21 コーヒーはもう好きじゃない".
COMMIT = re.compile(r"^[ \t]*(?:\* )?[0-9a-f]{7,40} .*$", re.MULTILINE)
COMMENT = re.compile(r"^[ \t]*(?://|--(?!-)|#(?=[ \t])|/\*|<!--).*$", re.MULTILINE)
LOG = re.compile(
    r"^.{0,60}?(?<![\w-])(?:INFO|WARN|WARNING|ERROR|DEBUG|TRACE|FATAL)(?![\w-]).*$", re.MULTILINE
)
SQL = re.compile(
    r"^[ \t]*(?:INSERT INTO|UPDATE \S+ SET|SELECT\b.*\bFROM|DELETE FROM|VALUES ?\().*$",
    re.MULTILINE,
)
LYRICS = re.compile(r"^.*[♪♫♬].*$", re.MULTILINE)
CITED = re.compile(r"^[ \t]*[>|＞].*$", re.MULTILINE)
# Between rules of a page stands what the message is about.
RULED_OFF = re.compile(r"^-{3,}[ \t]*\n.*?(?:^-{3,}[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
# "Priyanka wrote: …", "the child replied: …", up to the next empty line; not "I told her: …".
SAID = re.compile(
    r"^(?!.{0,80}\b(?:[Ii]|[Ww]e)(?:['’]ve)? (?:\w+ )?"
    r"(?:wrote|posted|texted|said|replied|answered|told|announced)\b)"
    r".{1,80}?\b(?:wrote|writes|posted|posts|texted|texts|messaged|said|says|replied|replies|answered"
    r"|announced|shouted|told (?:me|us|him|her|them|everyone|everybody))"
    r"(?: (?:me|us|him|her|them|everyone|back))? ?[:：]\n?.+(?:\n.+)*"
    r"|^.{0,40}?(?:いわく|曰く|によると|によれば|が言うには|の話では)[、：:].*(?:\n.+)*"
    r"|^.{0,40}?(?:から|より)の?(?:LINE|ライン|メール|メッセージ|手紙|返信|DM|伝言|コメント)[^。\n]{0,12}[:：]"
    r"\n?.+(?:\n.+)*",
    re.MULTILINE,
)
# Two lines of a mail's header, the line before a forwarded or an answered one: the rest is the mail.
HEADER = r"(?:From|To|Cc|Subject|Date|Sent|差出人|送信者|宛先|件名|日時|送信日時) ?[:：].*"
MAIL = re.compile(
    rf"^(?:{HEADER}\n{HEADER}|[-_]{{2,}} ?(?:Original|Forwarded|Begin forwarded|転送|元のメッセージ).*"
    r"|[ \t]*(?:fwd?|転送) ?[:：].*|On \S.{6,120} wrote ?:[ \t]*"
    r"|.{0,80}[<＜‹〈][^<>\n]{1,60}@[^<>\n]{1,60}[>＞›〉][ \t]*[:：]?[ \t]*)$",
    re.MULTILINE | re.IGNORECASE,
)
LINES = (CODE, TAGGED, COMMIT, COMMENT, LOG, SQL, LYRICS, CITED, SAID, RULED_OFF)


def pasted_spans(text: str) -> Iterator[Span]:
    """Yield the spans of a text that are pasted from elsewhere."""
    yield from (match.span() for match in chain.from_iterable(p.finditer(text) for p in LINES))
    if mail := MAIL.search(text):
        yield mail.start(), len(text)
