"""A small life, told to the product's own services: every table gets a row of it.

What nobody writes yet (graph cache, affects) and what only Django's admin, the log-in and the
task queue write is stored by the ORM.
"""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group, Permission, User
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.backends.db import SessionStore
from django_q.models import OrmQ, Success
from django_q.tasks import async_task

from accounts.services.users import (
    caller_of_token,
    caller_of_user,
    token_create,
    token_revoke,
    user_create,
)
from core.caller import Caller
from entities.models import Entity, Mention
from entities.schemas import EntityPatch, EntityTypePatch, NewEntity, NewEntityType
from entities.types import entity_type_create, entity_type_revise
from graph.models import GraphCache, RelationScope
from graph.schemas import NewRelationType
from graph.types import relation_type_create
from memories import background
from memories.enrichment import outbox as derivation
from memories.enrichment.cooccurrence import relate_comentioned
from memories.enrichment.llm import budget, jobs
from memories.enrichment.llm.endpoint import endpoint
from memories.enrichment.llm.errors import LlmError
from memories.enrichment.llm.proposal import Reading
from memories.inbox.decisions import Decision, decide, undo_decision
from memories.inbox.proposals import propose
from memories.inbox.rules import draft_from, rule_create
from memories.index.entities import refresh_entity_vectors
from memories.journal import Change
from memories.knowledge.duplicates import fold
from memories.knowledge.entities.edit import entity_create, entity_revise
from memories.knowledge.entities.merge import merge_entities
from memories.knowledge.entities.split import split_entity
from memories.knowledge.mentions.correct import mention_rule
from memories.knowledge.states.edit import state_complete, state_create, state_revise
from memories.models import Affect, Memory, ProposalKind, Revision, State, StateEntity
from memories.records.move import move
from memories.records.relate import relate
from memories.records.update import invalidate, revise
from memories.schemas import MemoryInput, MemoryPatch, SavedOut, SearchInput, parsed
from memories.schemas.inputs import LinkInput
from memories.schemas.journal import FeedbackInput
from memories.schemas.nodes import ContextNodeInput, TagInput, TagPatch
from memories.schemas.sessions import SessionInput, SessionPatch
from memories.schemas.states import StateInput, StatePatch
from memories.schemas.suggestion import Suggestion
from memories.search import log
from memories.services.feedback import give_feedback, withdraw_feedback
from memories.services.forget import forget
from memories.services.history import undo
from memories.services.save import remember
from memories.services.search import recall
from memories.services.sessions import session_open, session_revise
from memories.services.tags import context_create, tag_create, tag_rename
from memories.services.tuning import tuning_switch
from memories.tasks.schedules import ensure_schedules
from packs.selection import pack_switch

NOW = datetime(2026, 11, 20, 9, tzinfo=UTC)
UNDONE_TEXT = "The printer on the third floor is called Gutenberg."
PEOPLE: list[dict[str, Any]] = [
    {"name": "田中太郎", "type": "Person", "aliases": ["田中さん", "Tanaka"]},
    {"name": "ヒノキ計測", "type": "Organization", "aliases": ["Hinoki Instruments"]},
]
EMPLOYED = [{"source": "田中太郎", "target": "ヒノキ計測", "type": "works_for"}]
AT_HINOKI = [{"subject": "田中太郎", "predicate": "works_for", "value": "ヒノキ計測"}]


def fill() -> dict[str, Any]:
    """Fill an empty database; return what a test can ask of it."""
    owner = caller_of_user(_people())
    _tokens(owner)
    saved = _memories(owner)
    _types(owner)
    _entities(owner)
    _states(owner, saved)
    _conversations(owner)
    _changes(owner, saved)
    _inbox(owner, saved)
    _searches(owner, saved)
    _unwritten(owner, saved)
    _language_model()
    _machinery()
    undoable = _undoable(owner)
    _waiting(owner)
    return {
        "user": owner.base_user,
        "undoable_change": str(undoable),
        "undone_text": UNDONE_TEXT,
    }


def _save(caller: Caller, text: str, **fields: Any) -> SavedOut:
    fields = {"pack": "work", "created_at": NOW - timedelta(days=3)} | fields
    return remember(caller, parsed(MemoryInput, {"text": text, **fields}), wait=True, now=NOW)


