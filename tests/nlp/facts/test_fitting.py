"""Words that stand where a name, a place or an age is expected, and are none."""

import pytest

from tests.nlp.facts.labelled import claims_of

NONE = [
    (
        "family_member",
        "The hymn my grandpa hummed was never written down; my grandpa sang like a rook.",
    ),
    ("family_member", "Sister Perpetua rang the bell at six."),
    ("name", "Shivering here. The heating has been off since Monday."),
    ("works_for", "I'm a verger at St. Brannock and All Angels."),
    ("age", "We're two grown-ups and a boy (4), any quiet campsite near Bude?"),
    ("age", "相談です。うちは夫と双子(3歳)と私の四人です。"),
    ("lives_in", "縫製工場に来て二年。ミシンの音にも慣れた。"),
    ("name", "test test. my name is Sir Laughalot and I live in a shoe"),
    ("occupation", "Yeah sure I'm an astronaut in my spare time. Can you just fix the date?"),
    ("age", "config = {'name': 'Ida', 'age': 31}"),
    ("from", "はいはい、私は大富豪ですので家計簿はいりません"),
    ("from", "夫が仕入れをやってくれてて、自分は接客担当。"),
    ("family_member", "An advert my uncle SCREENSHOTTED for me, is it a scam?"),
    ("age", "My mother-in-law's parrot moved in, he's 34 and swears in Polish."),
    ("age", "The twins are 6 now and fight over one scooter."),
    ("studies_at", "長女は名古屋で就職しました。下のカリムはまだ高専の二年。"),
    ("likes", "ロックと民謡どっちも好きだわ"),
    ("lives_in", "患者：72歳男性、独居。長女が姫路在住。"),
]
KEPT = [
    ("married_to", "my husband Will is a plumber"),
    ("family_member", "My brother Sterling is moving to Perth."),
    ("family_member", "my sister Eirlys rang from Patagonia"),
    ("age", "I'm 19 and I share a flat with three others."),
    ("name", "My name is Tan Wei Ling."),
]


@pytest.mark.parametrize(("predicate", "text"), NONE)
def test_what_does_not_fit_is_not_claimed(predicate: str, text: str) -> None:
    assert predicate not in {claim.predicate for claim in claims_of(text)}


@pytest.mark.parametrize(("predicate", "text"), KEPT)
def test_what_fits_is_claimed(predicate: str, text: str) -> None:
    assert predicate in {claim.predicate for claim in claims_of(text)}
