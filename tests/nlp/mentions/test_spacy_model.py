"""The optional model: nothing needs it, and with it names are found with their types."""

import pytest

from nlp.mentions.spacy_model import SpacyExtractor, is_installed

from .reading import read


@pytest.mark.skipif(not is_installed(), reason="needs the extra spacy")
def test_it_works() -> None:
    text = "Zubin flew to Oslo.\n田中さんも行った。"
    found = read(text, [SpacyExtractor()]).mentions
    assert {"Oslo", "田中"} <= {one.surface for one in found}
    (oslo,) = [one for one in SpacyExtractor().extract(text, "en") if one.surface == "Oslo"]
    assert text[oslo.start : oslo.end] == "Oslo" and oslo.method == "model:spacy"