def _people() -> User:
    """An owner and another person, who belongs to a group and may look at the journal."""
    owner, _ = user_create(
        name="haruka", password="hinoki-aozora-58", is_owner=True, time_zone="Asia/Tokyo"
    )
    other, _ = user_create(name="ken", password="aozora-hinoki-85")
    about = ContentType.objects.get_for_model(Revision)
    looking = Permission.objects.get(content_type=about, codename="view_revision")
    readers = Group.objects.create(name="readers of the journal")
    readers.permissions.add(looking)
    other.groups.add(readers)
    other.user_permissions.add(looking)
    LogEntry.objects.create(
        user=owner, content_type=about, object_id="1", object_repr="1", action_flag=CHANGE
    )
    browser = SessionStore()
    browser["_auth_user_id"] = str(owner.pk)
    browser.create()
    _save(caller_of_user(other), "Ken plays the cello on Thursdays.", pack="lifelog")
    pack_switch(caller_of_user(other), "dev", is_enabled=False)
    return owner


def _tokens(owner: Caller) -> None:
    name = owner.base_user
    assistant, _ = token_create(user_name=name, name="laptop")
    token_create(user_name=name, name="tests", packs=["dev"], namespace="runlog/tests")
    token_create(user_name=name, name="old", expires_at=NOW - timedelta(days=1))
    lost, _ = token_create(user_name=name, name="lost", scopes=["read", "write", "admin"])
    token_revoke(lost, now=NOW)
    _save(caller_of_token(assistant), "The assistant noted: tea at three.", session_id="chat-0")


def _memories(owner: Caller) -> dict[str, SavedOut]:
    tanaka = _save(
        owner,
        "田中太郎さんはヒノキ計測で冷凍倉庫の温度を見守るファームウェアを書いている。",
        title="田中さんの仕事",
        tags=["人事", "aozora"],
        context="大阪オフィス",
        entities=PEOPLE,
        relations=EMPLOYED,
        states=AT_HINOKI,
        latitude=34.69,
        longitude=135.5,
        importance=0.8,
        session_id="朝会",
        external_id="note-1",
        client_context={"app": "notes"},
    )
    english = _save(
        owner,
        "The Aozora budget was raised to 45,000 euros after the review with Tanaka.",
        tags=["aozora", "budget"],
        context="Project Aozora",
        entities=[{"name": "Aozora", "type": "Project"}, PEOPLE[0]],
        links=[{"target_id": str(tanaka.id), "type": "supports", "reason": "same project"}],
        session_id="朝会",
        speaker="佐藤由紀子",
    )
    return {
        "japanese": tanaka,
        "english": english,
        "first": _save(owner, "The Aozora kickoff is on Monday at ten in Osaka."),
        "again": _save(owner, "Aozora's kickoff: Monday, ten o'clock, Osaka."),
        "secret": _save(owner, "秘密の引き出しの番号は 4711 だ。", pack="lifelog", tags=["秘密"]),
        "cat": _save(owner, "猫のミケが三回鳴いた。", pack="lifelog", pinned=True),
        "code": _save(
            owner, "`parse_gpx()` in runlog copes with <ele>.", pack="dev", namespace="runlog/io"
        ),
    }


def _types(owner: Caller) -> None:
    kind = {"key": "Cat", "display_name": "猫", "display_name_en": "Cat"}
    entity_type_create(owner, parsed(NewEntityType, kind))
    entity_type_revise(owner, "Person", parsed(EntityTypePatch, {"display_name_en": "Human"}))
    way = {"key": "feeds", "display_name": "世話", "display_name_en": "Feeds"}
    scope = {"scope": RelationScope.ENTITIES}
    relation_type_create(owner, parsed(NewRelationType, {**way, **scope}))
    _save(
        owner,
        "ミケには遥が毎朝ごはんをあげる。",
        pack="lifelog",
        entities=[{"name": "ミケ", "type": "Cat"}, {"name": "遥", "type": "Person"}],
        relations=[{"source": "遥", "target": "ミケ", "type": "feeds"}],
    )


