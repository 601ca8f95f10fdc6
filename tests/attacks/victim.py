"""Alice with a mark in every text field of every table, and a part of hers without any."""

from dataclasses import dataclass, field
from typing import Any

from django.apps import apps
from django.contrib.auth.models import User
from django.db.models import CharField, JSONField, Model, Q, TextField, UUIDField
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.callers import caller_of_user
from accounts.factors import SecondFactor
from accounts.services.tokens import token_create
from accounts.services.users import user_create
from core.models import Revision
from entities.models import Entity, EntityVectorMetadata
from graph.models import GraphAnalysis
from graph.network.schemas import SnapshotInput
from memories.inbox.decisions import Decision
from memories.models import (
    Affect,
    DerivationJob,
    EmbeddingJob,
    EmbeddingModel,
    LlmJob,
    Memory,
    PrivacyJob,
    Proposal,
    SealedText,
    SearchTuning,
    State,
    StateEntity,
    VectorMetadata,
)
from memories.search import log
from memories.services.inbox import bulk_start
from memories.services.network.layouts import explored
from tests.db.rows import APPS

from .marks import Marks

INSIDE = {"pack": "dev", "namespace": "inside"}
# Of a type that has rules for its attributes, so that those are kept.
PERSON = "Person"


@dataclass
class Victim:
    """Alice: her client, and the marks in her rows."""

    api: APIClient
    marks: Marks = field(default_factory=Marks)

    def post(self, address: str, body: dict[str, Any], method: str = "post") -> Any:
        """Send a request that has to succeed, and return what is answered."""
        answer = getattr(self.api, method)(f"/api/{address}", body, format="json")
        assert answer.status_code < 300, (address, answer.content)
        return answer.json() if answer.content else None


def client_of(name: str, **limits: Any) -> APIClient:
    """Return a REST client with a token of a person, limited or not."""
    limits.setdefault("scopes", ["read", "write", "admin"])
    client = APIClient(raise_request_exception=False)
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token_create(user_name=name, **limits)[1]}")
    return client


def filled_victim() -> Victim:
    """Fill every table for alice by what the API offers, and by rows where it offers nothing."""
    user_create(name="alice", time_zone="Asia/Tokyo")
    victim = Victim(client_of("alice"))
    first, second = _memories(victim)
    _knowledge(victim, first, second)
    _arrangements(victim)
    _searches(victim, first)
    _inbox(victim, first, second)
    _other_rows(victim, Memory.objects.get(uid=first))
    top_up(victim.marks)
    return victim


def fill_inside(victim: Victim) -> None:
    """Save what tokens that are bound to a pack or a namespace may see: it has no marks.

    A link and searches that lead out of it have: nobody bound may see those.
    """
    saved = []
    for text in ("An inner note on the bridge", "Another inner note, on the river"):
        body = {
            **INSIDE, "text": text, "tags": ["inner"], "session_id": "inner", "context": "Inner",
            "entities": [{"name": f"{name} Inner", "type": PERSON} for name in ("Ines", "Ivo")],
            "states": [{"subject": "Ines Inner", "predicate": "likes", "value": "tea"}],
        }  # fmt: skip
        saved.append(victim.post("memories/", body)["id"])
    mark = victim.marks
    outside = Memory.objects.filter(base_user="alice").exclude(uid__in=saved).latest("pk")
    victim.post("links/", {"source_id": saved[0], "target_id": str(outside.uid),
                "type": "supports", "reason": mark("MemoryLink.notes")})  # fmt: skip
    for filters in ({}, {"pack": "work"}):
        query = f"An inner note by Ines Inner {mark('RetrievalRun.query')}"
        victim.post("memories/search/", {"query": query, "filters": filters})
    log.flush()


