"""What a directory of ``wasurena bench speed`` is filled with, and filling it."""

import json
from collections.abc import Callable, Iterator
from contextlib import closing, nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.services.users import caller_of_user, user_create
from core.caller import Caller
from core.db import maintenance
from memories.index.embeddings import embedder_for
from memories.models import Memory

from .directory import MARK
from .exact import active_model
from .filling import fill, resampled_vectors
from .floor import PlainFullText
from .invented import Inventor
from .timing import Figure

BIG, NEIGHBOUR = "bench", "neighbour"
NEIGHBOUR_SEED = 17
FLOOR_FILE = "floor.sqlite3"
# Called with what is going on and how much there is of it; returns how to tell progress.
Steps = Callable[[str, int], Callable[[int], None]]


class OtherContents(Exception):
    """The directory was filled with other options; the text names them."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What a directory is filled with; ``vectors`` are of the model, or resampled."""

    memories: int
    packs: int
    vectors: str
    neighbour: int


def filled_directory(data_dir: Path, contents: Contents, steps: Steps) -> Iterator[Figure]:
    """Fill the directory, or go on where an earlier run stopped."""
    mark = data_dir / MARK
    known = json.loads(mark.read_text("utf-8")) if mark.exists() else {}
    if known and known["contents"] != asdict(contents):
        raise OtherContents(", ".join(f"{k} {v}" for k, v in known["contents"].items()))
    if not known.get("is_filled"):
        _write_mark(mark, contents, is_filled=False)
        yield from _filled(data_dir, contents, steps)
        _write_mark(mark, contents, is_filled=True)
    count = Memory.objects.of(caller_named(BIG)).count()
    yield Figure("memories", _("memories in the space searched"), {"n": count})


def _write_mark(mark: Path, contents: Contents, *, is_filled: bool) -> None:
    mark.write_text(json.dumps({"contents": asdict(contents), "is_filled": is_filled}), "utf-8")


def _filled(data_dir: Path, contents: Contents, steps: Steps) -> Iterator[Figure]:
    now = timezone.now()
    progress = steps(_("remembering"), contents.memories + contents.neighbour)
    (data_dir / FLOOR_FILE).unlink(missing_ok=True)
    with (
        closing(PlainFullText(data_dir / FLOOR_FILE)) as floor,
        resampled_vectors() if contents.vectors == "resampled" else nullcontext(),
    ):
        embedder_for(active_model().name).query("warm")
        seconds = fill(
            caller_named(BIG),
            Inventor(contents.memories),
            packs=contents.packs,
            now=now,
            progress=progress,
            beside=lambda batch: floor.add(memory.text for memory in batch),
        )
    small = Inventor(contents.neighbour, seed=NEIGHBOUR_SEED)
    fill(caller_named(NEIGHBOUR), small, packs=1, now=now, progress=progress)
    # As the upkeep does every hour: plans of queries depend on it.
    maintenance.optimize()
    figures = {"per_second": contents.memories / seconds, "seconds": seconds}
    yield Figure("fill", _("filling, in batches of 1,000"), figures)


def caller_named(name: str) -> Caller:
    user, _is_new = user_create(name=name)
    return caller_of_user(user)