def _entities(owner: Caller) -> None:
    """Make, change, merge and split people and things."""
    made = entity_create(owner, NewEntity(name="田中 T.", type="Person", pack="work"), now=NOW)
    patch = parsed(EntityPatch, {"description": "ファーム担当", "aliases": ["T. Tanaka"]})
    entity_revise(owner, made.id, patch, now=NOW)
    kept = Entity.objects.get(name="田中太郎", user_id=owner.space("work"))
    merge_entities(owner, keep=kept.entity_id, merge=made.id, reason="同じ人", now=NOW)
    for city in ("Kyoto", "Nara"):
        person = [{"name": "Suzuki", "type": "Person"}]
        _save(owner, f"Suzuki from {city} called about the lease.", entities=person)
    suzuki = Entity.objects.get(name="Suzuki", user_id=owner.space("work"))
    mention = Mention.objects.filter(entity=suzuki).latest("pk")
    split_entity(owner, suzuki.entity_id, mentions=[mention.pk], name="Suzuki of Nara", now=NOW)


def _states(owner: Caller, saved: dict[str, SavedOut]) -> None:
    subject = Entity.objects.get(name="田中太郎").entity_id
    lives = {"subject": subject, "predicate": "lives_in", "value": "大阪", "pack": "work"}
    done = state_create(
        owner, parsed(StateInput, {**lives, "evidence": [saved["japanese"].id]}), now=NOW
    )
    assert done.state is not None
    state_revise(owner, done.state.uid, parsed(StatePatch, {"value": "京都"}), now=NOW)
    task = {"kind": "task", "body": "Send the report to Sato", "pack": "work"}
    sent = state_create(owner, parsed(StateInput, task), now=NOW)
    assert sent.state is not None
    state_complete(owner, sent.state.uid, now=NOW)


def _conversations(owner: Caller) -> None:
    opened = session_open(owner, SessionInput(key="夕会", pack="work", device_id="phone"), now=NOW)
    for minute, text in enumerate(("Shall we move the demo?", "Yes, to Friday afternoon.")):
        at = NOW - timedelta(hours=1, minutes=-minute)
        _save(owner, text, session_id="夕会", created_at=at)
    session_revise(owner, opened.id, parsed(SessionPatch, {"status": "closed"}), now=NOW)
    context_create(owner, ContextNodeInput(name="Empty project", pack="work"), now=NOW)
    tag = tag_create(owner, TagInput(name="draught", pack="work"), now=NOW)
    tag_rename(owner, tag.id, TagPatch(name="draft"), now=NOW)


def _changes(owner: Caller, saved: dict[str, SavedOut]) -> None:
    """Revise, link, fold, move, hide and forget; take one change back."""
    patch = parsed(MemoryPatch, {"text": "猫のミケが四回鳴いた。", "tags": ["猫", "朝"]})
    revise(owner, saved["cat"].id, patch, now=NOW)
    relate(owner, saved["english"].id, LinkInput(target_id=saved["first"].id), now=NOW)
    again = Memory.objects.get(uid=saved["again"].id)
    if again.canonical_id is None:
        fold(owner, saved["again"].id, into=saved["first"].id, reason="the same", now=NOW)
    moved = _save(owner, "The lease of the flat ends in May.")
    move(owner, moved.id, "lifelog", category="home", now=NOW)
    hidden = _save(owner, "This one was a mistake.")
    invalidate(owner, hidden.id, reason="mistake", now=NOW)
    forget(owner, [saved["secret"].id], confirm=True, erase_names=True, now=NOW)
    undone = _save(owner, "Taken back at once.")
    undo(owner, _last_change(owner, undone), now=NOW)
    start = "田中太郎さんはヒノキ計測で冷凍倉庫".index("冷凍倉庫")
    given = {"start": start, "surface": "冷凍倉庫", "name": "冷凍倉庫", "type": "Location"}
    mention_rule(owner, saved["japanese"].id, **given, now=NOW)


def _inbox(owner: Caller, saved: dict[str, SavedOut]) -> None:
    """Leave proposals open, accepted, rejected and taken back, and a rule."""
    ids = [str(saved[name].id) for name in ("japanese", "english", "first")]
    rows = dict(Memory.objects.filter(uid__in=ids).values_list("uid", "pk"))
    wanted = [
        Suggestion(
            kind=ProposalKind.LINK,
            user_id=owner.space("work"),
            payload={"source": ids[0], "target": ids[2], "type": way},
            confidence=0.7,
            method="rules",
            reason="同じ話",
            evidence=(rows[UUID(ids[0])],),
        )
        for way in ("explains", "extends", "depends_on", "continuation")
    ]
    accepted, rejected, reopened, _waiting = propose(wanted, now=NOW)
    decide(owner, accepted.uid, Decision.ACCEPT, now=NOW)
    decide(owner, rejected.uid, Decision.REJECT, reason="無関係", now=NOW)
    decide(owner, reopened.uid, Decision.ACCEPT, now=NOW)
    undo_decision(owner, reopened.uid, now=NOW)
    rejected.refresh_from_db()
    rule_create(owner, draft_from(rejected, Decision.REJECT), now=NOW)


