"""Values of packed columns come back as they were, also in SQL."""

import json
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from core.db.packed_json import Unpacked, pack, unpack
from core.models import Action, Revision

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


def entry(after: Any) -> Revision:
    return Revision.objects.create(
        user_id="alice#work",
        action=Action.CREATE,
        target_type="memory",
        target_id="1",
        after=after,
        actor="owner",
        created_at=timezone.now(),
    )


@given(VALUES)
def test_any_value_comes_back(value: Any) -> None:
    assert json.loads(unpack(pack(value))) == value


@pytest.mark.parametrize("text", ["a lone \ud83d", "朱鷺子 🐦", "\x00", ""])
def test_any_text_comes_back(text: str) -> None:
    assert json.loads(unpack(pack({"raw_text": text}))) == {"raw_text": text}


@pytest.mark.django_db
def test_rows_are_found_by_keys_of_a_value() -> None:
    mine = entry({"memory_id": 7, "raw_text": "Ki moved"})
    entry({"memory_id": 8, "raw_text": "7"})
    other = entry(None)
    assert list(Revision.objects.filter(after__memory_id=7)) == [mine]
    assert list(Revision.objects.filter(after__isnull=True)) == [other]
    assert list(Revision.objects.filter(after__raw_text="Ki moved")) == [mine]
    texts = Revision.objects.annotate(text=Unpacked("after")).filter(pk=mine.pk)
    assert texts.values_list("text", "after__raw_text").get() == (mine.after, "Ki moved")


@pytest.mark.django_db
def test_what_rows_have_in_common_takes_little() -> None:
    after = {
        "raw_text": "Ki moved to Kyoto",
        "user_id": "alice#work",
        "client_context": {},
        "importance_score": 0.5,
        "confidence": 1.0,
        "about_start": None,
        "about_end": None,
        "about_time_confidence": None,
    }
    made = entry(after)
    with connection.cursor() as cursor:
        cursor.execute("SELECT after, packed_json(unpacked_json(after)) FROM revisions")
        ((stored, again),) = cursor.fetchall()
    assert made.after == after and stored == again
    assert len(stored) < len(json.dumps(after)) / 2
