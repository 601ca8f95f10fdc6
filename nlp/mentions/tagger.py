"""Weigh the names that the rules find, and add what the trained network finds in their gaps."""

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from nlp.mentions.calibration import calibration
from nlp.mentions.japanese.people import ADDRESS, READING, ROLE_ENDS, ROLES
from nlp.mentions.words import words
from nlp.readers import LOCATION, ORGANIZATION, PERSON, Found
from nlp.roles import ROLES as RELATIVES
from nlp.text.sentences import ScriptSentence, script_sentences
from nlp.trained.names import ReadName, read_names

METHOD = "tagger:network"
NAMES = frozenset({PERSON, ORGANIZATION, LOCATION})
# The tagger agrees with a rule above the one probability, and contradicts it below the other.
AGREES, DOUBTS = 0.7, 0.3
# A rule of this confidence is not corrected, and its findings keep at least the other one.
SURE_RULE, LEAST_OF_SURE = 0.9, 0.6
# The least confidence of a place that somebody moves to or lives in.
LEAST_OF_GOAL = 0.7
# The least confidence of a person of whom a fact is told.
LEAST_OF_TOLD = 0.8
LONGEST_ACRONYM = 5
# 天津飯, 小倉トースト and のぞみ通り.
DISH = re.compile(
    r"(?:飯|丼|トースト|うどん|そば|ラーメン|カレー|ちゃんぽん|焼き|料理|餃子|パスタ|ケーキ|パン|スープ|サラダ|ソース|味噌|鍋)$|^[ぁ-ん]+通り$"
)
# What the network takes for the name of a club, a school or a clinic, and is one of many.
KIND = re.compile(
    r"[ァ-ヶー一-龯]{1,5}部|.*(?:フロア|病棟|メーカー)|(?:総合|市民|大学|看護|専門)*(?:病院|学校)|高専"
    r"|(?:児童|市民|混声|少年)?合唱団|ジム|.+の(?:病院|学校|消防署|産直|工場|会社|店|市民?.{0,3}課)"
)
# A particle that the network took for the end of a name: マルクスの出張, 直方に住む.
PARTICLE = re.compile(r"(?<=[一-龯々ァ-ヶー])[のにはがをで]$")
# What these words stand before is a place: "Off to Arizona, my husband …", "Location: Leeds, UK".
GOES_TO = re.compile(
    r"\b(?:off|moved|moving|flew|trip|flight) to $|\b(?:live|lives|lived|living) in $"
    r"|\b(?:location|address|city|home|town|hometown|based): $",
    re.I,
)
# A branch is what its end says.
BRANCH = re.compile(r".+(?:支店|支社|本店|本社|営業所)")
# What a speaker calls themselves: おれ陸、15.
OWN_NAME = re.compile(r"(?:おれ|俺|僕|ぼく|私|わたし|あたし)$")
# Words side by side: 米・味噌汁・油. A name in katakana has such dots as well.
LISTED = re.compile(r"[一-龥々ぁ-ん]・|・[一-龥々ぁ-ん]")
# 健 in 健在 is no name; in 健君 it is one.
WITHIN_WORD = re.compile(
    r"[一-龥](?=[一-龥])(?!.(?:君|氏|様|殿|先[生輩]|後輩|選手|監督|[部課係店班]長|[兄姉弟妹]))"
)
WITH_KIN = re.compile(r"[曽曾高]?祖[父母].")
# 婆ちゃん is a relative, 桃ちゃん somebody's name.
ENDEARMENTS = ("ちゃん", "さん")
ACRONYM = re.compile(r"[A-Z]{2,4}")
# Rules of geometry, and other things that have such short names: "SSS, SAS, and ASA".
LISTED_ACRONYM = re.compile(r"[A-Z]{2,4}, (?:and )?$")
# クター in ドクター is a part of a word.
WITHIN_KATAKANA = re.compile(r"(?<![ァ-ヶー])[ァ-ヶー]{2}")
# What ends so is a place, whoever runs it.
PLACE_END = re.compile(r"[^\W\d_]+ (?:Station|Airport|Bridge|Street)|.+[^A-Za-z]駅")
PARTICLES_BEHIND = frozenset("とのはがもにをでへやか")
KANA = re.compile(r"[ぁ-んァ-ヶー]")
# English with Markdown, code or formulas has capitals of its own (Flexbox, Heron's formula), of
# which the few labeled sentences teach too little: there the tagger weighs, but adds nothing.
TECHNICAL = re.compile(r"`|\*\*|^[ \t]*#{1,6} |\\[([a-z]|\$\$", re.MULTILINE)
Place = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class NameChances:
    """The chances of names by start, end and type, and their places in order.

    Of ``told_of`` a fact is told. Behind ``end`` nothing was read.
    """

    places: Sequence[Place]
    chances: Mapping[Place, float]
    told_of: Collection[Place]
    end: int

    def within(self, start: int, stop: int) -> Iterator[tuple[Place, float]]:
        """Yield the names that stand between two places."""
        for at in range(bisect_left(self.places, (start,)), len(self.places)):
            place = self.places[at]
            if place[0] >= stop:
                return
            if place[1] <= stop:
                yield place, self.chances[place]

    def judgment(self, start: int, end: int, name_type: str) -> str:
        """Return what the network says of a finding of a rule: it agrees, doubts or denies.

        It doubts if it finds another kind of name there, or one of this kind with other ends.
        """
        parts = [place for place, _chance in self.within(start, end) if place[2] == name_type]
        is_whole = bool(parts) and parts[0][0] == start and parts[-1][1] == end
        # "New" and "Zealand" side by side are that name as well.
        if is_whole and min(self.chances[part] for part in parts) >= AGREES:
            return "agrees"
        first = max(0, bisect_left(self.places, (start,)) - 1)
        for place in self.places[first : bisect_left(self.places, (end,))]:
            is_alike = place[:2] == (start, end) or place[2] == name_type
            if is_alike and place[1] > start and self.chances[place] >= DOUBTS:
                return "doubts"
        return "denies"