def _searches(owner: Caller, saved: dict[str, SavedOut]) -> None:
    for query in ("田中さんはどこで働いている？", "What is the Aozora budget?"):
        found = recall(owner, SearchInput(query=query, limit=5))
        log.flush()
        assert found.run_id is not None
        best = found.results[0].memory.id
        give_feedback(owner, found.run_id, FeedbackInput(memory_id=best, useful=True, rating=5))
        withdraw_feedback(owner, found.run_id, None)
    tuning_switch(owner, is_on=False, now=NOW)
    tuning_switch(owner, is_on=True, now=NOW)
    relate_comentioned(owner.space("work"), now=NOW)
    refresh_entity_vectors(now=NOW)


def _unwritten(owner: Caller, saved: dict[str, SavedOut]) -> None:
    """Fill what nobody writes yet, and tell the journal where it keeps such rows."""
    cat = Memory.objects.get(uid=saved["cat"].id)
    space = cat.user_id
    feeling = {"moment_affect_text": "嬉しい", "vad_v": 0.5, "created_at": NOW}
    affect = Affect.objects.create(memory=cat, user_id=space, **feeling)
    work = owner.space("work")
    state = State.objects.filter(user_id=work).exclude(subject=None).latest("pk")
    aozora = Entity.objects.get(name="Aozora", user_id=work)
    further = StateEntity.objects.create(state=state, entity=aozora, user_id=work, created_at=NOW)
    change = Change(caller=owner, at=NOW)
    change.created([affect])
    change.created([further])
    change.write()
    GraphCache.objects.create(
        cache_key="田中→Aozora", user_id=work, created_at=NOW, accessed_at=NOW
    )


def _language_model() -> None:
    """Have one question answered and one failed; the others wait."""
    where = endpoint()
    assert where is not None
    answered = jobs.claim(where, NOW)
    assert answered is not None
    jobs.keep(where, answered, jobs.Read(Reading(), tokens=812, dropped=1))
    failed = jobs.claim(where, NOW)
    assert failed is not None
    jobs.put_off(failed, LlmError("502 Bad Gateway"))
    budget.spend(812, NOW)


def _machinery() -> None:
    """Schedules, a task that waits for the worker and one that it has done."""
    ensure_schedules(now=NOW)
    async_task("memories.tasks.recompute_decay")
    assert OrmQ.objects.exists()
    Success.objects.create(
        id="0" * 32, name="done", func="memories.tasks.trim_traces", started=NOW, stopped=NOW,
        success=True, result=3,
    )  # fmt: skip


def _undoable(owner: Caller) -> UUID:
    """Make the change that a test takes back."""
    saved = _save(owner, UNDONE_TEXT)
    patch = parsed(MemoryPatch, {"text": "The printer is called Aldus.", "tags": ["printer"]})
    revise(owner, saved.id, patch, now=NOW)
    return _last_change(owner, saved)


def _last_change(owner: Caller, saved: SavedOut) -> UUID:
    """Return the owner's last change of a memory; what was read out of it since is another's."""
    entries = Revision.objects.filter(target_id=str(saved.id), actor=owner.actor)
    return entries.latest("pk").change_id


def _waiting(owner: Caller) -> None:
    """Save what nobody has read or embedded yet: a memory and a state."""
    with background.held("embed"), background.held(derivation.WORK):
        item = parsed(MemoryInput, {"text": "まだ誰も読んでいない文。", "pack": "work"})
        remember(owner, item, now=NOW)
        waits = {"predicate": "likes", "value": "green tea", "pack": "work"}
        state_create(owner, parsed(StateInput, waits), now=NOW)
    assert State.objects.filter(value="green tea").exists()
    assert settings.LLM_URL
