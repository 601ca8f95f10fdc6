"""Registry of all tables, and the step that erases rows from each table.

A test fails for a table that is in none of the three lists, so that no stored text is missed.
Steps run in the order of ``STORES``, in one transaction.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model

from core.db.sqlite import maintenance
from entities.models import Entity, EntityAlias
from entities.models import EntityVectorMetadata as EntityVector
from graph.models import EntityRelation
from memories import index
from memories.inbox.projections import erase_proposals_about, erase_proposals_naming
from memories.models import Context, EmbeddingModel, Memory, Session, Tag, Thread

from . import journal
from .layouts import erase_arrangements
from .plan import ErasurePlan, erase_states
from .searches import erase_runs, erase_words, leave_traces

# Tables whose rows the database deletes by cascade.
GO_ALONG = frozenset(
    {
        "derivation_jobs", "llm_jobs", "sealed_texts", "event_affects", "thread_memberships", "memory_tags",
        "memory_links", "entity_memory_links", "mention_rulings", "state_entities",
        "state_evidence", "entity_relation_evidence", "proposal_evidence",
    }
)  # fmt: skip
# Tables without text of memories, and the reason.
HOLD_NONE = {
    "api_tokens": "what programs may do; a namespace here is a right that a person gave",
    "auth_group": "rights",
    "auth_group_permissions": "rights",
    "auth_permission": "rights",
    "auth_user": "people",
    "auth_user_groups": "rights",
    "auth_user_user_permissions": "rights",
    "bulk_decision_items": "outcomes and their codes by proposal",
    "bulk_decisions": "what a person decided about many proposals; the reason goes when it is done",
    "django_content_type": "names of models",
    "django_migrations": "names of migrations",
    "django_q_ormq": "names of tasks that wait; tasks take no text",
    "django_q_schedule": "names of tasks and their times",
    "django_q_task": "numbers that tasks returned",
    "django_session": "who is logged in",
    "embedding_models": "models and their tables",
    "entity_types": "kinds of entities, which people and packs define",
    "graph_changes": "which nodes of the graph have changed, by their keys",
    "graph_analyses": "figures, and measures by the numbers of rows; names are looked up",
    "inbox_rules": "conditions on methods and types, which a person set",
    "llm_usage": "tokens by day",
    "oauth2_provider_accesstoken": "digests of secrets, and which connection they belong to",
    "oauth2_provider_application": "what apps call themselves and where they are answered",
    "oauth2_provider_devicegrant": "never written",
    "oauth2_provider_grant": "codes, for a minute",
    "oauth2_provider_idtoken": "never written",
    "oauth2_provider_refreshtoken": "digests of secrets",
    "pack_activations": "packs",
    "privacy_jobs": "which memories, by their keys; the reason goes when it is done",
    "profiles": "preferences",
    "relation_types": "kinds of relations, which people and packs define",
    "search_tuning": "weights by person",
    "second_factors": "secrets of log-ins",
    "sqlite_sequence": "highest keys",
}


@dataclass(frozen=True, slots=True)
class Store:
    """A group of tables, and the step that removes erased rows from them."""

    tables: tuple[str, ...]
    erase: Callable[[ErasurePlan], None]


def _from_indexes(plan: ErasurePlan) -> None:
    index.remove(plan.keys)


def _threads(plan: ErasurePlan) -> None:
    """Delete threads without other memories; retitle threads titled after an erased memory."""
    keys = plan.keys
    Thread.objects.filter(pk__in=[thread.pk for thread in plan.named.threads]).delete()
    named = Thread.objects.filter(memories__in=keys, title__in=journal.titles(plan.memories))
    for thread in named.distinct():
        first = thread.memories.exclude(pk__in=keys).order_by("created_at", "pk").first()
        thread.title = first.title if first else ""
        thread.save(update_fields=["title"])


def _searches(plan: ErasurePlan) -> None:
    leave_traces(plan.memories)
    erase_words(plan.quoting, plan.memories)
    erase_runs([pk for pk, _query in plan.named.runs], plan.memories, plan.now)


def _proposals(plan: ErasurePlan) -> None:
    erase_proposals_about(plan.memories, now=plan.now)
    erase_proposals_naming([entity.entity_id for entity in plan.named.entities], now=plan.now)


def _states(plan: ErasurePlan) -> None:
    erase_states(plan.memories, plan.states, now=plan.now)


def _admin_log(plan: ErasurePlan) -> None:
    """Delete the admin log entries of erased rows, which contain the rows' names."""
    rows: list[Model] = [*plan.memories, *plan.relations, *plan.states, *plan.named.rows]
    for row in rows:
        kind = ContentType.objects.get_for_model(row)
        LogEntry.objects.filter(content_type=kind, object_id=str(row.pk)).delete()


def _entity_vectors(plan: ErasurePlan) -> None:
    """Delete entity vectors computed from erased text; the worker recomputes them."""
    ids = [*plan.named.shared, *(entity.entity_id for entity in plan.named.entities)]
    made = Entity.objects.filter(entity_id__in=ids).values_list("pk", flat=True)
    index.remove_entity_vectors(list(made))
    EntityVector.objects.filter(entity__entity_id__in=ids).delete()


def _memories(plan: ErasurePlan) -> None:
    Memory.objects.filter(pk__in=plan.keys).delete()


def _relations(plan: ErasurePlan) -> None:
    EntityRelation.objects.filter(pk__in=[row.pk for row in plan.relations]).delete()


def _named(plan: ErasurePlan) -> None:
    named = plan.named
    EntityAlias.objects.filter(pk__in=[row.pk for row in named.aliases]).delete()
    for model, rows in (
        (Entity, named.entities),
        (Tag, named.tags),
        (Context, named.contexts),
        (Session, named.sessions),
    ):
        model._default_manager.filter(pk__in=[row.pk for row in rows]).delete()


STORES: tuple[Store, ...] = (
    Store(
        (
            "memories_fts", "memories_identifiers", "search_documents", "vector_metadata",
            "embedding_jobs",
        ),
        _from_indexes,
    ),
    # Before the journal entries are emptied, which contain earlier titles.
    Store(("event_threads",), _threads),
    Store(("revisions",), journal.erase_entries),
    Store(("retrieval_runs", "feedback"), _searches),
    Store(("proposals",), _proposals),
    Store(("django_admin_log",), _admin_log),
    Store(("vss_entities", "entity_vector_metadata"), _entity_vectors),
    Store(("state",), _states),
    Store(("memories",), _memories),
    Store(("entity_relations",), _relations),
    Store(("entities", "entity_aliases", "tags", "contexts", "sessions"), _named),
    Store(("graph_layouts", "graph_views"), erase_arrangements),
)  # fmt: skip


def tables() -> frozenset[str]:
    """Return every table in the registry, including the vector table of each model."""
    emptied = {table for store in STORES for table in store.tables}
    vectors = EmbeddingModel.objects.values_list("table_name", flat=True)
    return frozenset({*emptied, *GO_ALONG, *HOLD_NONE, *vectors})


def erase(plan: ErasurePlan) -> None:
    """Run the erasure step of every store; call it within a transaction."""
    for store in STORES:
        store.erase(plan)


def compact() -> bool:
    """Rebuild the word tables without deleted rows, and empty the write-ahead log.

    It runs after the erasure's transaction, in steps, so that the write lock is held briefly. An
    interrupted run is detected in the word tables and finished by the next maintenance. Return
    False if a reader still needs the log; the next maintenance empties it.
    """
    index.compact_words()
    return maintenance.empty_log()
