"""Put one server into the text of a configuration, or take it out; everything else stays."""

import json
import re
import tomllib
from collections.abc import Mapping
from typing import Any

INDENT = re.compile(r"^([ \t]+)\S", re.MULTILINE)
HEADER = re.compile(r"^[ \t]*+\[{1,2}(?P<name>[^\[\]]++)\]{1,2}\s*+(?:#.*)?$")
Entry = Mapping[str, Any]


class BrokenFile(Exception):
    """A configuration that cannot be read or safely changed; the text says why."""


def entry_in(text: str, servers: str, name: str, *, is_toml: bool) -> dict[str, Any] | None:
    """Return the entry of a server; None if there is none.

    Raises:
        BrokenFile: the text is no such configuration.
    """
    found = _servers(_read(text, is_toml=is_toml), servers).get(name)
    return found if isinstance(found, dict) else None


def with_entry(text: str, servers: str, name: str, entry: Entry | None, *, is_toml: bool) -> str:
    """Return the text with the entry of a server; without it if ``entry`` is None.

    Raises:
        BrokenFile: the text is no such configuration, or cannot be changed without a loss.
    """
    before = _read(text, is_toml=is_toml)
    wanted = _changed(before, servers, name, entry)
    if wanted == before:
        return text
    if not is_toml:
        return _as_json(wanted, text)
    rest = _toml_without(text, f"{servers}.{name}")
    made = (rest + _as_toml(f"{servers}.{name}", entry)).lstrip("\n" if not rest.strip() else "")
    if _without_empty(_read(made, is_toml=True), servers) != _without_empty(wanted, servers):
        raise BrokenFile(f"“{servers}” is written in a way that cannot be changed line by line")
    return made


def _read(text: str, *, is_toml: bool) -> dict[str, Any]:
    try:
        found = tomllib.loads(text) if is_toml else _json(text)
    except (ValueError, RecursionError) as error:
        raise BrokenFile(str(error)) from error
    if not isinstance(found, dict):
        raise BrokenFile("it holds no object")
    return found


def _json(text: str) -> Any:
    return json.loads(text, object_pairs_hook=_once) if text.strip() else {}


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object; refuse a key that stands there twice, since one of the two would be lost."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _value in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"“{twice}” stands there twice")
    return found


def _servers(whole: Mapping[str, Any], servers: str) -> dict[str, Any]:
    found = whole.get(servers, {})
    if not isinstance(found, dict):
        raise BrokenFile(f"“{servers}” is no object")
    return found


def _changed(whole: dict[str, Any], servers: str, name: str, entry: Entry | None) -> dict[str, Any]:
    known = dict(_servers(whole, servers))
    if entry is None:
        known.pop(name, None)
    else:
        known[name] = dict(entry)
    if not known and not whole.get(servers):
        return whole
    return {**whole, servers: known}


def _without_empty(whole: dict[str, Any], servers: str) -> dict[str, Any]:
    """Leave out an empty table of servers: TOML has none without a line of its own."""
    return {key: value for key, value in whole.items() if key != servers or value}


def _as_json(whole: object, text: str) -> str:
    """Write JSON with the indentation that the text has."""
    first = INDENT.search(text)
    return json.dumps(whole, indent=first[1] if first else 2, ensure_ascii=False) + "\n"


def _toml_without(text: str, table: str) -> str:
    """Leave out a table and those below it; comments behind them belong to what follows."""
    kept: list[str] = []
    block: list[str] = []
    is_ours = False
    for line in text.splitlines(keepends=True):
        if header := HEADER.match(line):
            kept += _comments_behind(block)
            block, is_ours = [], _is_below(header["name"], table)
            if is_ours and kept and not kept[-1].strip():
                kept.pop()
        (block if is_ours else kept).append(line)
    return "".join([*kept, *_comments_behind(block)])


def _is_below(header: str, table: str) -> bool:
    name = ".".join(part.strip().strip("\"'") for part in header.split("."))
    return name == table or name.startswith(f"{table}.")


def _comments_behind(block: list[str]) -> list[str]:
    """Return the blank and comment lines behind the last value of a table."""
    at = len(block)
    while at and (not block[at - 1].strip() or block[at - 1].lstrip().startswith("#")):
        at -= 1
    return block[at:]


def _as_toml(table: str, entry: Entry | None) -> str:
    """Write a table: plain values first, inner tables behind them."""
    if entry is None:
        return ""
    inner = {key: value for key, value in entry.items() if isinstance(value, Mapping)}
    lines = [f"\n[{table}]\n"]
    lines += [
        f"{key} = {json.dumps(value, ensure_ascii=False)}\n"
        for key, value in entry.items()
        if key not in inner
    ]
    return "".join(lines) + "".join(
        _as_toml(f"{table}.{key}", value) for key, value in inner.items()
    )
