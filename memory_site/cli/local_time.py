"""The time zone of this machine, for the owner's profile."""

import os
from pathlib import Path
from zoneinfo import ZoneInfo

LOCALTIME = Path("/etc/localtime")


def system_time_zone(localtime: Path = LOCALTIME) -> str:
    """Return the IANA name of the machine's zone; ``UTC`` where it does not tell."""
    for name in (os.environ.get("TZ", "").lstrip(":"), _linked_zone(localtime)):
        if name and _is_zone(name):
            return name
    return "UTC"


def _linked_zone(localtime: Path) -> str:
    """Return the zone that the system's link points to: ``…/zoneinfo/Asia/Tokyo``."""
    try:
        target = str(localtime.readlink())
    except OSError:
        return ""
    return target.partition("zoneinfo/")[2]


def _is_zone(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (OSError, ValueError):
        return False
    return True
