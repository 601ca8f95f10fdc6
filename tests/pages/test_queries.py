"""Pages ask the database as often for thirty memories as for three."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from core.caller import Caller
from memories.schemas import LinkInput, SavedOut
from memories.services.update import relate

from .conftest import Save

LISTS = ("/", "/?q=river", "/?context=context 1", "/timeline/", "/entities/", "/packs/")


def test_lists(queries_of: Callable[..., int], fill: Callable[[int], list[SavedOut]]) -> None:
    fill(9)  # some in each pack, since each one that holds anything is searched
    few = {}
    for path in LISTS:
        queries_of(path)  # fills the caches of the process
        few[path] = queries_of(path)
    fill(30)
    for path in LISTS:
        queries_of(path)  # reads what is new into memory
        assert queries_of(path) <= few[path], path


@pytest.mark.parametrize(
    ("path", "most"),
    [
        # session, user and profile; packs of the search; the routes; memories with tags,
        # contexts, sessions and mentions; the frame: packs, health (cached), first-run check.
        ("/?q=river", 32),
        ("/timeline/", 20),
        ("/entities/", 14),
    ],
)
def test_a_bound(
    path: str, most: int, queries_of: Callable[..., int], fill: Callable[[int], list[SavedOut]]
) -> None:
    fill(6)
    queries_of(path)
    assert queries_of(path) <= most


def test_memory_page(
    site: Client,
    owner: Caller,
    save: Save,
    queries_of: Callable[..., int],
    fill: Callable[[int], list[SavedOut]],
) -> None:
    saved = fill(3)
    where = reverse("memory-detail", args=[saved[0].id])
    relate(owner, saved[0].id, LinkInput(target_id=saved[1].id, type="supports", reason="says so"))
    queries_of(where)
    few = queries_of(where)
    for at, other in enumerate(fill(20)[3:]):
        relate(owner, saved[0].id, LinkInput(target_id=other.id, type="explains", reason=str(at)))
    for at in range(5):
        site.post(reverse("memory-edit", args=[saved[0].id]), {"text": f"Changed {at}"})
    assert queries_of(where) <= few + 1  # the toast of the last change is read and removed


def test_a_part_reads_no_frame(
    queries_of: Callable[..., int], fill: Callable[[int], object]
) -> None:
    fill(3)
    queries_of("/timeline/")
    whole = queries_of("/timeline/")
    cursor = "2100-01-01T00:00:00+00:00~999999"
    assert (
        queries_of(f"/timeline/?cursor={cursor.replace('+', '%2B')}", **{"hx-request": "true"})
        < whole
    )


def test_anonymous_pages_ask_nothing(db: None, django_assert_num_queries: object) -> None:
    with django_assert_num_queries(0):  # type: ignore[operator]
        assert Client().get("/login/").status_code == 200
