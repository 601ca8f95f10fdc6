"""Plants by name: pure, without the database."""

import re

from nlp.readers import Found

PLANTS = re.compile(r"トマト|バジル|ミント|\b(?:tomato(?:es)?|basil|mint)\b", re.IGNORECASE)
HERBS = frozenset({"バジル", "ミント", "basil", "mint"})


class PlantNames:
    """Find the plants that this garden knows."""

    name = "plant-names"

    def extract(self, text: str, language: str) -> list[Found]:
        """Return every plant named in ``text``, in either language."""
        return [
            Found(
                surface=match.group(),
                start=match.start(),
                end=match.end(),
                type="Herb" if match.group().casefold() in HERBS else "Plant",
                confidence=0.9,
                method=self.name,
            )
            for match in PLANTS.finditer(text)
        ]
