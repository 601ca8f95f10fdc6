"""The status page: what it says of the language model, where one is set."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from django.utils.html import escape
from django.utils.translation import override

from core.caller import Caller
from memories.enrichment.llm import jobs
from memories.models import LlmJob, Memory
from memories.tasks.schedules import CORE, ensure_schedules, task_label

from .conftest import Save


def test_without_a_language_model_nothing_is_said_of_one(site: Client) -> None:
    assert "reads along" not in site.get("/status/").content.decode()


def test_how_the_language_model_stands(
    site: Client, owner: Caller, save: Save, settings: Any
) -> None:
    settings.LLM_URL, settings.LLM_MODEL = "http://127.0.0.1:9/v1", "small-reader"
    settings.LLM_TOKENS_PER_DAY = 50_000
    # What everybody took together is the operator's to know.
    User.objects.update(is_superuser=True)
    calm = site.get("/status/").content.decode()
    assert "small-reader at 127.0.0.1 reads along" in calm
    assert "Nothing waits to be read" in calm and "Last error" not in calm
    memory = Memory.objects.get(uid=save(owner, "The heron came back.", pack="work").id)
    LlmJob.objects.update_or_create(
        memory=memory,
        defaults={
            "content_hash": memory.content_hash,
            "enqueued_at": timezone.now(),
            "attempts": 1,
            "last_error": "HTTP 503: the heron came back",
        },
    )
    jobs.add_spent_tokens(1234, timezone.now())
    shown = site.get("/status/").content.decode()
    assert "1 memory waits to be read by it" in shown
    assert "1234 of 50000 tokens today" in shown
    assert "Last error: HTTP 503" in shown and "HTTP 503: the heron" not in shown
    jobs.add_spent_tokens(49_000, timezone.now())
    settings.LLM_URL = "https://models.example.com/v1"
    used_up = site.get("/status/").content.decode()
    assert "goes on tomorrow" in used_up and "outside this network" in used_up


@pytest.mark.parametrize("language", ["en", "ja"])
def test_regular_work_is_shown_by_its_label(site: Client, language: str) -> None:
    ensure_schedules(now=timezone.now())
    page = site.get("/status/", headers={"accept-language": language}).content.decode()
    with override(language):
        for task in CORE:
            assert escape(task_label(task.name)) in page and task.name not in page
