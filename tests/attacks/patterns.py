"""Every compiled pattern of the product, and texts that make a bad one slow."""

import importlib
import pkgutil
import re
import re._constants as codes  # type: ignore[import-not-found]
import re._parser as parser  # type: ignore[import-not-found]
import sys
import types
from collections.abc import Iterator
from functools import partial
from typing import Any

from django.contrib import admin

from tests.db.rows import APPS

PACKAGES = (*APPS, "nlp", "memory_site")
# What a training needs is not installed with the product.
ONLY_FOR_TRAINING = {"torch"}
DEEPEST = 7
OF_CATEGORY = {
    "CATEGORY_DIGIT": "7", "CATEGORY_NOT_DIGIT": "x", "CATEGORY_SPACE": " ",
    "CATEGORY_NOT_SPACE": "x", "CATEGORY_WORD": "a", "CATEGORY_NOT_WORD": "-",
}  # fmt: skip
SIGNS = "a あ7-x\n,.!漢ア/"
# Repeated for every pattern, beside what it says itself.
ALWAYS = (
    "a",
    "A",
    "7",
    " ",
    "\n",
    "あ",
    "漢",
    "ア",
    "a ",
    "7,",
    "a.",
    "「",
    '"',
    "。",
    "&lt;private ",
    "<private ",
)


def modules() -> list[types.ModuleType]:
    """Import every module of the product, and return them."""
    # The admin of tokens takes the place of one that has to be there.
    admin.autodiscover()
    for name in PACKAGES:
        package = importlib.import_module(name)
        for found in pkgutil.walk_packages(package.__path__, f"{name}."):
            if ".migrations" not in found.name and not found.name.endswith("__main__"):
                _import(found.name)
    return [one for name, one in sys.modules.items() if name.partition(".")[0] in PACKAGES]


def _import(name: str) -> None:
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name not in ONLY_FOR_TRAINING:
            raise


def patterns() -> dict[str, re.Pattern[str]]:
    """Return every pattern that a module holds, at any depth, by where it stands."""
    importlib.import_module("memory_site.mcp.registry")
    found: dict[str, re.Pattern[str]] = {}
    visited: set[int] = set()
    for module in modules():
        for name, value in list(vars(module).items()):
            if not name.startswith("__"):
                _walk(value, f"{module.__name__}.{name}", found, visited, 0)
    return found


def _walk(value: Any, name: str, found: dict[str, Any], visited: set[int], depth: int) -> None:
    if id(value) in visited or depth > DEEPEST:
        return
    visited.add(id(value))
    if isinstance(value, re.Pattern):
        if isinstance(value.pattern, str):
            found[name] = value
        return
    for key, inner in _inside(value):
        _walk(inner, f"{name}{key}", found, visited, depth + 1)


def _inside(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for at, (key, inner) in enumerate(list(value.items())):
            yield f"[{at}]", key
            yield f"[{at}]", inner
    elif isinstance(value, list | tuple | set | frozenset):
        yield from ((f"[{at}]", inner) for at, inner in enumerate(value))
    elif isinstance(value, partial):
        yield ".args", value.args
    elif isinstance(value, types.FunctionType) and value.__closure__:
        for cell in value.__closure__:
            yield "()", getattr(cell, "cell_contents", None) if _is_filled(cell) else None
    elif type(value).__module__.partition(".")[0] in PACKAGES and not isinstance(value, type):
        names = getattr(type(value), "__dataclass_fields__", None) or getattr(value, "__dict__", {})
        yield from ((f".{name}", getattr(value, name, None)) for name in list(names))


def _is_filled(cell: Any) -> bool:
    try:
        cell.cell_contents  # noqa: B018
    except ValueError:
        return False
    return True


def units(pattern: re.Pattern[str]) -> set[tuple[str, str]]:
    """Return beginnings, each with what is repeated behind it, that a pattern itself suggests."""
    loops: list[tuple[str, str]] = []
    whole = _sample(parser.parse(pattern.pattern, pattern.flags), {}, loops)
    made = {("", one) for one in ALWAYS}
    for before, repeated in loops:
        made |= {(before, repeated), ("", repeated), ("", before + repeated), ("", f"{repeated} ")}
    made |= {("", whole), ("", whole[:-1]), ("", f"{whole} ")}
    made |= {("", whole[:length]) for length in range(1, min(len(whole), 12))}
    return {(before, repeated) for before, repeated in made if repeated}


def _sample(tree: Any, groups: dict[Any, str], loops: list[tuple[str, str]]) -> str:
    """Return a text that a parsed pattern matches, and note what it repeats."""
    text = ""
    for code, given in tree:
        name = str(code)
        if name == "LITERAL":
            text += chr(given)
        elif name in ("NOT_LITERAL", "ANY"):
            text += "b" if given != ord("b") else "c"
        elif name == "IN":
            text += _one_of(given)
        elif name == "BRANCH":
            text += _sample(given[1][0], groups, loops)
        elif name == "SUBPATTERN":
            groups[given[0]] = _sample(given[3], groups, loops)
            text += groups[given[0]]
        elif name == "ATOMIC_GROUP":
            text += _sample(given, groups, loops)
        elif name == "GROUPREF":
            text += groups.get(given, "")
        elif name.endswith("_REPEAT"):
            least, most, inner = given
            repeated = _sample(inner, groups, loops)
            if most == codes.MAXREPEAT or most >= 20:
                loops.append((text, repeated))
            text += repeated * max(least, 1)
    return text


def _one_of(items: Any) -> str:
    if str(items[0][0]) == "NEGATE":
        return next((sign for sign in SIGNS if not _is_among(sign, items[1:])), "a")
    code, given = items[0]
    if str(code) == "LITERAL":
        return chr(given)
    return chr(given[0]) if str(code) == "RANGE" else OF_CATEGORY[str(given)]


def _is_among(sign: str, items: Any) -> bool:
    for code, given in items:
        name = str(code)
        if name == "LITERAL" and chr(given) == sign:
            return True
        if name == "RANGE" and given[0] <= ord(sign) <= given[1]:
            return True
        if name == "CATEGORY" and _is_of(sign, str(given)):
            return True
    return False


def _is_of(sign: str, category: str) -> bool:
    is_kind = {"DIGIT": sign.isdigit(), "SPACE": sign.isspace(), "WORD": sign.isalnum()}
    return is_kind[category.rsplit("_", 1)[-1]] != ("_NOT_" in category)


def repeated(before: str, unit: str, length: int) -> str:
    """Return a text of about this length that ends with what fits nothing."""
    return before + (unit * (length // len(unit) + 1))[:length] + "\x01"
