"""Lists by cursor: nothing is lost or repeated, whatever happens between two pages."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from core.caller import Caller
from memories.models import Memory, Session

from .conftest import Walk, fields_of

pytestmark = pytest.mark.django_db

URL = "/api/memories/"


@pytest.fixture
def many(owner: Caller) -> Callable[[int], list[str]]:
    """Store memories that share one time, without waiting for their vectors."""

    def _many(count: int) -> list[str]:
        now = timezone.now()
        session = Session.objects.create(
            user_id="alice#work", key="s", started_at=now, last_activity=now
        )
        rows = [
            Memory(
                user_id="alice#work", session=session, raw_text=f"m{n}", created_at=now, recorded_at=now
            )
            for n in range(count)
        ]  # fmt: skip
        return [str(row.uid) for row in Memory.objects.bulk_create(rows)]

    return _many


def test_it_works_where_all_share_one_time(api: APIClient, walk: Walk, many: Any) -> None:
    ids = many(120)
    for limit in (7, 50, 120, 200):
        assert [row["id"] for row in walk(api, f"{URL}?limit={limit}")] == ids[::-1]


def test_more_share_one_time_than_any_offset(api: APIClient, walk: Walk, many: Any) -> None:
    ids = many(1_230)
    assert [row["id"] for row in walk(api, f"{URL}?limit=200")] == ids[::-1]


def test_rows_that_come_and_go_between_two_pages(
    api: APIClient, owner: Caller, save: Any, many: Any
) -> None:
    ids = many(20)
    page = api.get(f"{URL}?limit=5").json()
    save(owner, "newer", pack="work")
    api.delete(f"{URL}{page['results'][-1]['id']}/")
    rest = api.get(page["next"].replace("limit=5", "limit=50")).json()
    assert [row["id"] for row in rest["results"]] == ids[::-1][5:]
    assert rest["next"] is None and rest["previous"]


def test_filters_stay_in_the_addresses(api: APIClient, many: Any) -> None:
    many(12)
    following = api.get(f"{URL}?limit=5&pack=work&session_id=s").json()["next"]
    assert "pack=work" in following and "session_id=s" in following and "limit=5" in following


def test_order_by_different_times(api: APIClient, owner: Caller, save: Any, walk: Walk) -> None:
    for day in (3, 1, 2):
        for n in range(3):
            save(owner, f"{day}{n}", pack="work", created_at=f"2025-05-0{day}T10:00:00.{day}5Z")
    texts = [row["text"] for row in walk(api, f"{URL}?limit=2")]
    assert texts == ["32", "31", "30", "22", "21", "20", "12", "11", "10"]


@pytest.mark.parametrize("limit", ["0", "-1", "ten", "1.5", "", "9" * 5_000, "１０"])
def test_bad_limits(api: APIClient, limit: str) -> None:
    refused = api.get(f"{URL}?limit={limit}")
    assert refused.status_code == 400 and fields_of(refused) == ["limit"]


def test_the_largest_limit_is_two_hundred(api: APIClient, many: Any) -> None:
    many(205)
    assert len(api.get(f"{URL}?limit=200").json()["results"]) == 200
    refused = api.get(f"{URL}?limit=201")
    assert (refused.status_code, fields_of(refused)) == (400, ["limit"])


@pytest.mark.parametrize("cursor", ["x", "cD0xMjM=", "a:b:c", "あ", "%00"])
def test_bad_cursors(api: APIClient, cursor: str) -> None:
    refused = api.get(f"{URL}?cursor={cursor}")
    assert refused.status_code == 400 and fields_of(refused) == ["cursor"]


def test_a_cursor_of_another_list(api: APIClient, many: Any) -> None:
    many(3)
    cursor = api.get(f"{URL}?limit=1").json()["next"].split("cursor=")[1].split("&")[0]
    refused = api.get(f"/api/tags/?cursor={cursor}")
    assert refused.status_code == 400 and fields_of(refused) == ["cursor"]


def test_queries(api: APIClient, many: Any, queries_of: Callable[..., int]) -> None:
    many(31)
    assert queries_of(api, f"{URL}?limit=1") == queries_of(api, f"{URL}?limit=30")
