"""The configuration: environment, then a TOML file; the signing key; log lines as JSON."""

import json
import logging
import os
import secrets
import time
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from pydantic import SecretStr, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from core.errors import suggestion

from .paths import configuration_file, data_directory
from .sections import (
    Backup,
    Database,
    Embedding,
    Extraction,
    Limits,
    Llm,
    Logging,
    Oauth,
    Packs,
    Performance,
    Privacy,
    Search,
    Section,
    Server,
    Variable,
)

PREFIX = "WASURENA_"
# Variables that have no key in the file: where it is, and what `wasurena mcp` connects to.
WITHOUT_KEY = frozenset({"WASURENA_DATA_DIR", "WASURENA_CONFIG", "WASURENA_URL", "WASURENA_TOKEN"})
_REASONS = {
    "int_parsing": "is not a whole number",
    "int_from_float": "is not a whole number",
    "bool_parsing": "is neither yes nor no",
    "greater_than_equal": "is less than {ge}",
    "literal_error": "is not one of {expected}",
    "zoneinfo_str": "is not a time zone",
    "value_error": "{error}",
}
READ_ATTEMPTS = 50
READ_PAUSE = 0.02


class ConfigurationError(Exception):
    """A setting has a value that cannot be used; the text names it."""


class _Environment(PydanticBaseSettingsSource):
    """The variables that the settings name, by section and key."""

    def get_field_value(self, field: FieldInfo, field_name: str) -> tuple[Any, str, bool]:
        given = {
            key: os.environ[variable_of(setting)]
            for key, setting in settings_in(field).items()
            if variable_of(setting) in os.environ
        }
        return given, field_name, False

    def __call__(self) -> dict[str, Any]:
        sections = self.settings_cls.model_fields.items()
        read = {name: self.get_field_value(field, name)[0] for name, field in sections}
        return {name: given for name, given in read.items() if given}


class Configuration(BaseSettings):
    """Every setting, by ``section.key``."""

    model_config = SettingsConfigDict(extra="forbid", frozen=True)

    server: Server = Server()
    oauth: Oauth = Oauth()
    limits: Limits = Limits()
    database: Database = Database()
    backup: Backup = Backup()
    privacy: Privacy = Privacy()
    embedding: Embedding = Embedding()
    search: Search = Search()
    packs: Packs = Packs()
    extraction: Extraction = Extraction()
    llm: Llm = Llm()
    performance: Performance = Performance()
    logging: Logging = Logging()

    @classmethod
    def settings_customise_sources(
        cls, settings_cls: type[BaseSettings], *_: Any, **__: Any
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Read the environment first, then the file."""
        return _Environment(settings_cls), TomlConfigSettingsSource(settings_cls, _file())


def settings_in(section: FieldInfo) -> dict[str, FieldInfo]:
    """Return the settings of a section of ``Configuration`` by key."""
    assert isinstance(section.annotation, type) and issubclass(section.annotation, Section)
    return section.annotation.model_fields


def variable_of(setting: FieldInfo) -> str:
    """Return the name of a setting's environment variable."""
    return next(part.name for part in setting.metadata if isinstance(part, Variable))


def load() -> Configuration:
    """Return the settings of this process.

    Raises:
        ConfigurationError: a value cannot be used, a section or key does not exist, or the file
            is missing, cannot be read or is not TOML; the text says which, and where it stands.
    """
    try:
        return Configuration()
    except ValidationError as error:
        raise ConfigurationError(_explained(error.errors()[0])) from None
    except UnicodeDecodeError as error:
        raise ConfigurationError(f"{_file()} is no text (UTF-8)") from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigurationError(f"{_file()}: {error}") from error
    except OSError as error:
        raise ConfigurationError(f"{_file()} cannot be read: {error.strerror}") from error


def unknown_variables() -> Iterator[str]:
    """Yield a line about each ``WASURENA_…`` in the environment that is no setting."""
    sections = Configuration.model_fields.values()
    settings = [setting for section in sections for setting in settings_in(section).values()]
    known = WITHOUT_KEY.union(map(variable_of, settings))
    for name in sorted(os.environ):
        if name.startswith(PREFIX) and name not in known:
            yield f"{name} is no setting; {suggestion(name, known)}"


def _file() -> Path:
    path = configuration_file(data_directory())
    if os.environ.get("WASURENA_CONFIG") and not path.exists():
        raise ConfigurationError(f"WASURENA_CONFIG: {path} does not exist")
    if path.is_dir():
        raise ConfigurationError(f"{path} is a directory; it has to be a file of settings")
    return path


def _explained(problem: ErrorDetails) -> str:
    section, *keys = (str(part) for part in problem["loc"])
    sections = Configuration.model_fields
    if section not in sections:
        return f"{_file()}: [{section}] is no setting; {suggestion(section, sections)}"
    if not keys:
        return f"{_file()}: {section}: a section “[{section}]” is expected"
    settings = settings_in(sections[section])
    place = f"{section}.{keys[0]}"
    if keys[0] not in settings:
        return f"{_file()}: {place} is no setting; {suggestion(keys[0], settings)}"
    return _refused(settings[keys[0]], place, problem)


def _refused(setting: FieldInfo, place: str, problem: ErrorDetails) -> str:
    variable = variable_of(setting)
    where = variable if variable in os.environ else f"{_file()}: {place}"
    given = os.environ.get(variable, problem["input"])
    value = "the value" if setting.annotation is SecretStr else repr(given)
    reason = _REASONS.get(problem["type"])
    if reason is None:
        return f"{where}: {value} cannot be used: {problem['msg']}"
    return f"{where}: {value} {reason.format(**problem.get('ctx', {}))}"


def secret_in(file: str, variable: str) -> str:
    """Return the secret in a file that a setting names.

    Raises:
        ConfigurationError: the file is empty, no text, or cannot be read.
    """
    try:
        text = Path(file).expanduser().read_text("utf-8").strip()
    except UnicodeDecodeError as error:
        raise ConfigurationError(f"{variable}: {file} is no text (UTF-8)") from error
    except OSError as error:
        raise ConfigurationError(f"{variable}: {file} cannot be read: {error.strerror}") from error
    if not text:
        raise ConfigurationError(f"{variable}: {file} is empty")
    return text


def read_or_create_secret_key(data_dir: Path) -> str:
    """Return the key kept in ``data_dir``, making it (mode 0600) on first use.

    A directory that is not there gets none yet: its name may be a mistake.

    Raises:
        ConfigurationError: the file is there, but stays empty, is no text or cannot be read.
    """
    path = data_dir / "secret_key"
    if not data_dir.is_dir():
        return _new_key()
    if not path.exists():
        with suppress(FileExistsError):
            _create(path)
    # Another process may have made the file a moment ago, and be about to write it.
    for _attempt in range(READ_ATTEMPTS):
        if key := _read_key(path):
            return key
        time.sleep(READ_PAUSE)
    raise ConfigurationError(f"{path} is empty; remove it to have a new key made")


def _read_key(path: Path) -> str:
    try:
        return path.read_text("ascii").strip()
    except UnicodeDecodeError as error:
        text = f"{path} is damaged; remove it to have a new key made: log-ins end then"
        raise ConfigurationError(text) from error
    except OSError as error:
        raise ConfigurationError(f"{path} cannot be read: {error.strerror}") from error


def _create(path: Path) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as handle:
        handle.write(_new_key())


def _new_key() -> str:
    return secrets.token_urlsafe(50)


class JsonFormatter(logging.Formatter):
    """Render a record as one JSON object: time, level, logger, message, exception."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)
