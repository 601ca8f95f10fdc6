"""Reading JSON out of what a model says, and holding it against the form."""

import pytest

from memories.enrichment.llm.endpoint import UnusableAnswer
from memories.enrichment.llm.prompt import Vocabulary
from memories.enrichment.llm.response import answer_schema, parse_answer, parse_json_object

WORDS = Vocabulary(frozenset({"Person"}), frozenset({"works_for"}))


@pytest.mark.parametrize(
    "text",
    [
        '{"times": []}',
        '```json\n{"times": []}\n```',
        'Here it is:\n```\n{"times": []}\n```\nAnything else?',
        '<think>{"no": 1}</think>\n{"times": []}',
        'The list: {"times": []} Done.',
    ],
)
def test_json_is_found_wherever_it_stands(text: str) -> None:
    assert parse_json_object(text) == {"times": []}


@pytest.mark.parametrize("text", ["", "I cannot do that.", "[1, 2]", '{"times": [', "{" * 50_000])
def test_no_json_is_unusable(text: str) -> None:
    with pytest.raises(UnusableAnswer):
        parse_json_object(text)


@pytest.mark.parametrize(
    "data",
    [
        {"people": ["Ken"]},
        {"entities": "Ken"},
        {"entities": [{"name": "Ken", "type": "Person", "age": 3}]},
        {"entities": [{"name": ""}]},
        {"states": [{"value": "x", "valid_from": "some day"}]},
        {"states": [{"value": "x", "confidence": 7}]},
        {"entities": [{"name": "x"}] * 101},
    ],
)
def test_a_wrong_form_is_refused_without_repeating_it(data: dict[str, object]) -> None:
    with pytest.raises(UnusableAnswer) as raised:
        parse_answer(data)
    assert "Ken" not in str(raised.value) and "some day" not in str(raised.value)


def test_dates_that_small_models_write() -> None:
    (state,) = parse_answer(
        {"states": [{"value": "x", "valid_from": "2025", "valid_to": "2025-05", "due_at": ""}]}
    ).states
    assert state.valid_from and state.valid_from.isoformat() == "2025-01-01T00:00:00"
    assert (state.valid_to, state.due_at) == (None, None)


def test_the_schema_names_every_field_and_the_known_types() -> None:
    schema = answer_schema(WORDS)
    models = [schema, *schema["$defs"].values()]
    for model in models:
        assert model["additionalProperties"] is False
        assert model["required"] == list(model["properties"])
    assert schema["$defs"]["EntityInput"]["properties"]["type"]["enum"] == ["Person"]
    assert "works_for" in schema["$defs"]["ProposedState"]["properties"]["predicate"]["enum"]
