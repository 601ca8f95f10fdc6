"""Typed readers of the configuration: environment first, then a TOML file.

Every key exists twice: as ``WASURENA_…`` in the environment and under its
section in ``wasurena.toml`` (SPEC §12.13). The file is the one that
``WASURENA_CONFIG`` (``--config``) names, or ``wasurena.toml`` in the data directory.
"""

import ipaddress
import os
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from platformdirs import user_data_path

from core.did_you_mean import suggestion

TRUE_WORDS = frozenset({"1", "true", "yes", "on"})
FALSE_WORDS = frozenset({"0", "false", "no", "off", ""})


class ConfigurationError(Exception):
    """A setting has a value that cannot be used; the text names it."""


def data_directory(environ: Mapping[str, str] = os.environ) -> Path:
    """Return where data lies: ``WASURENA_DATA_DIR``, or the platform's user data directory."""
    if given := environ.get("WASURENA_DATA_DIR"):
        return Path(given).expanduser().resolve()
    return user_data_path("wasurena", appauthor=False)


@dataclass(frozen=True, slots=True)
class Configuration:
    """Settings by ``section.key``, each readable as text, number, flag or list."""

    file: Mapping[str, Any] = field(default_factory=dict)
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ)
    path: Path | None = None
    # Every key that was read, by section: the keys that exist.
    _known: dict[str, set[str]] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def load(cls, data_dir: Path, environ: Mapping[str, str] = os.environ) -> "Configuration":
        """Read the TOML file, if there is one.

        Raises:
            ConfigurationError: the named file is missing, or is not TOML.
        """
        named = environ.get("WASURENA_CONFIG")
        path = Path(named).expanduser() if named else data_dir / "wasurena.toml"
        if not path.exists():
            if named:
                raise ConfigurationError(f"WASURENA_CONFIG: {path} does not exist")
            return cls(environ=environ)
        try:
            return cls(tomllib.loads(path.read_text("utf-8")), environ, path)
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise ConfigurationError(f"{path}: {error}") from error

    def _raw(self, variable: str, section: str, key: str) -> Any | None:
        self._known.setdefault(section, set()).add(key)
        if (value := self.environ.get(variable)) is not None:
            return value
        table = self.file.get(section, {})
        if not isinstance(table, Mapping):
            raise ConfigurationError(f"{section}: a section “[{section}]” is expected")
        return table.get(key)

    def refuse_unknown(self) -> None:
        """Refuse sections and keys of the file that nobody has read until now.

        Call it once every setting has been read.

        Raises:
            ConfigurationError: names the first one, and what it probably means.
        """
        for section, table in self.file.items():
            if section not in self._known:
                raise self._unknown(f"[{section}]", section, self._known)
            for key in table:
                if key not in self._known[section]:
                    raise self._unknown(f"{section}.{key}", key, self._known[section])

    def _unknown(self, place: str, word: str, known: Collection[str]) -> ConfigurationError:
        return ConfigurationError(f"{self.path}: {place} is no setting; {suggestion(word, known)}")

    def text(self, variable: str, section: str, key: str, default: str = "") -> str:
        """Return a text setting."""
        raw = self._raw(variable, section, key)
        return default if raw is None else str(raw)

    def number(
        self, variable: str, section: str, key: str, default: int, *, least: int | None = None
    ) -> int:
        """Return a whole number of ``least`` or more; ConfigurationError names the variable."""
        raw = self._raw(variable, section, key)
        if raw is None or raw == "":
            return default
        try:
            value = int(raw)
        except (TypeError, ValueError) as error:
            raise ConfigurationError(f"{variable}: {raw!r} is not a whole number") from error
        if least is not None and value < least:
            raise ConfigurationError(f"{variable}: {raw!r} is less than {least}")
        return value

    def flag(self, variable: str, section: str, key: str, default: bool) -> bool:
        """Return a yes/no setting; ConfigurationError names the variable if it is neither."""
        raw = self._raw(variable, section, key)
        if raw is None or isinstance(raw, bool):
            return default if raw is None else raw
        word = str(raw).strip().lower()
        if word not in TRUE_WORDS | FALSE_WORDS:
            raise ConfigurationError(f"{variable}: {raw!r} is neither yes nor no")
        return word in TRUE_WORDS

    def choice(self, variable: str, section: str, key: str, default: str, *others: str) -> str:
        """Return one of the given words; ConfigurationError names the variable if it is none."""
        raw = self.text(variable, section, key, default)
        for word in (default, *others):
            if raw.strip().lower() == word.lower():
                return word
        raise ConfigurationError(
            f"{variable}: {raw!r} is not one of {default}, {', '.join(others)}"
        )

    def address(self, variable: str, section: str, key: str) -> str:
        """Return a web address, or nothing; ConfigurationError names the variable if it is none."""
        raw = self.text(variable, section, key).strip()
        try:
            parts = urlsplit(raw)
            # Reading the port refuses one that is no number.
            is_address = (
                parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
            )
        except ValueError:
            is_address = False
        if raw and not is_address:
            raise ConfigurationError(f"{variable}: {raw!r} is not an address such as http://…")
        return raw

    def time_zone(self, variable: str, section: str, key: str, default: str) -> str:
        """Return the name of a time zone; ConfigurationError names the variable if it is none."""
        name = self.text(variable, section, key, default)
        try:
            ZoneInfo(name)
        except (OSError, ValueError) as error:
            raise ConfigurationError(f"{variable}: {name!r} is not a time zone") from error
        return name

    def items(self, variable: str, section: str, key: str) -> list[str]:
        """Return a list: comma-separated in the environment, an array in the file."""
        raw = self._raw(variable, section, key)
        if raw is None:
            return []
        parts = raw if isinstance(raw, list) else str(raw).split(",")
        return [str(part).strip() for part in parts if str(part).strip()]

    def networks(self, variable: str, section: str, key: str) -> list[str]:
        """Return a list of IP addresses and networks; ConfigurationError names the variable."""
        try:
            return [_network(item) for item in self.items(variable, section, key)]
        except ValueError as error:
            raise ConfigurationError(
                f"{variable}: {error}; use addresses such as 127.0.0.1 or 10.0.0.0/8"
            ) from error


def _network(text: str) -> str:
    if "/" in text:
        return str(ipaddress.ip_network(text, strict=False))
    return str(ipaddress.ip_address(text))
