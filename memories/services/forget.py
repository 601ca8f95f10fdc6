"""Erase memories permanently, after a preview."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core import jobs
from core.caller import Caller, Scope
from core.db.backups.folder import latest_expiry
from core.db.backups.installation import configured_keeping, newest_backup
from core.errors import InvalidInput, NotFound, Problem
from core.journal import Change
from entities.models import Mention
from entities.styling import forget_types
from graph.models import MemoryLink
from graph.network.edge_cache import EDGES
from graph.network.path_cache import PATHS
from graph.queries.recent_graph import RECENT_GRAPHS
from memories.enrichment.storage import system_caller
from memories.inbox.preview import SubjectIds
from memories.inbox.projections import sync_proposals_with
from memories.index import query_vectors
from memories.index.in_memory.space import spaces
from memories.models import Memory, VectorMetadata
from memories.records.duplicates import uncollapse_all
from memories.records.lookup import memories_out, require_whole_space
from memories.schemas import ErasurePreview
from memories.search import log
from memories.search.workers import search_workers

from .archive.files import kept
from .erasure import journal, stores
from .erasure.ledger.file import note_in_file
from .erasure.ledger.records import Entry
from .erasure.ledger.returned import names_returned, returned
from .erasure.plan import ErasurePlan, entries_about_memories, plan_erasure
from .erasure.remains import remains_again
from .erasure.searches import SearchLog, runs_naming
from .erasure.unshared import Unshared

FORGOTTEN_AT_ONCE = 200
FORGOTTEN_AGAIN = "forgotten after the backup that was restored"


def forget(
    caller: Caller,
    ids: Sequence[UUID],
    *,
    confirm: bool = False,
    erase_names: bool = False,
    reason: str = "",
    now: datetime | None = None,
) -> ErasurePreview:
    """Preview what forgetting these memories erases; with ``confirm``, erase it.

    Erased are text, links, mentions, vectors, index rows, journal payloads, and relations and
    states without other evidence. Their bytes are overwritten in the file: the database deletes
    securely; after the commit the word index is rebuilt in steps and the write-ahead log is
    emptied. The journal keeps who erased which row, and when.

    With ``erase_names``, people, things, aliases, tags, contexts and sessions that only these
    memories name are erased with their journal entries, and so are the queries of searches that
    found these memories. Otherwise names stay: tags and contexts outlive their memories. Queries
    that quote the texts go in any case.

    Raises:
        InvalidInput: no id is given.
        NotFound: one of the memories does not exist; nothing was erased.
    """
    caller.require(Scope.READ)  # The preview shows the texts.
    caller.require(Scope.WRITE)
    if erase_names:
        # Names belong to a whole space, including namespaces that a bound token cannot see.
        require_whole_space(caller)
    if not ids:
        raise InvalidInput(gettext_lazy("name at least one memory"), field="ids", code="empty")
    # Unwritten search log records may name memories that are erased now.
    log.flush()
    now = now or timezone.now()
    change = Change(caller=caller, at=now, reason=reason)
    searches = SearchLog(caller.base_user)
    if not confirm:
        plan = plan_erasure(change, _memories(caller, ids), searches)
        return _preview(plan, is_confirmed=False)
    read_searches(change, _memories(caller, ids), searches, with_names=erase_names)
    with transaction.atomic():
        searches.catch_up()
        plan = _plan(change, _memories(caller, ids), searches, with_names=erase_names)
        preview = _preview(plan, is_confirmed=True)
        _erase(plan, with_names=erase_names)
        jobs.wake("compact")
    return preview


def erase(
    change: Change, memories: Sequence[Memory], searches: SearchLog, *, with_names: bool
) -> None:
    """Erase memories in the transaction of the caller, who wakes “compact” when all are erased."""
    _erase(_plan(change, memories, searches, with_names=with_names), with_names=with_names)


def erase_remains(change: Change, remains: Unshared, searches: SearchLog | None = None) -> None:
    """Erase names and searches that no memory uses, in the transaction of the caller."""
    own = Change(change.caller, change.at, change.reason, change_id=change.change_id)
    searches = searches or SearchLog(own.caller.base_user)
    asking = runs_naming(own.caller, searches, [], remains.names)
    named = replace(remains, runs=list(dict.fromkeys([*remains.runs, *asking])))
    _erase(ErasurePlan(own, [], named=named), with_names=True)


def read_searches(
    change: Change, memories: Sequence[Memory], searches: SearchLog, *, with_names: bool
) -> None:
    """Read what an erasure has to know of the log of searches, before it takes the write lock."""
    _plan(change, memories, searches, with_names=with_names)


def _plan(
    change: Change, memories: Sequence[Memory], searches: SearchLog, *, with_names: bool
) -> ErasurePlan:
    plan = plan_erasure(change, memories, searches, with_names=with_names)
    if not with_names:
        plan.keep_names()
    return plan


def _memories(caller: Caller, ids: Sequence[UUID]) -> list[Memory]:
    found = {m.uid: m for m in Memory.objects.of(caller).filter(uid__in=list(ids)).with_rendering()}
    missing = [(at, uid) for at, uid in enumerate(ids) if uid not in found]
    if missing:
        raise NotFound(
            [
                Problem(
                    f"ids.{at}",
                    "not_found",
                    format_lazy(gettext_lazy("there is no memory {uid}"), uid=uid),
                )
                for at, uid in missing
            ]
        )
    return [found[uid] for uid in dict.fromkeys(ids)]


def _preview(plan: ErasurePlan, *, is_confirmed: bool) -> ErasurePreview:
    keys = plan.keys
    links = MemoryLink.objects.filter(Q(src_memory__in=keys) | Q(dst_memory__in=keys))
    return ErasurePreview(
        confirmed=is_confirmed,
        memories=memories_out(plan.memories),
        memory_count=len(keys),
        link_count=links.count(),
        mention_count=Mention.objects.filter(memory__in=keys).count(),
        vector_count=VectorMetadata.objects.filter(memory__in=keys).count(),
        revision_count=entries_about_memories(plan.memories).filter(erased_at=None).count(),
        search_count=plan.quoting_count,
        only_named_here=[] if plan.change.caller.namespace else plan.listed(),
        notes=list(erasure_notes()),
    )


def erasure_notes() -> Iterator[str]:
    """Yield what a person should know before an erasure: which copies keep the text, and how long."""
    if last := newest_backup():
        keeping = configured_keeping()
        text = ngettext(
            "Backups made earlier keep the text until they expire, after %(n)s day (the newest on"
            " %(day)s, if another one is made by then); restoring one forgets it again.",
            "Backups made earlier keep the text until they expire, after %(n)s days (the newest on"
            " %(day)s, if another one is made by then); restoring one forgets it again.",
            keeping.days,
        )
        day = timezone.localdate(latest_expiry(last, keeping))
        yield text % {"n": keeping.days, "day": day.isoformat()}
    yield _("Copies of the data directory made earlier keep the text.")


def _erase(plan: ErasurePlan, *, with_names: bool) -> None:
    change = plan.change
    journal.note(plan)
    _uncollapse(plan.memories, change)
    stores.erase(plan)
    change.write()
    gone = SubjectIds(states=tuple(state.uid for state in plan.states))
    sync_proposals_with(gone, base_user=change.caller.base_user, now=change.at)
    # Once more after the commit: an export of the rows before it may be written meanwhile.
    kept.drop(change.caller.base_user)
    transaction.on_commit(partial(kept.drop, change.caller.base_user))
    transaction.on_commit(partial(clear_caches, plan.spaces))
    transaction.on_commit(partial(note_in_file, plan, with_names=with_names))


def _uncollapse(memories: Sequence[Memory], change: Change) -> None:
    """Uncollapse the duplicates of these memories, with journal entries of their own."""
    freed = Change(change.caller, change.at, change.reason, change_id=change.change_id)
    uncollapse_all(memories, freed)
    freed.write()


def clear_caches(user_ids: Collection[str] | None = None) -> None:
    """Clear the in-memory search data of these spaces, or of all, and what else holds texts."""
    if user_ids is None:
        spaces.forget_all()
        EDGES.clear()
        PATHS.clear()
        RECENT_GRAPHS.clear()
        forget_types()
    else:
        spaces.forget(list(user_ids))
    query_vectors.query_vector.cache_clear()
    search_workers.end()


def forget_again(later: Collection[Entry]) -> int:
    """Forget what came back with a restored database; return the number of memories.

    ``later`` is what was forgotten after the backup was made, by ids. Names that a restored memory
    uses stay.
    """
    count = 0
    for (person, with_names), ids in returned(later).items():
        caller = system_caller(person)
        for start in range(0, len(ids), FORGOTTEN_AT_ONCE):
            part = ids[start : start + FORGOTTEN_AT_ONCE]
            forget(caller, part, confirm=True, erase_names=with_names, reason=FORGOTTEN_AGAIN)
            count += len(part)
    for person, names in names_returned(later).items():
        change = Change(system_caller(person), timezone.now(), FORGOTTEN_AGAIN)
        with transaction.atomic():
            erase_remains(change, remains_again(change.caller, names))
    stores.compact()
    return count