def weigh_and_fill(
    text: str, language: str, rules: Sequence[Found], *, is_assistant: bool = False
) -> list[Found]:
    """Return the findings of the rules, weighed, and the names that the tagger adds, in order.

    ``rules`` are in order and do not overlap. The confidence of a finding becomes the measured
    rate of those that the tagger judges alike. A doubtful one gives way to a longer name that
    holds it; otherwise the tagger adds names only where no rule found anything. Without weights
    the rules' findings are returned as they are.
    """
    if (names := name_chances(text, is_assistant=is_assistant)) is None:
        return list(rules)
    result: list[Found] = []
    is_plain = not TECHNICAL.search(text)
    starts = [one.start for one in rules]
    done = 0
    for sentence in script_sentences(text, language):
        first = bisect_left(starts, sentence.start)
        stop = bisect_left(starts, sentence.start + len(sentence.text))
        result += rules[done:first]
        result += _of_sentence(sentence, rules[first:stop], names, is_plain=is_plain)
        done = stop
    return [*result, *rules[done:]]


def _of_sentence(
    sentence: ScriptSentence, rules: Sequence[Found], names: NameChances, *, is_plain: bool
) -> list[Found]:
    language = "ja" if sentence.is_japanese else "en"
    may_add = is_plain or sentence.is_japanese
    added = list(_added(sentence, rules, names, language)) if may_add else []
    kept = [
        _weighed(one, sentence, names, language)
        for one in rules
        if not any(new.start < one.end and one.start < new.end for new in added)
    ]
    return sorted([*kept, *added], key=lambda one: one.start)


def name_chances(text: str, *, is_assistant: bool = False) -> NameChances | None:
    """Return what the network finds, without readings, fans and those who are nobody.

    None without weights.
    """
    if (read := read_names(text, is_assistant=is_assistant)) is None:
        return None
    trimmed = [(_with_place_end(one, text), _end(text, one)) for one in read.names]
    chances = {
        (one.start, end, one.type): one.chance
        for one, end in trimmed
        if not (one.type == PERSON and _is_nobody(text, one.start, end))
        and not _is_listed_acronym(text, one.start, end)
        and not (one.start and WITHIN_KATAKANA.match(text, one.start - 1))
    }
    told_of = {(one.start, end, one.type) for one, end in trimmed if one.is_told_of}
    return NameChances(sorted(chances), chances, told_of, read.end)


def _end(text: str, name: ReadName) -> int:
    """Return the end of a name without its reading, fans or particle: 文子（ふみこ）, 阪神ファン."""
    surface = text[name.start : name.end]
    end = name.start + len(PARTICLE.sub("", surface.removesuffix("ファン")) or surface)
    reading = READING.search(text, name.start, end)
    return reading.start() if reading and reading.start() > name.start else end


