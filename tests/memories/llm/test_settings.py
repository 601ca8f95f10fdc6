"""Settings of the language model: which addresses are taken, and what is missing."""

import pytest

from memory_site.settings.config import Configuration, ConfigurationError

NAMES = ("WASURENA_LLM_URL", "llm", "url")


@pytest.mark.parametrize("url", ["", "http://127.0.0.1:11434/v1", "https://api.example.com/v1"])
def test_addresses(url: str) -> None:
    assert Configuration(environ={"WASURENA_LLM_URL": url}).address(*NAMES) == url
    assert Configuration(file={"llm": {"url": url}}, environ={}).address(*NAMES) == url


@pytest.mark.parametrize("url", ["localhost:11434", "ftp://host/v1", "http://", "http://host:x/v1"])
def test_what_is_no_address_names_the_variable(url: str) -> None:
    with pytest.raises(ConfigurationError, match="WASURENA_LLM_URL"):
        Configuration(environ={"WASURENA_LLM_URL": url}).address(*NAMES)
