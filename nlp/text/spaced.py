"""Read Japanese that is written with spaces between its words: わたしの なまえは アグスです。

Learners and picture books write so. The spaces of lists (次男 健二) part things, and stay.
"""

import re

from .composed import ComposedText

_SENTENCE = re.compile(r"[^。！？!?\n]+")
_LETTER = r"ぁ-ゖァ-ヶー一-龥々"
# A space behind a particle, and the polite end of a sentence, show that spaces part words.
_BEHIND_PARTICLE = re.compile(rf"[{_LETTER}A-Za-z0-9」][はがをにでともへの] (?=[{_LETTER}A-Z「])")
_POLITE = re.compile(r"(?:です|ます|ました|ません|でした|ください|ましょう)[かねよ]?[、\s]*$")
# Not within a name: グエン ヴァン, 江口 亮.
_BETWEEN_WORDS = re.compile(
    rf"(?<=[{_LETTER}A-Za-z0-9、」])[ \u3000](?=[{_LETTER}A-Za-z0-9「])"
    r"(?<![ァ-ヶー] (?=[ァ-ヶー]))(?<![一-龥々] (?=[一-龥々]))(?<![A-Za-z0-9] (?=[A-Za-z0-9]))"
)


def join_words(composed: ComposedText) -> ComposedText:
    """Return a text without the spaces between words of Japanese sentences."""
    spaces = {
        found.start() + space.start()
        for found in _SENTENCE.finditer(composed.text)
        if _BEHIND_PARTICLE.search(found[0]) and _POLITE.search(found[0])
        for space in _BETWEEN_WORDS.finditer(found[0])
    }
    if not spaces:
        return composed
    kept = [at for at in range(len(composed.text)) if at not in spaces]
    text = "".join(composed.text[at] for at in kept)
    places = [composed.to_original(at, at)[0] for at in (*kept, len(composed.text))]
    return ComposedText(composed.original, text, tuple(places))