def _with_place_end(name: ReadName, text: str) -> ReadName:
    is_place = PLACE_END.fullmatch(text[name.start : name.end]) is not None
    return replace(name, type=LOCATION) if is_place and name.type == ORGANIZATION else name


def _is_listed_acronym(text: str, start: int, end: int) -> bool:
    before = text[max(0, start - 10) : start]
    return bool(ACRONYM.fullmatch(text[start:end]) and LISTED_ACRONYM.search(before))


def _is_nobody(text: str, start: int, end: int) -> bool:
    """Whether words are a role, an acronym or the speaker's own name: 花屋さん, ASA."""
    surface = text[start:end]
    if OWN_NAME.search(text[max(0, start - 3) : start]):
        return True
    if ACRONYM.fullmatch(surface) or surface in words("ja_no_people"):
        return True
    if end - start == 1 and WITHIN_WORD.match(text, start):
        return True
    if surface in RELATIVES or surface.removesuffix("さん") in RELATIVES:
        return True
    if any(text.startswith(said, end) and surface + said in RELATIVES for said in ENDEARMENTS):
        return True
    return surface in ROLES or bool(surface.endswith(ROLE_ENDS) and ADDRESS.match(text, end))


def _weighed(one: Found, sentence: ScriptSentence, names: NameChances, language: str) -> Found:
    if one.type not in NAMES or one.end > names.end:
        return one
    said = names.judgment(one.start, one.end, one.type)
    if one.type == LOCATION and _is_goal(sentence, one.start):
        least = LEAST_OF_GOAL if said == "agrees" else 0.0
        return replace(one, confidence=max(one.confidence, least))
    if BRANCH.fullmatch(one.surface):
        return one
    measured = calibration().rule(one, language, said)
    # A form of address or of a company is evidence enough, whatever the tagger says.
    least = LEAST_OF_SURE if one.confidence >= SURE_RULE else 0.0
    return replace(one, confidence=round(max(measured, least), 3))


def _added(
    sentence: ScriptSentence, rules: Sequence[Found], names: NameChances, language: str
) -> Iterator[Found]:
    stop = sentence.start + len(sentence.text)
    for (start, end, type_name), probability in names.within(sentence.start, stop):
        surface = sentence.text[start - sentence.start : end - sentence.start]
        over = [one for one in rules if one.start < end and start < one.end]
        if probability < DOUBTS or not _is_name(surface):
            continue
        confidence = calibration().tagger(language, probability)
        if type_name == LOCATION and probability >= AGREES and _is_goal(sentence, start):
            confidence = max(confidence, LEAST_OF_GOAL)
        if (start, end, type_name) in names.told_of:
            confidence = max(confidence, LEAST_OF_TOLD)
        # A doubtful name replaces nothing: it would not be shown itself.
        if over and confidence < LEAST_OF_SURE:
            continue
        if all(_gives_way(one, surface, start) for one in over):
            yield Found(surface, start, end, type_name, confidence, METHOD)


def _is_goal(sentence: ScriptSentence, start: int) -> bool:
    return GOES_TO.search(sentence.text[: start - sentence.start]) is not None


def _is_name(surface: str) -> bool:
    """Whether a text can be a name by itself: small Latin letters and everyday words are none."""
    if surface.lower() in words("no_names"):
        return False
    if surface.isascii() and surface.isupper() and len(surface) > LONGEST_ACRONYM:
        return False
    if surface.isascii() and (
        surface.islower()
        or surface.lower() in words("common", "en_kinds", "en_more_words", "en_jobs")
    ):
        return False
    if (
        KIND.fullmatch(surface)
        or DISH.search(surface)
        or LISTED.search(surface)
        or WITH_KIN.match(surface)
    ):
        return False
    if len(surface) == 1 and (surface.isascii() or KANA.match(surface)):
        return False
    return surface[0].isalnum() and any(sign.isalpha() for sign in surface)


def _gives_way(rule: Found, surface: str, start: int) -> bool:
    """Whether a longer name replaces a finding; an article or a particle makes none longer.

    "The Nightjars", 直人と.
    """
    end = start + len(surface)
    if surface[rule.end - start :] in PARTICLES_BEHIND:
        return False
    length = len(surface.removeprefix("The "))
    is_longer = start <= rule.start and rule.end <= end and rule.end - rule.start < length
    return is_longer and rule.type in NAMES and rule.confidence < SURE_RULE
