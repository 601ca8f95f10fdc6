"""Keep the log files of servers that no terminal shows from growing without end."""

import shutil
from pathlib import Path

# Written by a server that an assistant started, and by one that launchd or Windows started.
NAMES = ("daemon.log", "service.log")
MOST_BYTES = 10_000_000
KEPT = 3


def rotate_logs(folder: Path) -> int:
    """Move what large log files hold to ``….1`` and so on; return how many files were moved.

    The file itself stays, since servers append to it: it is copied, and emptied then. Lines that
    are written in between are lost.
    """
    moved = 0
    for path in (folder / name for name in NAMES):
        if not path.is_file() or path.stat().st_size <= MOST_BYTES:
            continue
        for age in range(KEPT - 1, 0, -1):
            older = _aged(path, age)
            if older.exists():
                older.replace(_aged(path, age + 1))
        shutil.copy2(path, _aged(path, 1))
        with path.open("r+b") as log:
            log.truncate(0)
        moved += 1
    return moved


def _aged(path: Path, age: int) -> Path:
    return path.with_name(f"{path.name}.{age}")
