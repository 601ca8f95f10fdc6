"""The icons that the site has, by name: types and packs choose from them."""

import json
from difflib import get_close_matches
from functools import lru_cache
from importlib.resources import files

MOST_SUGGESTED = 3


@lru_cache(maxsize=1)
def icon_names() -> tuple[str, ...]:
    """Return the names in the icon list, in order."""
    listed = files("memory_site").joinpath("frontend", "icons.json").read_text("utf-8")
    return tuple(sorted(json.loads(listed)))


def icon_problem(name: str) -> str:
    """Return why a name is no icon, with the nearest ones; empty if the list has it or it is empty."""
    if not name or name in icon_names():
        return ""
    near = get_close_matches(name.casefold(), icon_names(), n=MOST_SUGGESTED, cutoff=0.4)
    return f"there is no icon “{name}”; nearest: {', '.join(near or icon_names())}"
