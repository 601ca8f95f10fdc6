"""Find telephone numbers: international ones, and national ones in their usual form."""

import re
from collections.abc import Iterator

import phonenumbers

from ..spans import OTHER_NUMBERS, Match, digits, half_width, last_end, words_before

TELEPHONE_WORDS = re.compile(
    r"電話|携帯|☎|📞|\bTEL\b|\bFAX\b|連絡先|内線"
    r"|\b(?:tel|phone|mobile|cell|call|ring|fax|text|whatsapp|landline"
    r"|direct (?:line|dial)|(?:my|his|her|our|their) (?:\w+ )?line)\b",
    re.I | re.A,
)
# Words that precede a telephone number, and other things too.
WEAK_WORDS = re.compile(
    r"連絡|着信|留守電|\b(?:reach|dial|contact|sms|signal|voicemail)\b", re.I | re.A
)
# National numbers whose form says it: a Japanese one, a mobile one, an American or British one.
NATIONAL = {
    "JP": re.compile(r"(?:\(0\d{1,4}\)[- ]?|0\d{1,4}[- ])\d{1,4}[- ]\d{3,4}|0[789]0\d{8}"),
    "US": re.compile(r"\(\d{3}\) ?\d{3}-\d{4}|\d{3}-\d{3}-\d{4}"),
    "GB": re.compile(r"07\d{3} ?\d{3} ?\d{3}|\(?0\d{2,4}\)? \d{3,4} \d{3,4}|\(?0\d{4}\)? \d{5,6}"),
}
# Japanese numbers with letters or parentheses beside them, which the search for numbers leaves out.
WRITTEN = re.compile(
    r"(?<![\d+-])(?<!\d )(?:0\d{1,4}\(\d{1,4}\)\d{4}|(?<=[A-Za-zぁ-んァ-ヶ一-龯ー:])0\d{1,4}-\d{1,4}-\d{4})"
    r"(?![\d-])"
)
# Groups that nothing else has, whether such an area exists or not.
GROUPED = re.compile(
    r"(?<![\d+-])(?<!\d )(?:0(?:[1-9]-\d{4}|[5789]0-\d{4}|\d{2}-\d{3}|\d{3}-\d{2})-\d{4}"
    r"|(?:\+44 ?|0)7\d{3} \d{3} ?\d{3})(?![\d-]| \d)"
)
# Ten digits as people write them, some with an extension: whether such an area exists, and with full
# stops, does not count where a word says what they are.
AMERICAN = re.compile(
    r"(?<![\w.+(-])(?:(?:\+1|001|1)[ .-]?)?(?:\(\d{3}\) ?|\d{3}[ .-]?)\d{3}[ .-]?\d{4}"
    r"(?: ?(?:x|ext\.?) ?\d{1,6})?(?![\w-]|\.\d)",
    re.I,
)
# Points between the groups: 503.228.4471, which neither versions nor addresses of networks have.
POINTED = re.compile(r"(?:\+?1\.)?[2-9]\d{2}\.[2-9]\d{2}\.\d{4}")
EXTENSION = re.compile(r"(?:x|ext\.?) ?\d{1,6}$", re.I)
NUMBER = re.compile(r"\bnumber(?:'s|’s| is| was|:)\s?$", re.I)
# Toll-free numbers and numbers of services: they belong to no person.
OF_SERVICE = re.compile(
    r"(?:0|81)(?:120\d{6}|570\d{6}|800\d{7})|1?8(?:00|33|44|55|66|77|88)[2-9]\d{6}|(?:0800|4480[08])\d{6,7}"
)
# Lines that anybody may call.
HOTLINE = re.compile(
    r"\b(?:hot|help|crisis|support|info)[ -]?line\b|ホットライン|11[09]番"
    r"|(?:消費者|健康|法律|子育て)相談|相談(?:窓口|ダイヤル|センター)"
    r"|コールセンター"
    r"|カスタマー(?:センター|サポート)|お客[様さ]ま?(?:相談|センター)",
    re.I,
)
# What is open to everybody, and has a number that it tells everybody. Whom one sees for one's
# health is not among them: that tells of a person.
OF_BUSINESS = re.compile(
    r"\b(?:baker(?:y|['’]s)|pharmacy|chemist|restaurant|caf[eé]|pizz(?:a|eria)|take-?away|hotel|hostel|inn"
    r"|garage|library|museum|theat(?:re|er)"
    r"|cinema|box office|stores?|shop|supermarket|salon|barber|hairdresser|florist|plumber|locksmith"
    r"|(?:town|city) hall|post office|gym|reception|front desk|taxi|cab company)\b"
    r"|[店屋](?:さん)?(?![一-龯])|美容院|薬局|図書館|美術館|博物館"
    r"|美容室|旅館|ホテル|民宿|レストラン|食堂|居酒屋|カフェ|スーパー|ホームセンター|[市区]役所|役場|郵便局"
    r"|営業所|支店|タクシー",
    re.I | re.A,
)
# One of a business is a person's all the same with these words.
OF_PERSON = re.compile(
    r"\b(?:mobile|cell|home|personal|private|whatsapp|(?:my|his|her|their"
    r"|our) (?:\w+ )?(?:number|line|phone|desk)"
    r"|[a-z]{2,14}['’]s (?:direct |own )?(?:number|phone|line))\b"
    r"|携帯|自宅|実家|個人|直通|(?:さん|くん|ちゃん|長|彼|彼女|先生|妻|夫|[父母兄姉弟妹])の(?:電話|番号|連絡先)",
    re.I | re.A,
)
MOBILE = re.compile(r"(?:0|81)[789]0\d{8}|(?:44|0)7\d{9}")
BUSINESS_NEAR = 32
REGIONS = ("JP", "US", "GB")
# The shortest number is +43 and four digits; years and amounts are not examined.
SHORTEST = 7


