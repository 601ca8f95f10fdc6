"""What argparse says is in the language of the command."""

import pytest

from memory_site.cli.arguments.parser import MESSAGES, translated

SAID = {
    "the following arguments are required: FILE": "次の引数が必要です: FILE",
    "unrecognized arguments: --shoe": "次の引数はありません: --shoe",
    "argument --port: expected one argument": "--portには値が必要です",
    "argument --format: invalid choice: 'x' (choose from csv, markdown)": (
        "--format: 'x'は次のどれでもありません: csv, markdown"
    ),
    "argument --a: not allowed with argument --b": "--aは--bと同時に指定できません",
    "argument --port: a port is a number": "--port: a port is a number",
}


@pytest.mark.parametrize("message", SAID)
def test_usage_errors_are_translated(monkeypatch: pytest.MonkeyPatch, message: str) -> None:
    monkeypatch.setenv("WASURENA_LANGUAGE", "ja")
    assert translated(message) == SAID[message]
    monkeypatch.setenv("WASURENA_LANGUAGE", "en")
    assert translated(message).isascii()


def test_each_pattern_is_tried_before_the_most_general() -> None:
    assert MESSAGES[-1][0] == r"argument (.*?): (.*)"
