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
# A line of a program: "#!/usr/bin/python", "user = {'age': 27}", "return age;".
PROGRAM = re.compile(
    r"^[ \t]*(?:#!/.*|[\w.]{1,40} ?[:+]?= ?[\[{(\"'].*|[\"'][\w -]{1,40}[\"'] ?: ?[\"'\d\[{].*|.*[;{}][ \t]*(?://.*)?)$",
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
# A quotation from the beginning of a line over several lines.
BLOCK = re.compile(
    r"^[ \t]*(?:\"[^\"\n]*+\n[^\"]*+\"|“[^”\n]*+\n[^”]*+”|「[^」\n]*+\n[^」]*+」|『[^』\n]*+\n[^』]*+』)",
    re.MULTILINE,
)
# A line that says that what follows it came from somebody else.
INTRODUCES = re.compile(
    r"\b(?:got|received) (?:this|the following)\b"
    r"|\b(?:as|what) (?:he|she|they|[A-Z][a-z]+) (?:wrote|sent|said|put)\b"
    r"|\b(?:sent|gave|forwarded|e-?mailed|texted|messaged|wrote|left) (?:me|us) (?:this|the following|back)\b"
    r"|\bhere(?:['’]?s| is| are) (?:the|what|his|her|their) (?:[\w'’]+ ){0,3}?(?:sent|wrote|said|says|e-?mail"
    r"|mail|message|letter|reply|notice|review|recipe|transcript|minutes|article|record|report|draft)s?\b"
    r"|(?:届いた|来た|きた|もらった|送られてきた|渡された|送ってきた|書いてもらった)[^。\n]{0,12}"
    r"(?:記録|メール|手紙|文面|文章|返事|返信|連絡|通知|案内|資料|レシピ|メモ|議事録)"
    r"|(?:記録|メール|手紙|返事|返信|通知|案内|議事録|資料)(?:が|、)?"
    r"(?:届い|来まし|来た|きまし|きた|来て|きて|もらい)",
    re.IGNORECASE,
)
# The lines from the next one on, if they stand apart or several follow.
FOLLOWS = re.compile(r"[^\n]*\n(?:[ \t]*\n)+(?P<rest>[^\n]+\n.+)", re.DOTALL)
LINES = (CODE, TAGGED, COMMIT, COMMENT, PROGRAM, LOG, SQL, LYRICS, CITED, SAID, RULED_OFF, BLOCK)


def pasted_spans(text: str) -> Iterator[Span]:
    """Yield the spans of a text that are pasted from elsewhere."""
    yield from (match.span() for match in chain.from_iterable(p.finditer(text) for p in LINES))
    if mail := MAIL.search(text):
        yield mail.start(), len(text)
    if (introduced := INTRODUCES.search(text)) and (block := FOLLOWS.match(text, introduced.end())):
        yield block.span("rest")