def _memories(victim: Victim) -> tuple[str, str]:
    mark = victim.marks
    people = [
        {"name": f"Paula {mark('Entity.name')}", "type": PERSON,
         "aliases": [f"Pau {mark('EntityAlias.alias')}"]},
        {"name": f"Projekt {mark('Entity.name')}", "type": "Project"},
    ]  # fmt: skip
    body = {
        "text": f"{people[0]['name']} decided the price {mark('Memory.raw_text')}",
        "title": mark("Memory.title"), "speaker": mark("Memory.speaker"), "pack": "work",
        "namespace": f"vault/{mark('Memory.namespace')}", "session_id": mark("Session.key"),
        "device_id": mark("Memory.device_id"), "category": mark("Memory.category"),
        "tags": [mark("Tag.name"), mark("Tag.name")], "context": mark("Context.name"),
        "source": mark("Memory.source"), "external_id": mark("Memory.external_id"),
        "assistant_text": mark("Memory.assistant_text"), "entities": people,
        "relations": [{"source": people[0]["name"], "target": people[1]["name"],
                       "type": "participates_in", "reason": mark("EntityRelation.reason")}],
        "states": [{"subject": people[0]["name"], "predicate": "likes",
                    "value": mark("State.value")}],
        "client_context": {"note": mark("Memory.client_context")},
        "image_summaries": [mark("Memory.image_summaries")],
        "extra_data": {"note": mark("Memory.extra_data")},
    }  # fmt: skip
    first = victim.post("memories/", body)
    again = {**body, "text": f"{mark('MentionRuling.surface')} stays {mark('Memory.raw_text')}",
             "external_id": None, "links": [{"target_id": first["id"], "type": "supports",
                        "reason": mark("MemoryLink.notes")}]}  # fmt: skip
    second = victim.post("memories/", again)
    victim.post(f"memories/{second['id']}/", {"title": mark("Revision.before"),
                "reason": mark("Revision.reason")}, "patch")  # fmt: skip
    return first["id"], second["id"]


def _knowledge(victim: Victim, first: str, second: str) -> None:
    mark = victim.marks
    type_key, relation_key = f"Kind{mark('EntityType.type_name')}", mark("RelationType.type_name")
    victim.post("entity-types/", {
        "key": type_key, "display_name": mark("EntityType.display_name"),
        "display_name_en": mark("EntityType.display_name_en"),
        "description": mark("EntityType.description"),
    })  # fmt: skip
    victim.post("relation-types/", {
        "key": relation_key, "display_name": mark("RelationType.display_name"),
        "display_name_en": mark("RelationType.display_name_en"), "scope": "both",
        "description": mark("RelationType.description"),
    })  # fmt: skip
    subject = victim.post("entities/", {
        "name": mark("Entity.name"), "type": type_key, "pack": "work",
        "description": mark("Entity.description"), "attributes": {"note": mark("Entity.attributes")},
    })  # fmt: skip
    victim.post("states/", {
        "kind": "task", "pack": "work", "namespace": "vault", "subject": subject["id"],
        "value": mark("State.value"), "body": mark("State.body"), "evidence": [first],
        "due_at": "2030-01-01T00:00:00Z",
    })  # fmt: skip
    victim.post("sessions/", {"key": mark("Session.key"), "pack": "work",
                "context": {"note": mark("Session.context")}})  # fmt: skip
    twins = [
        victim.post(
            "entities/", {"name": f"{name} {mark('Entity.name')}", "type": "Person", "pack": pack}
        )
        for name, pack in (("Tom", "work"), ("Tim", "work"), ("Jim", "lifelog"))
    ]
    victim.post(
        f"entities/{twins[0]['id']}/merge/",
        {"merge": twins[1]["id"], "reason": mark("Revision.reason"), "preview": False},
    )
    victim.post(f"entities/{twins[0]['id']}/join/", {"other": twins[2]["id"]})
    ruled = Memory.objects.get(uid=second).raw_text.split()[0]
    victim.post(f"memories/{second}/mentions/", {"start": 0, "surface": ruled,
                "verdict": "is_not", "reason": mark("Revision.reason")})  # fmt: skip


def _arrangements(victim: Victim) -> None:
    mark = victim.marks
    victim.post("graph/views/", {"name": mark("SavedView.name"), "state": {
        "query": [mark("SavedView.state")]}})  # fmt: skip
    shown = explored(caller_of_user(User.objects.get(username="alice")), SnapshotInput())
    node = shown.nodes[0].id
    victim.post("packs/lifelog/", {"enabled": False}, "patch")
    victim.post("graph/positions/", {"focus": "", "pin": {node: [0.1, 0.2]}}, "put")
    token_create(
        user_name="alice", name=mark("ApiToken.name"), namespace=mark("ApiToken.namespace")
    )


