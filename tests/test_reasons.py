"""Reasons of questions about names, in the reader's language."""

from django.utils.translation import override

from memory_site.web.reasons import SENTENCES, said_reason
from nlp.names.matching import MatchRule
from nlp.text.tokens import has_japanese


def test_every_reason_of_a_rule_has_a_japanese_sentence() -> None:
    assert {rule.sentence for rule in MatchRule} <= SENTENCES
    with override("ja"):
        assert [one for one in SENTENCES if not has_japanese(said_reason(one))] == []


def test_parts_are_said_one_by_one_and_names_stay() -> None:
    reason = "the given name alone; mentioned with 佐藤, Kyoto"
    with override("ja"):
        assert said_reason(reason) == "下の名前だけ、佐藤, Kyotoと一緒に出てくる"
    with override("en"):
        assert said_reason(reason) == reason
        assert said_reason("") == ""
