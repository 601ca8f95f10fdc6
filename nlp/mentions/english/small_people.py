"""Find people and pets in small letters whom the words around them introduce: mr lim, my son arlo."""

import re
from collections.abc import Iterator
from itertools import chain

from nlp.mentions.animals import ENGLISH as ANIMAL
from nlp.mentions.findings import mention_at
from nlp.mentions.relatives import TIE
from nlp.mentions.words import words
from nlp.readers import PERSON, PET, Found
from nlp.text.sentences import alternation

from .small_letters import AFTER_GIVEN, only_with_capital
from .tokens import ENDING, everyday, given_names, is_family, is_given, places, unaccented

NAME = r"[a-zà-ÿ][a-zà-ÿ’'-]{1,14}[a-zà-ÿ]"
KIND = rf"(?:guinea pig|great dane|{alternation(words('pet_kinds'))})s?"
WHOSE = r"(?:my|our|his|her|their|your)"
TITLED = re.compile(
    rf"\b(?P<title>mrs?|ms|dr|prof|uncle|aunt(?:ie|y)?|gran(?:dpa|dma|ny)|nana)\.? (?P<name>{NAME})(?![\w-])"
)
TIED = re.compile(
    rf"\b{WHOSE} (?:[a-z-]+ ){{0,2}}?(?:{TIE}|bro|sis|bestie|lodger|housemate|fianc[eé]|ex|bf|gf|nephews?"
    rf"|nieces?|kids|twins),? "
    rf"(?:miss |mrs? |ms |called |named )?(?P<name>{NAME})(?![\w-])"
)
CALLED = re.compile(
    r"\b(?:someone|somebody|guy|man|woman|girl|boy|lady|bloke|lad|kid|baby|friend|colleague|person|tenant"
    rf"|him|her)(?: is| was)? (?:called|named) (?P<name>{NAME})(?![\w-])"
    rf"|\b(?:her|his|their|my|the) names?(?:['’]?s| is| was)? (?P<told>{NAME})(?=[.,!?;)\n]|$| and\b)"
)
# Names that are words as well count between slashes, plus signs and commas if one of them is sure.
ROW = re.compile(rf"{NAME}(?:(?:, | & | \+ | and |/|, and |, wee | n )(?:wee |big )?{NAME}){{1,5}}")
EACH = re.compile(NAME)
PETS = (
    re.compile(rf"\b{WHOSE} (?:[a-z-]+ ){{0,2}}?{KIND},? (?:called |named )?(?P<name>{NAME})(?![\w-])"),
    re.compile(rf"(?<![\w-])(?P<name>{NAME})(?:,? (?:the|our|my)| \((?:an? |my |our |the )?) ?{KIND}\b"),
)  # fmt: skip
TITLED_PET = re.compile(
    r"(?<![\w-])(?P<name>(?:mr|mrs|miss|sir|lady|lord|princess|captain) [a-z]{3,12})(?![\w-])"
)
SOUNDS = r"(?:howl|bark|meow|miaow|purr|hiss|growl|moult|shed)(?:s|ed|ing)?\b"
DOES = (
    r"(?=['’]s got\b| (?:threw up|(?:is|was|has|had|wont|won['’]t|keeps|kept|ate|got|needs|loves|hates)\b)"
    r"| and [a-z]+ are\b)"
)
SOUND = re.compile(rf"(?<![\w-])(?P<name>{NAME}) (?:is |was |always |never )?{SOUNDS}")
PET_NAMES = frozenset(name.lower() for name in words("pet_names") if name.isascii())
# Names of pets that are no words need no verb.
NO_WORDS = alternation(PET_NAMES - everyday() - only_with_capital())
ODD_PET = re.compile(rf"(?<![\w'’-])(?P<name>{NO_WORDS})(?![\w-])")
OWNER = re.compile(
    rf"(?<![\w'’-])(?P<name>{NAME})(?:['’]?s (?:paws?|fur|lead|leash|collar|litter|vet|bowl|cage|tank"
    rf"|hutch|jabs|fleas?"
    rf"|worming|insurance|claws?|tail|whiskers|kennel|crate|harness|teeth)\b| has (?:fleas|worms|ticks"
    rf"|mites|mange"
    rf"|ringworm|kennel cough|a limp)\b)"
)
SUBJECT = re.compile(
    rf"(?:^|(?<=[,.!?] )|(?<= and )|(?<=\n))(?P<name>{alternation(PET_NAMES)})(?:{DOES}|(?= are\b))"
)
AFTER_NAME = re.compile(rf"{AFTER_GIVEN.pattern}|[,.!?;:)\n]|$| \(")
# What belongs to somebody, so that an apostrophe was left out: eamons wake.
OWNED = re.compile(
    r" (?:birthday|party|wedding|wake|funeral|house|flat|place|room|car|bike|bag|phone|laptop|dog|cat|kids?"
    r"|mum|mom|dad|sister|brother|wife|husband|boyfriend|girlfriend|insurance|school|desk|blender|exam|visa"
    r"|chemo|surgery|appointment|email|number|present|gift|baby|job|turn|food|dinner)\b"
)
HONORIFICS = frozenset({"mr", "mrs", "ms", "dr", "prof"})
# Of verbs and adverbs rather than of names.
ENDS = ("ing", "ed", "ly", "s")
LEAST_ALONE, LEAST_OWNER = 5, 4
ARTICLE = re.compile(r"\b(?:a|an|the|this|that|some|any|of|my|your|our) $")