def _searches(victim: Victim, first: str) -> None:
    mark = victim.marks
    body = {"query": f"price {mark('RetrievalRun.query')}", "explain": True}
    run = victim.post("memories/search/", body)["run_id"]
    log.flush()
    victim.post(f"runs/{run}/feedback/", {"memory_id": first, "useful": True,
                "comment": mark("Feedback.comment")})  # fmt: skip


def _inbox(victim: Victim, first: str, second: str) -> None:
    mark = victim.marks
    subject = str(Entity.objects.filter(name__startswith="Paula").get().entity_id)
    payload = {"subject": subject, "predicate": "likes", "value": mark("Proposal.payload")}
    proposals = [
        {"kind": "state", "payload": payload, "evidence": [first],
         "reason": mark("Proposal.reason"), "confidence": 0.6},
        {"kind": "link", "evidence": [first], "confidence": 0.6,
         "payload": {"source": first, "target": second, "type": "extends"},
         "reason": mark("Proposal.reason")},
    ]  # fmt: skip
    made = [victim.post("inbox/", {"proposals": [one]}) for one in proposals]
    link = made[1]["results"][0]["id"] if "results" in made[1] else made[1][0]["id"]
    waiting = [Proposal.objects.get(uid=link).uid]
    bulk_start(caller_of_user(User.objects.get(username="alice")), waiting, Decision.REJECT,
               reason=mark("BulkDecision.reason"))  # fmt: skip
    victim.post("inbox/rules/", {"kind": "state", "pack": "work", "decision": "reject",
                "condition": {"predicate": "lives_in"}})  # fmt: skip


def _other_rows(victim: Victim, memory: Memory) -> None:
    """Write the rows that the worker or a later release makes."""
    mark, now = victim.marks, timezone.now()
    space = {"user_id": memory.user_id}
    Affect.objects.create(**space, memory=memory, moment_affect_text=mark("Affect.moment_affect_text"),
        inner_thought_text=mark("Affect.inner_thought_text"),
        moment_affect_labels=[mark("Affect.moment_affect_labels")], created_at=now)  # fmt: skip
    person = Entity.objects.filter(name__startswith="Paula").get()
    EntityVectorMetadata.objects.create(**space, entity=person, entity_type=PERSON, created_at=now)
    StateEntity.objects.create(
        **space,
        state=State.objects.filter(user_id=memory.user_id)[0],
        entity=person,
        created_at=now,
    )
    GraphAnalysis.objects.create(base_user="alice", packs="work")
    SearchTuning.objects.create(base_user="alice", step="learnt", multipliers={"words": 1.1},
        is_active=True, actor="system", created_at=now)  # fmt: skip
    model = EmbeddingModel.objects.filter(status="active").first() or EmbeddingModel.objects.create(
        name="spare", version="1", dimension=8, table_name="vss_spare", created_at=now)  # fmt: skip
    VectorMetadata.objects.create(
        **space,
        model=model,
        memory=memory,
        created_at=now,
        vector_dimension=8,
        content_hash=memory.content_hash,
    )
    EmbeddingJob.objects.get_or_create(
        model=model, item_id=memory.pk, kind="memory", defaults={"enqueued_at": now}
    )
    DerivationJob.objects.get_or_create(memory=memory, defaults={"enqueued_at": now})
    PrivacyJob.objects.create(base_user="alice", role="owner", work="scan", enqueued_at=now)
    SealedText.objects.create(memory=memory, sealed=b"", created_at=now, expires_at=now)
    alice = User.objects.get(username="alice")
    SecondFactor.objects.create(user=alice, secret="sealed", last_step=0, created_at=now)
    Client().force_login(alice)
    LlmJob.objects.get_or_create(
        memory=memory, defaults={"content_hash": memory.content_hash, "enqueued_at": now}
    )


