"""What a check can find: a name that stays, what it is, and the way out."""

from dataclasses import dataclass

from django.utils.translation import gettext as _


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong; ``count`` is how many rows or files, ``remedy`` the way out."""

    name: str
    text: str
    remedy: str
    count: int = 1
    is_repairable: bool = False


def repairable(name: str, text: str, count: int, deed: str) -> Finding:
    """Return a finding that ``--repair`` mends; ``deed`` is what it does."""
    return Finding(name, text, deed, count, is_repairable=True)


def by_backup(name: str, text: str, count: int = 1) -> Finding:
    """Return a finding that only a backup mends."""
    remedy = _(
        "put a backup back (“wasurena backup --list”, then “wasurena restore FILE”), an older one if"
        " the newest is damaged; what is there now is kept beside it"
    )
    return Finding(name, text, remedy, count)


def exit_code(findings: list[Finding]) -> int:
    """Return 0 for none, 1 if all of them can be repaired, 2 if one needs a person."""
    if not findings:
        return 0
    return 1 if all(one.is_repairable for one in findings) else 2
