"""Find the names of pets in English text: "my dog Biscuit", "a cat called Miso"."""

import re
from collections.abc import Iterator

from nlp.mentions.findings import mention_at, repeated
from nlp.mentions.words import words
from nlp.readers import PET, Found
from nlp.text.sentences import alternation

from .tokens import CALENDAR, places

KIND = rf"(?:guinea pig|mouse|{alternation(words('pet_kinds'))})s?"
# "A cat person" and "the dog walker" are people.
PEOPLE = rf"(?![ -](?:{alternation(words('pet_people'))})\b)"
# Words for dogs that are words for people as well: "Dave is a boxer".
DOUBTFUL = words("pet_kinds_of_people")
WHOSE = r"(?:my|our|her|his|their|your)"
ADJECTIVES = r"(?:[a-z]+(?:-[a-z]+)* ){0,2}"
NAME = (
    r"(?:(?:Mr|Mrs|Ms|Miss|Sir|Lady|Lord|Princess|Captain|Prince|Queen|King)\.? )?"
    r"[A-Z][a-z]+(?:[’'-](?!colou?red|like|ish|style)[A-Za-z]{2,})?(?: (?:the|von|Mc)[ -]?[A-Z][a-z]+)?"
)
NAMES = rf"(?P<names>{NAME}(?:(?:, | and |, and | & ){NAME}){{0,3}})(?![\w’-])"
CALLED = r"(?:named|called|name is|names are|answers to)"
# What pets do and have, and people do not.
DOES = (
    r"(?:howl|bark|meow|purr|hiss|chew|shed|whine|claw|scratch|growl|drool|moult|molt)(?:s|ed|ing|e?s)?"
    r"|pee(?:s|d|ing)? on"
)
HAS = (
    r"(?:paws?|fur|leash|lead|litter|litter box|kibble|tail|collar|cage|tank|bowl|vet|whiskers|crate|harness"
    r"|fleas?|worming|treats?|hutch|jabs|claws?|kennel)"
)
BREEDS = (
    r"farrowed|calved|foaled|lambed|whelped|kidded|moulting|molting|neutered|spayed|microchipped|chipped|wormed"
    r"|off (?:her|his|its) (?:feed|food|oats)|in heat|house-?trained|litter-?trained"
)
CARE = r"neuter|spay|microchip|worm|deworm|groom|rehome|deflea|neutering|spaying|grooming|rehoming"
LIKE_A_PET = rf"\b(?:{DOES}|{HAS}|vets?)\b"
PATTERNS = (
    (re.compile(rf"\b(?i:vet (?:said|says|thinks|told us|wants)(?: that)?) {NAMES}"), 0.88),
    (
        re.compile(
            rf"(?P<names>\b{NAME})(?: (?:is|was|keeps|started|won['’]t stop|from|always|never|just))?"
            rf" (?:{DOES})\b"
        ),
        0.85,
    ),
    (re.compile(rf"(?P<names>\b{NAME})(?:['’]s {HAS}| has (?:fleas|worms|ringworm))\b"), 0.86),
    (re.compile(rf"\b(?i:{WHOSE}) {ADJECTIVES}(?:{KIND}),? {NAMES}"), 0.9),
    (
        re.compile(
            rf"\b(?i:{KIND})(?:['’]s?)? (?:(?:is|was|are|were|who is|that I|we|I) )?{CALLED} {NAMES}"
        ),
        0.92,
    ),
    (re.compile(rf"(?P<names>\b{NAME}) (?:\((?:an? |my |our |the )?|the "
    rf"|the [a-z]+ )(?:{KIND})\b{PEOPLE}"), 0.96),
    (re.compile(rf"\b(?:{KIND}|[Ss]ow|[Ee]we|[Ff]illy|[Ss]tallion|[Cc]olt) (?P<names>{NAME})(?![\w-])"), 0.8),
    (re.compile(rf"(?P<names>\b{NAME})(?: has| is| was|['’]s)?(?: just)? (?:{BREEDS})\b"), 0.96),
    (re.compile(rf"\b(?:{CARE}) (?P<names>{NAME})(?![\w-])(?! to\b)"), 0.86),
    (re.compile(rf"\b(?:{KIND})s?, {NAMES}(?=[,.!?;:)]|$| is\b| are\b)"), 0.8),
    (
        re.compile(
            rf"\b(?:{KIND})\b{PEOPLE}[^.!?\n]{{0,60}}\b(?:named|named him|named her|named it|named them"
            rf"|called him|called her|called it|called them|call him|call her|call it|call them) {NAMES}"
        ),
        0.88,
    ),
    (
        re.compile(
            rf"(?P<names>\b{NAME})(?:,| ?\() ?(?:{WHOSE}|the|an?) {ADJECTIVES}(?P<kind>{KIND})\b{PEOPLE}"
        ),
        0.88,
    ),
    (
        re.compile(
            rf"(?P<names>\b{NAME}) (?:is|was) (?:{WHOSE}|an?) {ADJECTIVES}(?P<kind>{KIND})\b{PEOPLE}"
        ),
        0.85,
    ),
)  # fmt: skip
EACH = re.compile(NAME)
# A sentence without any animal has no pet.
ANY_KIND = re.compile(
    rf"\b{KIND}\b|{LIKE_A_PET}|\b(?:{BREEDS}|{CARE}|fleas|ringworm|sow|ewe|filly|stallion|colt)\b",
    re.IGNORECASE,
)


def pets(text: str) -> Iterator[Found]:
    """Yield the pets of a text, at each place where they are named."""
    if not ANY_KIND.search(text):
        return
    found = [one for pattern, sure in PATTERNS for one in _found(text, pattern, sure)]
    yield from found
    yield from repeated(text, found)


def _found(text: str, pattern: re.Pattern[str], sure: float) -> Iterator[Found]:
    for match in pattern.finditer(text):
        kind = match.groupdict().get("kind") or ""
        if kind.rstrip("s") in DOUBTFUL and " my " not in match[0] and " our " not in match[0]:
            continue
        names = list(EACH.finditer(text, *match.span("names")))
        # Of several names, one may be an everyday word: Pixel and Widget.
        if all(_is_no_name(name[0]) for name in names):
            continue
        for name in names:
            if name[0].lower() not in CALENDAR:
                is_titled = " " in name[0]
                yield mention_at(
                    text, name.start(), name.end(), PET, max(sure, 0.97 * is_titled), "pet"
                )


def _is_no_name(name: str) -> bool:
    lower = name.lower()
    return lower in CALENDAR or lower in words("common") or lower in places()
