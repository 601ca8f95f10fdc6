"""Lists of products are read in an instant: no rule divides them in every possible way."""

import time

import pytest

from nlp.facts import claim_text

from .labelled import claims_of

LISTS = [
    "対応プラットフォームはWindows、PlayStation4、XboxOne、PlayStation5、XboxSeriesX/S。",
    "対応機種は" + "と".join(["Abc1def2ghi3 jkl4 mno5"] * 8) + "。",
    "I use " + ", ".join(["Abc1def2 Ghi3 Jkl4"] * 10) + " and more.",
]


@pytest.mark.parametrize("text", LISTS)
def test_a_list_of_products_is_read_at_once(text: str) -> None:
    began = time.process_time()
    claims_of(text)
    # Without the care for such lists it takes minutes.
    assert time.process_time() - began < 5


def test_a_message_is_judged_once_however_much_it_claims(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def brings_material(text: str) -> bool:
        asked.append(len(text))
        return False

    monkeypatch.setattr(claim_text, "brings_material", brings_material)
    assert len(claims_of("Allergic to cats, vegan.\n" * 50)) == 100
    assert len(asked) == 1
