"""Texts in XML 1.0."""

import re
from xml.sax.saxutils import escape

DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
# What XML 1.0 forbids, even escaped; U+FFFD stands in its place.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
# Parsers would read these as other white space.
_SPACES = {"\r": "&#13;", "\x85": "&#133;", "\u2028": "&#8232;"}
_IN_ATTRIBUTES = {**_SPACES, '"': "&quot;", "\t": "&#9;", "\n": "&#10;"}


def text(value: str) -> str:
    """Return a text as the content of an element."""
    return escape(_allowed(value), _SPACES)


def attribute(value: str) -> str:
    """Return a text as the value of an attribute, in double quotes."""
    return f'"{escape(_allowed(value), _IN_ATTRIBUTES)}"'


def _allowed(value: str) -> str:
    return _FORBIDDEN.sub("\ufffd", value)