def telephones(text: str) -> Iterator[Match]:
    """Find telephone numbers by their form, their region and the words before them."""
    folded = half_width(text)
    for start, end, sure in _numbers(folded):
        is_service = OF_SERVICE.fullmatch(digits(folded[start:end]))
        is_hotline = HOTLINE.search(words_before(folded, start))
        if not (is_service or is_hotline or _is_of_business(folded, start, end)):
            yield start, end, sure


def _is_of_business(text: str, start: int, end: int) -> bool:
    """Whether a number is the one at which a shop, an office or a practice is called."""
    before = words_before(text, start, BUSINESS_NEAR)
    if not OF_BUSINESS.search(before) or OF_PERSON.search(before):
        return False
    return not MOBILE.fullmatch(digits(text[start:end]))


def _numbers(folded: str) -> Iterator[Match]:
    seen: set[tuple[int, int]] = set()
    for region in REGIONS:
        leniency = phonenumbers.Leniency.STRICT_GROUPING
        for match in phonenumbers.PhoneNumberMatcher(
            folded, region, leniency=leniency, min_candidate_length=SHORTEST
        ):
            span = (match.start, match.end)
            if span in seen:
                continue
            if sure := _telephone(folded, match.raw_string, match.start, region):
                seen.add(span)
                yield (*span, sure)
    for start, end, sure in _written(folded):
        if not any(start < last and first < end for first, last in seen):
            yield start, end, sure


def _written(text: str) -> Iterator[tuple[int, int, float]]:
    """Find Japanese numbers that touch letters, and American ones of areas that nobody has."""
    for match in WRITTEN.finditer(text):
        number = phonenumbers.parse(match[0], "JP")
        before = words_before(text, match.start())
        if phonenumbers.is_valid_number(number) and not OTHER_NUMBERS.search(before):
            yield match.start(), match.end(), 0.9
    for match in GROUPED.finditer(text):
        if not OTHER_NUMBERS.search(words_before(text, match.start())):
            yield match.start(), match.end(), 0.85
    for match in AMERICAN.finditer(text):
        before = words_before(text, match.start())
        is_grouped = not match[0].isdigit()
        is_pointed = POINTED.fullmatch(match[0]) and not OTHER_NUMBERS.search(before)
        if last_end(TELEPHONE_WORDS, before) > last_end(OTHER_NUMBERS, before):
            yield match.start(), match.end(), 0.9
        elif is_grouped and (NUMBER.search(before) or EXTENSION.search(match[0]) or is_pointed):
            yield match.start(), match.end(), 0.8


def _telephone(text: str, raw: str, start: int, region: str) -> float:
    """Return the confidence that a number is a telephone's; 0 without evidence."""
    before = words_before(text, start)
    if TELEPHONE_WORDS.search(before):
        return 0.97
    if OTHER_NUMBERS.search(before):
        return 0.0
    if raw.startswith("+"):
        return 0.95
    if NATIONAL[region].fullmatch(raw):
        return 0.9 if region == "JP" else 0.8
    return 0.85 if WEAK_WORDS.search(before) else 0.0
