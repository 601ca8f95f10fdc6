"""An operator with a full house: rows in every table, made by the services where there are any."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone, translation
from django_q.models import OrmQ, Schedule, Task
from django_q.signing import SignedPackage

from accounts.callers import caller_of_user
from accounts.services.tokens import token_create
from accounts.services.users import user_create
from core.caller import Caller
from entities.models import Entity, EntityVectorMetadata
from memories.inbox.decisions import Decision
from memories.inbox.proposals import create_proposals
from memories.inbox.rules import rule_create
from memories.index.embedding_jobs import drain
from memories.knowledge.mentions.correct import correct_mention
from memories.models import (
    DerivationJob,
    EmbeddingJob,
    EmbeddingModel,
    Feedback,
    LlmJob,
    LlmUsage,
    Memory,
    PrivacyWork,
    ProposalKind,
    RetrievalRun,
    SearchTuning,
    State,
    StateEntity,
)
from memories.schemas import LinkInput, MemoryInput, SearchInput, parsed
from memories.schemas.inbox.proposals import Suggestion
from memories.search.log import flush
from memories.services.inbox import RuleDraft, bulk_start
from memories.services.privacy.jobs import job_start
from memories.services.save import remember_batch
from memories.services.search import recall
from memories.services.update import relate
from memory_site.apps import register_admin
from packs.selection import pack_switch

# Before the modules of tests read what is registered.
register_admin()

TEXTS = ("田中さんと会議で価格を決めた", "Aozora ships on Friday", "カレーは中辛が好き")


@pytest.fixture(autouse=True)
def _language() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def operator(db: None) -> User:
    return user_create(name="root", is_owner=True)[0]


@pytest.fixture
def alice(db: None) -> User:
    return user_create(name="alice")[0]


@pytest.fixture
def bob(db: None) -> User:
    return user_create(name="bob-next-door")[0]


@pytest.fixture
def site(operator: User) -> Client:
    client = Client()
    client.force_login(operator)
    return client


def save(person: User, *texts: str, **fields: object) -> list[Memory]:
    """Remember texts as ``person`` and return their rows, in order."""
    items = [parsed(MemoryInput, {"text": text, "pack": "work", **fields}) for text in texts]
    saved = remember_batch(caller_of_user(person), items)
    rows = {
        row.uid: row for row in Memory.objects.filter(uid__in=[one.id for one in saved.results])
    }
    return [rows[one.id] for one in saved.results]


@dataclass(frozen=True)
class House:
    caller: Caller
    memories: list[Memory]


@pytest.fixture
def house(alice: User, bob: User, operator: User) -> House:
    """Every table filled for alice, and one memory of bob's."""
    return filled_house(alice, bob)


def filled_house(alice: User, bob: User) -> House:
    """Fill every table for alice, and save one memory of bob's."""
    memories = save(
        alice,
        *TEXTS,
        speaker="田中",
        tags=["価格"],
        context="Aozora",
        session_id="talk",
        entities=[
            {"name": "田中太郎", "type": "Person", "aliases": ["Tanaka"]},
            {"name": "Aozora", "type": "Project"},
        ],
        relations=[{"source": "田中太郎", "target": "Aozora", "type": "participates_in"}],
    )
    save(bob, "the plan of bob-next-door")
    caller = caller_of_user(alice)
    relate(caller, memories[1].uid, LinkInput(target_id=memories[0].uid, type="supports"))
    drain()
    recall(caller, SearchInput(query="会議"))
    flush()
    token_create(user_name="alice", name="laptop")
    pack_switch(caller, "lifelog", is_enabled=False)
    _fill_derived(memories[0])
    _fill_inbox(caller, memories)
    correct_mention(caller, memories[0].uid, start=0, surface="田中", verdict="is_not")
    DerivationJob.objects.create(memory=memories[0], enqueued_at=timezone.now())
    _fill_queue()
    return House(caller, memories)


def _fill_derived(memory: Memory) -> None:
    """Fill the tables that later services will write."""
    now = timezone.now()
    space = {"user_id": memory.user_id}
    person, project = Entity.objects.order_by("pk")[:2]
    state = State.objects.create(
        **space,
        kind="fact",
        subject=person,
        predicate="role",
        value="PM",
        body="田中 is PM",
        recorded_at=now,
    )
    StateEntity.objects.create(**space, state=state, entity=project, created_at=now)
    EntityVectorMetadata.objects.create(
        **space, entity=person, entity_type="Person", created_at=now
    )
    Feedback.objects.create(
        run=RetrievalRun.objects.get(),
        memory=memory,
        useful=True,
        rating=5,
        actor="owner",
        created_at=now,
    )
    SearchTuning.objects.create(
        base_user="alice", step="learnt", multipliers={"words": 1.1}, is_active=True, actor="system",
        created_at=now,
    )  # fmt: skip
    model = EmbeddingModel.objects.create(
        name="spare", version="1", dimension=8, table_name="vss_spare", created_at=now
    )
    EmbeddingJob.objects.create(model=model, item_id=memory.pk, enqueued_at=now)
    LlmJob.objects.create(memory=memory, content_hash=memory.content_hash, enqueued_at=now)
    LlmUsage.objects.create(day=now.date(), tokens=120, requests=1)


def _fill_inbox(caller: Caller, memories: list[Memory]) -> None:
    """One proposal that waits, and a rule."""
    payload = {"source": str(memories[0].uid), "target": str(memories[2].uid), "type": "extends"}
    space = memories[0].user_id
    [link] = create_proposals(
        [Suggestion(ProposalKind.LINK, space, payload, method="rules")], now=timezone.now()
    )
    bulk_start(caller, [link.uid], Decision.ACCEPT)
    job_start(caller, PrivacyWork.FORGET, [], options={}, reason="", now=timezone.now())
    rule_create(caller, RuleDraft(space, ProposalKind.SENSITIVE, Decision.REJECT, {}))


def _fill_queue() -> None:
    now = timezone.now()
    for name, success in (("good", True), ("bad", False)):
        Task.objects.create(
            id=name.ljust(32, "0"), name=name, func="memories.tasks.jobs.expire_sessions", group="g",
            started=now - timedelta(seconds=2), stopped=now, success=success, result="done",
        )  # fmt: skip
    Schedule.objects.create(
        name="expire", func="memories.tasks.jobs.expire_sessions", task="good".ljust(32, "0")
    )
    payload = SignedPackage.dumps(
        {"id": "1", "name": "waiting", "func": "memories.tasks.jobs.expire_sessions"}
    )
    OrmQ.objects.create(key="wasurena", payload=payload)
