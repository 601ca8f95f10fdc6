"""Pack the trace of a search into about half a kilobyte, and unpack it again.

A packed trace holds numbers only: neither the query nor any text of a memory.
"""

import json
import zlib
from typing import Any

# The order is the format: never change or reorder; a change needs a new version.
VERSION = 2
FATES = ("shown", "folded", "limit", "weak", "unranked", "unlinked", "gone")
COUNTS = ("blended", "connected", "ranked", "folded", "shown", "limit")
SPACE = ("pack", "documents", "allowed")
ROUTE = ("route", "space", "found", "quota", "best", "least")
TABLES = ("ranks", "scores", "shares", "parts")
SCALED = ("scores", "shares", "parts")
# Four decimal places, as whole numbers.
SCALE = 10_000
# What traces have in common, the most frequent last.
COMMON = (
    b'"reranked""time""speaker""identifier""entity""graph""language""trust""usage""pin"'
    b'"superseded""importance":[10000,"dev""lifelog"[100,50,200,null,null,null,null,null,null]'
    b'{"relevance":[],"final":[,"cosine":[{"vector":[null,"bridge":[null,"words":[1,'
    b'"text":[0,"language":[0,0,0,0,0,0,0,0,0,0],"conversation":[{"recency":['
    b'["work",],["bridge",0,50,50,["vector",0,100,100,["words",0,100,[[0,0,0,0,0,0,0,0,0,0],'
    b"[1,2,3,4,5,6,7,8,9,10],{},[0,40,0,10,10],[["
)


def packed(trace: dict[str, Any]) -> bytes:
    """Return a trace as bytes; ``asked``, ``features`` and details of routes are left out."""
    listed = [
        [FATES.index(fate) for fate in trace["fates"]],
        trace["places"],
        trace["ways"],
        [trace["counts"][name] for name in COUNTS],
        [[space[name] for name in SPACE] for space in trace["spaces"]],
        [_route(row) for row in trace["routes"]],
        _whole(trace["least_cosine"]),
        trace["multipliers"],
        [_columns(trace[name], 1 if name == "ranks" else SCALE) for name in TABLES],
        trace["items"],
    ]
    text = json.dumps(listed, separators=(",", ":")).encode()
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=COMMON)
    return bytes([VERSION]) + deflate.compress(text) + deflate.flush()


def _route(row: dict[str, Any]) -> list[Any]:
    return [_whole(row[name]) if name in ("best", "least") else row[name] for name in ROUTE]


def _whole(value: float | None, scale: int = SCALE) -> int | None:
    return None if value is None or value != value else round(value * scale)


def _columns(table: dict[str, list[float | None]], scale: int) -> dict[str, list[int | None]]:
    return {
        name: [_whole(value, scale) for value in column] for name, column in table.items() if column
    }


def unpacked(data: bytes | memoryview) -> dict[str, Any]:
    """Return the trace that ``packed`` was given, without what it leaves out."""
    inflate = zlib.decompressobj(-15, zdict=COMMON)
    text = inflate.decompress(bytes(data)[1:]) + inflate.flush()
    fates, places, ways, counts, spaces, routes, least, multipliers, tables, items = json.loads(
        text
    )
    return {
        "items": items,
        "fates": [FATES[fate] for fate in fates],
        "places": places,
        "ways": ways,
        "counts": dict(zip(COUNTS, counts, strict=True)),
        "spaces": [dict(zip(SPACE, space, strict=True)) for space in spaces],
        "routes": [_read_route(row) for row in routes],
        "least_cosine": least / SCALE,
        "multipliers": multipliers,
        **{
            name: _read_columns(table, SCALE if name in SCALED else 1)
            for name, table in zip(TABLES, tables, strict=True)
        },
        "features": {},
    }


def _read_route(row: list[Any]) -> dict[str, Any]:
    route = dict(zip(ROUTE, row, strict=True))
    return {**route, "best": route["best"] / SCALE, "least": route["least"] / SCALE, "detail": ""}


def _read_columns(table: dict[str, list[int | None]], scale: int) -> dict[str, list[float | None]]:
    return {
        name: [None if value is None else value / scale for value in column]
        for name, column in table.items()
    }
