"""The journal refuses every change by SQL, save the erasure of a forgotten payload."""

import pytest
from django.db import IntegrityError, connection

from core.db.sqlite.base import DatabaseWrapper

from .rows import make_row


@pytest.fixture(autouse=True)
def revision(migrated: DatabaseWrapper) -> int:
    number = int(make_row("revisions", "alice#work"))
    execute(
        "INSERT INTO revisions (id, user_id, action, target_type, target_id, change_id, before,"
        " after, reason, evidence, actor, session_id, created_at)"
        " SELECT 2, user_id, action, target_type, target_id, change_id,"
        """ packed_json('{"raw_text": "old"}'), packed_json('{"raw_text": "new"}'), 'a reason',"""
        f" evidence, actor, session_id, created_at FROM revisions WHERE id = {number}"
    )
    return number


def execute(sql: str) -> int:
    with connection.cursor() as cursor:
        return int(cursor.execute(sql).rowcount)


ERASE = "UPDATE revisions SET erased_at = '2026-11-21 00:00:00', before = NULL, after = NULL"


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM revisions WHERE id = 2",
        "DELETE FROM revisions",
        "UPDATE revisions SET reason = 'another' WHERE id = 2",
        "UPDATE revisions SET before = NULL, after = NULL WHERE id = 2",
        "UPDATE revisions SET erased_at = '2026-11-21 00:00:00' WHERE id = 2",
        """UPDATE revisions SET erased_at = '2026-11-21 00:00:00', after = '{"raw_text": "x"}'""",
        *(
            f"{ERASE}, {change} WHERE id = 2"
            for change in [
                "actor = 'nobody'",
                "action = 'CREATE', target_id = '7'",
                "user_id = 'bob#work'",
                "created_at = '1970-01-01'",
                "evidence = '[1]'",
                "id = 3",
                "reason = 'rewritten'",
            ]
        ),
        "REPLACE INTO revisions SELECT id, user_id, action, target_type, target_id, change_id,"
        " NULL, NULL, 'forged', evidence, actor, session_id, created_at, NULL FROM revisions",
        "INSERT OR REPLACE INTO revisions SELECT * FROM revisions",
    ],
)
def test_is_refused(sql: str) -> None:
    with pytest.raises(IntegrityError, match="append-only"):
        execute(sql)


@pytest.mark.parametrize("sql", [ERASE, f"{ERASE}, reason = ''"])
def test_a_payload_can_be_erased(sql: str) -> None:
    assert execute(f"{sql} WHERE id = 2") == 1
    with connection.cursor() as cursor:
        row = cursor.execute("SELECT before, after, actor FROM revisions WHERE id = 2").fetchone()
    assert row[:2] == (None, None)
    assert row[2]


def test_an_erased_payload_cannot_be_filled_again() -> None:
    execute(ERASE)

    with pytest.raises(IntegrityError, match="append-only"):
        execute("UPDATE revisions SET after = '{}' WHERE id = 2")


def test_appending_goes_on() -> None:
    make_row("revisions", "alice#work")

    with connection.cursor() as cursor:
        assert cursor.execute("SELECT count(*) FROM revisions").fetchone() == (3,)
