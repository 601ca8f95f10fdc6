"""Find people in Japanese text: the dictionary's names, and any word before さん."""

import re
from collections.abc import Iterator, Sequence

from nlp.mentions.findings import mention_at
from nlp.mentions.words import phrases, words
from nlp.morphology import FAMILY_NAME, Morpheme
from nlp.readers import ORGANIZATION, PERSON, Found
from nlp.text.sentences import HONORIFICS, POSITIONS, SENIOR, TEACHER, alternation

from .given import LISTED
from .kin import ADDRESSES, FAMILIAR_ADDRESS, ONE_KANJI, of_kin

# After a name that no dictionary lists, 君 may be the end of the name.
SURE_ADDRESSES = alternation((*(word for word in HONORIFICS if word != "君"), TEACHER, SENIOR))
# Long titles first, since a pattern takes the first alternative that matches.
TITLES = "|".join(sorted(words("ja_titles"), key=lambda title: (-len(title), title)))
# Nouns with さん and 様 that are no names.
ROLES = words("ja_roles")
# Last characters of roles: 担当者さん, 店員さん, 花屋さん; 悠人さん is a listed name.
ROLE_ENDS = tuple("者員屋軒客師長人生主手先方医官司社")
# Family names of one kanji.
SINGLE_NAMES = words("ja_single_names")

POLITE = rf"(?:{ADDRESSES})(?!ざ|ぽん)"
ADDRESS = re.compile(rf"[ 　]?(?:{POLITE}|(?:新|元|前|現|副|故)?(?:{TITLES}))")
# Other titles after a place name may belong to an office there: 松本市長, 東京支店長.
PERSONAL = re.compile(
    rf"[ 　]?(?:{POLITE}|(?:{alternation(POSITIONS)}|先生|教授|リーダー|マネージャー"
    rf"|選手(?![権団村])|監督|議員|容疑者|医師|弁護士"
    r"|看護師長|師長|班長|C[ETFO]O(?![A-Za-z])))"
)
# A name that no dictionary lists, right before さん.
BEFORE_SAN = re.compile(
    r"(?P<name>(?<![一-龥々ァ-ヶー])[一-龥々]{1,4}|(?<![ァ-ヶー])[ァ-ヶー]{2,}(?:[・＝][ァ-ヶー]+)*"
    r"|[A-Z][A-Za-z'.-]{1,30}(?: [A-Z][A-Za-z'.-]{1,30}){0,3})"
    rf"[ 　]?(?:{SURE_ADDRESSES})(?!ざ|ぽん)"
)
TITLED_FOREIGN = re.compile(
    r"(?P<name>(?<![ァ-ヶー・])[ァ-ヶー]{2,}(?:[・＝][ァ-ヶー]+)*"
    r"|[A-Z][a-z'.-]{1,30}(?: [A-Z][a-z'.-]{1,30}){0,3})"
    rf"(?:{alternation(POSITIONS)}|教授|大統領|首相|監督|選手)"
)
UNDETERMINED_NAME = "一般"
KATAKANA = re.compile(r"[ァ-ヶー]+")
# Initials occur between: アントニオ・C・アタリグ.
FOREIGN = re.compile(r"[ァ-ヶー]+|[A-Z]\.?")
NO_PERSON = re.compile(
    r".*(?:ズ|グループ|プロ|ブラザース|ブラザーズ|ユナイテッド|シティ|レコード|クラブ|エポック"
    r"|センター|カップ|リーグ|ランド|パーク|ホテル)"
)
DOTS = ("・", "＝", "=")
CLOSING = re.compile(
    rf"$|[はがもをにのとでへやか、。，．,（(「」『』）)&＆・/／：:\s]|から|より|による|ら|及び|です|だっ|と申し|といい|という|って"
    rf"|{POLITE}|(?:{TITLES})"
)
NOT_GIVEN = words("ja_not_given")
NO_PEOPLE = words("ja_no_people")
# The rest of a given name that the dictionary cuts short: 友 after 小宮山昌, 一 after 伊藤穣.
LAST_KANJI = re.compile(r"[一-龥々](?=[はがもをにのとでへや、。（(「・\s]|さん|氏|様|$)")
BESIDE = re.compile(
    rf"(?:{TITLES}|歌手|俳優|女優|作家|画家|漫画家|監督|担当|友人|同僚|上司|妻|夫|娘|息子|弟|妹"
    rf"|兄|姉|父|母|声優|選手|作者|著者)$"
)
IN_A_ROW = re.compile(
    r"(?:さん|くん|ちゃん|君)?[、・，](?P<name>[ァ-ヶー]{2,8})(?=[、・（(がはのとをに，\s]|さん|くん|$)"
)
READING = re.compile(r"[（(][ぁ-んァ-ヶー]+[）)]$")
LEAST_LENGTH = 2


def people(text: str, tokens: Sequence[Morpheme]) -> Iterator[Found]:
    """Yield the people in a sentence, without さん and 部長."""
    at = 0
    while at < len(tokens):
        stop = _foreign_end(tokens, at) or _native_end(tokens, at)
        if stop and (one := _person(text, tokens, at, stop)):
            yield one
        at = stop or at + 1
    yield from _addressed(text, tokens)
    yield from of_kin(text, tokens)


def _foreign_end(tokens: Sequence[Morpheme], at: int) -> int:
    """Return the end of a name such as マリア・ロペス; 0 if none begins."""
    end = at
    while end < len(tokens) and FOREIGN.fullmatch(tokens[end].surface):
        end += 1
        pair = tokens[end : end + 2]
        if len(pair) > 1 and pair[0].surface in DOTS and FOREIGN.fullmatch(pair[1].surface):
            end += 1
    has_dot = any(word.surface in DOTS for word in tokens[at:end])
    return end if has_dot and KATAKANA.fullmatch(tokens[at].surface) else 0