def small_people(text: str) -> Iterator[Found]:
    """Yield people and pets whose names are written in small letters."""
    for match in chain(TITLED.finditer(text), TIED.finditer(text), CALLED.finditer(text)):
        group = "told" if match.groupdict().get("told") else "name"
        if _may_be_name(text, match[group], match.end(group), match.groupdict().get("title")):
            yield mention_at(text, *match.span(group), PERSON, 0.8, "introduced")
    yield from _rows(text)
    yield from _owners(text)
    if ANIMAL.search(text):
        yield from _pets(text)


def is_sure(word: str) -> bool:
    """Whether a word in small letters is a given name and nothing else."""
    bare = unaccented(word)
    if "-" in bare and bare.replace("-", "") not in given_names():
        return False
    is_word = bare in everyday() or bare in only_with_capital() or bare in places()
    return len(bare) >= LEAST_ALONE and is_given(bare) and not is_word


def stands_alone(text: str, start: int, end: int) -> bool:
    """Whether a name needs no word around it, since it is surely one and no article precedes it."""
    return is_sure(text[start:end]) and not ARTICLE.search(text, max(0, start - 6), start)


def _may_be_name(text: str, name: str, end: int, title: str | None) -> bool:
    bare = unaccented(name.removesuffix("'s").removesuffix("’s"))
    if bare in words("common", "en_kinds", "en_jobs") or "'" in bare or "’" in bare:
        return False
    if is_given(bare):
        return True
    if title is None and bare.endswith("s") and bare[:-1] in everyday():
        return False  # "my sister loves jazz": Loves is a family name as well
    if is_family(bare):
        return True
    if bare in everyday() or ENDING.search(bare):
        return False
    if title in HONORIFICS:
        return True
    return not bare.endswith(ENDS) and bool(AFTER_NAME.match(text, end))


def _rows(text: str) -> Iterator[Found]:
    for row in ROW.finditer(text):
        each = [
            one for one in EACH.finditer(text, *row.span()) if one[0] not in ("and", "wee", "big")
        ]
        are_given = all(is_given(one[0]) or is_sure(one[0]) for one in each)
        if are_given and any(is_sure(one[0]) for one in each):
            for one in each:
                yield mention_at(text, *one.span(), PERSON, 0.72, "introduced")


def _owners(text: str) -> Iterator[Found]:
    """Yield names whose apostrophe is missing: bilals chemo."""
    for one in re.finditer(r"(?<![\w'’-])[a-zà-ÿ]{4,14}(?=s )", text):
        word = one[0]
        whole = f"{word}s"
        is_word = whole in everyday() or whole in places() or is_given(whole)
        if (
            len(word) > LEAST_OWNER
            and is_sure(word)
            and not is_word
            and OWNED.match(text, one.end() + 1)
        ):
            yield mention_at(text, *one.span(), PERSON, 0.75, "introduced")


def _pets(text: str) -> Iterator[Found]:
    for match in chain.from_iterable(pattern.finditer(text) for pattern in PETS):
        if _is_pet_name(match["name"]):
            yield mention_at(text, *match.span("name"), PET, 0.9, "pet")
    for match in SOUND.finditer(text):
        if match["name"] in PET_NAMES or is_sure(match["name"]) or is_given(match["name"]):
            yield mention_at(text, *match.span("name"), PET, 0.9, "pet")
    for match in TITLED_PET.finditer(text):
        if match["name"].split()[-1] in PET_NAMES:
            yield mention_at(text, *match.span("name"), PET, 0.95, "pet")
    for match in ODD_PET.finditer(text):
        if not ARTICLE.search(text, max(0, match.start() - 6), match.start()):
            yield mention_at(text, *match.span("name"), PET, 0.86, "pet")
    for match in OWNER.finditer(text):
        if is_given(match["name"]) or match["name"] in PET_NAMES:
            yield mention_at(text, *match.span("name"), PET, 0.9, "pet")
    for match in SUBJECT.finditer(text):
        yield mention_at(text, *match.span("name"), PET, 0.86, "pet")


def _is_pet_name(name: str) -> bool:
    if name in PET_NAMES or is_sure(name):
        return True
    is_word = name in everyday() or name in only_with_capital() or bool(ENDING.search(name))
    return not is_word and not name.endswith((*ENDS, "er", "nt")) and "'" not in name
