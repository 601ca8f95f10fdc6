"""Recognize the names that people shorten: Pellworth Insurance, 青嵐大学, Ford Fiesta."""

from nlp.text.tokens import has_japanese, name_key

LEAST_LATIN, LEAST_JAPANESE = 4, 2
# No name by themselves: New York is not called New.
NO_NAMES = frozenset(
    {"north", "south", "east", "west", "saint", "port", "fort", "great", "little", "upper", "lower"}
    | {"royal", "national", "united", "first", "general", "city", "bank", "university", "college"}
)


def is_beginning(short: str, full: str) -> bool:
    """Return whether people may call ``full`` by the name ``short``: by its first words or signs."""
    short, full = name_key(short), name_key(full)
    if short == full or not full.startswith(short):
        return False
    if has_japanese(short):
        return len(short) >= LEAST_JAPANESE
    return len(short) >= LEAST_LATIN and full[len(short)] == " " and short not in NO_NAMES


def is_ending(short: str, full: str) -> bool:
    """Return whether people may call a thing by the last words of its name, without its maker's."""
    short, full = name_key(short), name_key(full)
    least = LEAST_JAPANESE + 1 if has_japanese(short) else LEAST_LATIN
    is_part = has_japanese(short) or full[: -len(short)].endswith(" ")
    return short != full and len(short) >= least and full.endswith(short) and is_part
