"""Find who signs a letter or a mail."""

import re
from collections.abc import Iterator

from nlp.mentions.findings import mention_of
from nlp.mentions.words import words
from nlp.readers import PERSON, Found

SIGNED = re.compile(
    r"^(?:(?:(?:Best|Kind|Warm|Kindest|Warmest|Many|With) )?(?:regards|wishes|thanks)|Best"
    r"|All the best|Thanks|Thank you|Cheers|Sincerely|Yours(?: (?:sincerely|truly|faithfully))?|Love"
    r"|Rgds|BR|Ta|Yours|Hugs|Speak soon|See you|Lots of love|Talk soon|Warm wishes|In haste|x{1,3}"
    r"|Warmly|Respectfully|Take care|xo+)"
    r"[,!.]?[ \t]*+\n++[ \t]*+[-–—]?[ \t]*+(?P<name>[A-ZÀ-ÞĀ-Ž][\w’'-]+(?: [A-Z][\w’'.-]+){0,3})[ \t]*+$",
    re.MULTILINE | re.IGNORECASE,
)


def signatures(text: str) -> Iterator[Found]:
    """Yield the name below "Best regards,"."""
    for match in SIGNED.finditer(text):
        name = match["name"].split()
        if all(word[0].isupper() for word in name) and not {word.lower() for word in name} & words(
            "common"
        ):
            yield mention_of(match, PERSON, 0.85, "signature", "name")