def _native_end(tokens: Sequence[Morpheme], at: int) -> int:
    """Return the end of a name in the dictionary; 0 if none begins."""
    first = tokens[at]
    if not first.is_person_name:
        return 0
    end = at + 1
    if first.pos[3] in (FAMILY_NAME, UNDETERMINED_NAME) and end < len(tokens):
        return _given_end(tokens, end)
    return end


def _given_end(tokens: Sequence[Morpheme], end: int) -> int:
    """Return the end of the given name after a family name; ``end`` if there is none."""
    following = tokens[end]
    if "".join(word.surface for word in tokens[end : end + 2]) in words("ja_titles"):
        return end  # 遠藤 准 教授
    if following.surface in (" ", "　") and tokens[min(end + 1, len(tokens) - 1)].is_person_name:
        return end + 2
    if following.is_person_name and following.pos[3] != FAMILY_NAME:
        return end + 1
    # Sudachi splits an unlisted given name into single kanji.
    stop = end
    while stop < len(tokens) and stop - end < 3 and _may_be_given(tokens[stop]):
        stop += 1
    after = tokens[stop].surface if stop < len(tokens) else ""
    return stop if CLOSING.match(after) else end


def _may_be_given(word: Morpheme) -> bool:
    if word.surface in NOT_GIVEN or word.pos[0] == "接尾辞":
        return False
    return bool(ONE_KANJI.fullmatch(word.surface)) or (
        word.is_person_name and word.pos[3] != FAMILY_NAME
    )


def _person(text: str, tokens: Sequence[Morpheme], at: int, stop: int) -> Found | None:
    start, end = tokens[at].start, tokens[stop - 1].end
    if reading := READING.search(text, start, end):
        end = reading.start()  # 文子（ふみこ） is one word of the dictionary.
    if stop > at + 1 and (more := LAST_KANJI.match(text, end)):
        end = more.end() if more[0] not in NOT_GIVEN else end
    surface = text[start:end]
    if (
        surface in ROLES
        or surface in phrases("organizations")
        or (len(surface) == 1 and at and tokens[at - 1].is_noun)
    ):
        return None  # 堂 in 任天堂さん
    if ADDRESS.match(text, end):
        return mention_at(text, start, end, PERSON, 0.95, "title")
    if any(dot in surface for dot in DOTS):
        if tokens[at].is_place_name:
            return mention_at(text, start, end, ORGANIZATION, 0.66, "dictionary")
        is_person = any(
            word.is_person_name for word in tokens[at:stop]
        ) and not NO_PERSON.fullmatch(surface)
        return mention_at(text, start, end, PERSON, 0.82, "dictionary") if is_person else None
    if stop > at + 1:
        return mention_at(text, start, end, PERSON, 0.88, "dictionary")
    return _alone(text, tokens, at)


def _alone(text: str, tokens: Sequence[Morpheme], at: int) -> Found | None:
    """Return a single name without a title, if its neighbors allow a name."""
    word = tokens[at]
    if len(word.surface) < LEAST_LENGTH or word.surface in NO_PEOPLE:
        return None
    before, after = text[: word.start], text[word.end :]
    previous = tokens[at - 1] if at else None
    joins = previous is not None and previous.is_noun and not BESIDE.search(before)
    if joins or not CLOSING.match(after):
        return None
    reading = READING.search(text, word.start, word.end)
    end = reading.start() if reading else word.end
    return mention_at(text, word.start, end, PERSON, 0.62, "dictionary")


def _addressed(text: str, tokens: Sequence[Morpheme]) -> Iterator[Found]:
    for match in (*BEFORE_SAN.finditer(text), *TITLED_FOREIGN.finditer(text)):
        name = match["name"]
        if (
            name in ROLES
            or name in phrases("organizations")
            or (name.endswith(ROLE_ENDS) and name not in LISTED)
            or name.lower() in words("common")
        ):
            continue
        if (len(name) > 1 or name in SINGLE_NAMES) and not _is_noun(match, tokens):
            yield mention_at(text, *match.span("name"), PERSON, 0.72, "title")


def _is_noun(match: re.Match[str], tokens: Sequence[Morpheme]) -> bool:
    """Whether the dictionary knows what stands before さん as another word: 女優, 一度, ソニー.

    Before くん and ちゃん, the name of a thing is the name of a person: ノアくん.
    """
    start, end = match.span("name")
    inside = [word for word in tokens if word.start < end and start < word.end]
    # The ちゃん of 一度ちゃんと is no form of address.
    if inside and inside[-1].end != end:
        return True
    is_child = FAMILIAR_ADDRESS.match(match.string, end)
    return any(
        word.is_known
        and not (word.is_person_name or word.is_place_name)
        and not (is_child and word.is_proper_noun)
        and len(word.surface) > 1
        for word in inside
    )


def in_a_row(text: str, tokens: Sequence[Morpheme], found: Sequence[Found]) -> Iterator[Found]:
    """Yield foreign names after other people: 大槻、篠原、リー."""
    ends = {one.end for one in found if one.type == PERSON}
    nouns = {word.start for word in tokens if word.is_known and word.pos[1] == "普通名詞"}
    for match in IN_A_ROW.finditer(text):
        if match.start() in ends and match.start("name") not in nouns:
            ends.add(match.end("name"))
            yield mention_at(text, *match.span("name"), PERSON, 0.7, "beside")


def named_after_places(text: str, tokens: Sequence[Morpheme]) -> Iterator[Found]:
    """Yield people whose family name is a place name: 松本さん, 福島部長."""
    for word in tokens:
        if word.is_place_name and PERSONAL.match(text, word.end):
            yield mention_at(text, word.start, word.end, PERSON, 0.9, "title")
