"""Every address of the URLconf, with values in the place of its parameters."""

import re
from collections.abc import Iterator, Mapping
from uuid import UUID

from django.urls import URLPattern, URLResolver, get_resolver

UNKNOWN = UUID(int=1)
PARAMETER = re.compile(r"<(?:(?P<converter>\w+):)?(?P<name>\w+)>")
GROUP = re.compile(r"\(\?P<(?P<name>\w+)>(?:[^()]|\([^()]*\))*\)")


def every_address(values: Mapping[str, str] | None = None) -> list[str]:
    """Return one address of each route; ``values`` are used for parameters by name."""
    return sorted({f"/{path}" for path in _walk(get_resolver(), values or {})})


def _walk(resolver: URLResolver, values: Mapping[str, str]) -> Iterator[str]:
    for entry in resolver.url_patterns:
        start = _filled(str(entry.pattern), values)
        if isinstance(entry, URLPattern):
            yield start
        else:
            yield from (start + rest for rest in _walk(entry, values))


def _filled(route: str, values: Mapping[str, str]) -> str:
    def value(found: re.Match[str]) -> str:
        usual = {"uuid": str(UNKNOWN), "int": "1", "slug": "work"}
        groups = found.groupdict()
        return values.get(groups["name"]) or usual.get(groups.get("converter") or "", "1")

    text = PARAMETER.sub(value, GROUP.sub(value, route))
    return re.sub(r"^\^|\$$|\\Z$|\\(?=\.)", "", text).replace("\\Z", "")
