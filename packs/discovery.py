"""Find pack apps: the built-in ones, and those of installed distributions."""

from collections.abc import Sequence
from importlib.metadata import EntryPoint, entry_points

ENTRY_POINT_GROUP = "wasurena.packs"
BUILT_IN = ("packs.work", "packs.dev", "packs.lifelog")


def pack_apps(found: Sequence[EntryPoint] | None = None) -> list[str]:
    """Return the app paths for INSTALLED_APPS: built-in packs, then entry points by name.

    An entry point's value is the app's module (``wasurena_garden``) or its
    AppConfig (``wasurena_garden.apps:GardenPack``).
    """
    points = entry_points(group=ENTRY_POINT_GROUP) if found is None else found
    outside = [point.value.replace(":", ".") for point in sorted(points, key=lambda p: p.name)]
    return list(dict.fromkeys([*BUILT_IN, *outside]))
