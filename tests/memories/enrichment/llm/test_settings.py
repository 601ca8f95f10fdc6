"""Settings of the language model: which addresses are taken, and what is missing."""

from pathlib import Path

import pytest

from memory_site.settings.config import ConfigurationError, load


@pytest.mark.parametrize("url", ["", "http://127.0.0.1:11434/v1", "https://api.example.com/v1"])
def test_addresses(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "wasurena.toml"
    file.write_text(f"[llm]\nurl = '{url}'\n", "utf-8")
    monkeypatch.setenv("WASURENA_CONFIG", str(file))
    assert load().llm.url == url
    monkeypatch.setenv("WASURENA_LLM_URL", url)
    assert load().llm.url == url


def test_an_empty_variable_turns_the_address_of_the_file_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "wasurena.toml"
    file.write_text("[llm]\nurl = 'http://127.0.0.1:11434/v1'\n", "utf-8")
    monkeypatch.setenv("WASURENA_CONFIG", str(file))
    monkeypatch.setenv("WASURENA_LLM_URL", "")
    assert load().llm.url == ""


@pytest.mark.parametrize("url", ["localhost:11434", "ftp://host/v1", "http://", "http://host:x/v1"])
def test_what_is_no_address_names_the_variable(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WASURENA_LLM_URL", url)
    with pytest.raises(ConfigurationError, match="WASURENA_LLM_URL"):
        load()


def test_a_key_is_never_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "wasurena.toml"
    monkeypatch.setenv("WASURENA_CONFIG", str(file))
    file.write_text("[llm]\nkey = 'sk-1'\n", "utf-8")
    assert load().llm.key.get_secret_value() == "sk-1"
    assert "sk-1" not in repr(load())
    file.write_text("[llm]\nkey = ['sk-1']\n", "utf-8")
    with pytest.raises(ConfigurationError, match=r"llm\.key") as refused:
        load()
    assert "sk-1" not in str(refused.value)