# Columns that no person's words stand in, with the reason; by model, or for every model.
WITHOUT_WORDS = {
    "user_id": "the space", "base_user": "the person", "owner": "the person",
    "secret": "encrypted", "recovery": "digests", "keys": "ids", "options": "no text",
    "outcome": "numbers", "digest": "of the token", "hint": "of the token", "scopes": "words of the product",
    "packs": "names of packs", "pack": "name of a pack", "default_pack": "name of a pack",
    "language": "a code", "time_zone": "a zone", "content_hash": "a digest",
    "fingerprint": "a digest", "color": "a color", "icon": "a name of the product",
    "line_style": "a word of the product", "arrow_style": "a word of the product",
    "extraction_method": "a word of the product", "generation_method": "a word of the product",
    "source_type": "a word of the product", "embedding_model": "a model of the installation",
    "embedding_version": "a model of the installation", "method": "a word of the product",
    "actor": "a name of a token or role", "created_by": "a role", "ruled_by": "a role",
    "decided_by": "a role", "validation_by": "a role", "target_type": "a table",
    "target_id": "an id", "key": "an id or a digest", "thread_key": "made of ids",
    "positions": "numbers", "pinned": "ids", "multipliers": "numbers", "shares": "numbers",
    "statistics": "numbers and ids", "thresholds": "numbers", "validation_rules": "not offered",
    "required_attributes": "not offered", "optional_attributes": "not offered",
    "source_types": "not offered", "target_types": "not offered", "extraction_rules": "not offered",
    "transitivity": "a word of the product", "canonical_type": "a key", "inverse_type": "a key",
    "session_id": "an id", "trust": "a word of the product", "relation_labels": "not written",
    "life_stage": "not written", "keywords_common": "not written", "merged_from": "ids",
    "coordinates": "numbers", "temporal_info": "not written", "aggregated_from": "ids",
    "link_type": "a key", "entity_type": "a key", "memory_type": "a key of a pack",
    "predicate": "a key", "kind": "a key", "evidence": "ids", "selected": "ids",
    "candidates": "ids", "plan": "numbers", "condition": "keys", "answer": "of a model",
    "model": "a model of the installation", "name_key": "the name", "alias_key": "the alias",
    "table_name": "of the installation", "version": "of the installation", "focus": "an id",
    "code": "a word of the product", "direction": "a word of the product",
    "choice": "a word of the product", "role": "a role", "mode": "a word of the product",
    "type_name": "the key of a type", "step": "a word of the product", "states": "not written",
    "decision": "a word of the product", "id": "an id",
}  # fmt: skip


def text_fields(model: type[Model]) -> list[str]:
    """Return the columns of a model that may hold a person's words."""
    return [
        one.attname
        for one in model._meta.local_concrete_fields
        if isinstance(one, CharField | TextField | JSONField)
        and not isinstance(one, UUIDField)
        and not one.generated and not one.choices and one.attname not in WITHOUT_WORDS
        and not one.is_relation
    ]  # fmt: skip


def models_of_people() -> list[type[Model]]:
    """Return the models of the product that have rows of people."""
    shared = {"embedding_models", "llm_usage", "graph_changes", "search_documents"}
    return [
        model for model in apps.get_models()
        if model._meta.app_label in APPS and model._meta.db_table not in shared
    ]  # fmt: skip


def top_up(marks: Marks) -> None:
    """Write a mark into each plain text column that has none yet: an API offers no way to."""
    for model in models_of_people():
        if model is Revision:
            continue
        for name in text_fields(model):
            column = model._meta.get_field(name)
            row = model._base_manager.order_by("pk").filter(_of_alice(model)).first()
            if is_marked(model, name) or row is None:
                continue
            mark = marks(f"{model.__name__}.{name}")
            value: Any = {"note": mark} if isinstance(column, JSONField) else mark
            model._base_manager.filter(pk=row.pk).update(**{name: value})


def is_marked(model: type[Model], name: str) -> bool:
    """Return whether a row of a model has a mark in a column."""
    values = model._base_manager.values_list(name, flat=True)
    return any("zq" in str(value) for value in values)


def _of_alice(model: type[Model]) -> Q:
    """Leave the types that every person has alone."""
    return Q(owner="alice") if "owner" in {one.name for one in model._meta.fields} else Q()
