"""Tell whether a message brings words of somebody else along, or a text to work on.

``foreign`` finds such parts where it can see their limits; here the shape of the message is
enough, and what it tells asks before it ends anything.
"""

import re

from nlp.facts.change import says_change

from .foreign import FIELD, OWN_LABEL

LONGEST_HEAD = 60
HEAD = re.compile(
    rf"^[ \t>*_\-・]*(?P<head>[^\n:：→]{{1,{LONGEST_HEAD}}}?)(?:[:：](?!//)|→)[ \t*_]*(?=\S)",
    re.MULTILINE,
)
# A time or a ratio: what stands before its colon is no head.
NUMBERS = re.compile(r"\d\s*\Z")
FIRST_PERSON = re.compile(
    r"\b(?:I|I['’]\w+|we|we['’]\w+|my|our|me|us)\b|私|わたし|僕|ぼく|俺|おれ|自分|うち",
    re.IGNORECASE,
)
# A head that names somebody else, whatever stands in it: "Landlord's note", 「大家さんからのメモ」.
OF_OTHERS = re.compile(
    r"(?<!\b[Tt]oday)(?<!\bweek)(?<!\b[Hh]ere)(?<!\b[Tt]hat)(?<!\b[Ii]t)['’]s\b|から(?:の|、)|さんの|より"
)
TAGGED = re.compile(
    r"^[ \t]*(?:[\[【(（<][^\]】)）>\n]{1,20}[\]】)）>]|[\U0001F300-\U0001FAFF☎✉]+\ufe0f?[ \t]*\S{1,20}[ \t]*$"
    r"|[A-Z][\w'’-]{1,20} [\U0001F300-\U0001FAFF☎✉]{1,3}\ufe0f?[ \t]*$|\d{1,2}:\d\d ?[ap]m[ \t]*$"
    r"|\S{1,20}[ \t]{1,3}\d{1,2}:\d\d[ \t]*$|\d{1,2}:\d\d[ \t]+\S{1,20}[ \t]\S)",
    re.MULTILINE,
)
LETTER = re.compile(
    r"^[ \t]*(?:dear\b|to whom it may|(?:yours|sincerely|regards|best wishes|love),?[ \t]|(?:yours|best|kind)"
    r" \w+,|[—–] ?[A-Z]|#\w+|拝啓|前略|敬具|草々|かしこ|[(（]?(?:ラジオネーム|ペンネーム|PN|RN))",
    re.MULTILINE | re.IGNORECASE,
)
# Kinds of texts by others, and what is asked of a text.
NAMED = re.compile(
    r"\b(?:screenshots?|transcri\w+|podcast|interviews?|voice ?mail|testimonials?|statement|exit survey"
    r"|(?:contact|web) form|tickets?|spam|(?:linkedin|facebook|instagram|reddit) (?:post|comment)s?"
    r"|(?:post|letter|mail|message|note|comment)s? (?:by|from)"
    r"|from (?:my|our|the) (?:tenant|landlord|customer|client)s?"
    r"|(?:funeral|memorial) (?:program(?:me)?|service sheet)|obituary|eulogy"
    r"|(?:emergency|information|info|fact|care) (?:sheet|plan|card) (?:for|of)|dating (?:app|profile|bio)"
    r"|(?:CV|r[ée]sum[ée]|curriculum vitae)(?= ?[–—:-])"
    r"|caption|tweet|headline|haiku|slogan|subject line|grammatical\w*|ungrammatical|idiomatic"
    r"|(?:more|less|sounds?|sound more) (?:natural|formal|polite|casual)|spell ?check|typos?"
    r"|make (?:it|this) (?:shorter|longer|punchier)|shorter,? (?:pls|please)|summar\w+"
    r"|bullet points?|tl;?dr|emojis?"
    r"|(?:complete|continue|finish) (?:the|this|my|in)\b|turn (?:this |it )?into"
    r"|congratulat\w+|comfort (?:him|her|them)"
    r"|(?:in|from) (?:my|a|the) (?:dream|video ?game)|animal crossing|auto-?correct\w*|ignore (?:this|that)"
    r"|test(?:ing)?,? (?:test|message|123))\b"
    r"|スクショ|書き起こし|文字起こし|面接メモ|候補者|インタビュー|お客様の声|レビュー|口コミ|投稿|掲示板|問い合わせ|フォームから"
    r"|迷惑メール|番組|相談者|人生相談|カルテ|議事録|要約|箇条書き|一言(?:[:：]|を)|キャプション|見出し|件名|(?<!手)続きを|自然な(?:言い方|日本語|表現)"
    r"|正しい(?:です)?か|正しい？|短くして|長くして|整えて|丁寧(?:な|に|です|？)|敬語|疑問文|否定文|作文|絵文字|なんて返|どう返"
    r"|返信(?:どう|すれば|を考)|お祝い(?:は|の言葉|メッセージ)|夢の中|夢で|ゲーム|の森で|メタバース|マイクラ"
    r"|テスト(?:送信|投稿|です|なので)|無視して|誤変換|打ち間違",
    re.IGNORECASE,
)


def tells_change(text: str) -> bool:
    """Return whether a message has a word of change that is its author's."""
    return says_change(text) and not brings_material(text)


def brings_material(text: str) -> bool:
    """Return whether a message brings words of others along, or a text to work on."""
    return bool(
        NAMED.search(text)
        or LETTER.search(text)
        or TAGGED.search(text)
        or any(_is_of_others(found["head"].strip()) for found in HEAD.finditer(text))
    )


def _is_of_others(head: str) -> bool:
    if not head or NUMBERS.search(head):
        return False
    if OF_OTHERS.search(head):
        return True
    return not (FIELD.search(head) or OWN_LABEL.match(head) or FIRST_PERSON.search(head))
