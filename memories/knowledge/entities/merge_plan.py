"""Plan a merge of two entities, without writing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.db.models import Q

from core.caller import base_user_of
from entities.models import Entity, EntityAlias, Mention, MentionRuling
from entities.types.entity_types import type_labels
from graph.models import EntityRelation, RelationType
from memories.models import State, StateEntity


@dataclass(slots=True)
class RelationPlan:
    """Relations of the merged entity, by what the merge does to them.

    ``vanishing`` connect the two entities; ``folded`` equal a relation of the kept entity, which
    gets their evidence; ``past`` equal one of another time, and are stored as superseded.
    """

    moving: list[EntityRelation] = field(default_factory=list)
    vanishing: list[EntityRelation] = field(default_factory=list)
    folded: list[tuple[EntityRelation, EntityRelation]] = field(default_factory=list)
    past: list[EntityRelation] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class MergePlan:
    """Every row that merging ``gone`` into ``kept`` touches."""

    kept: Entity
    gone: Entity
    names: tuple[str, ...]
    mentions: list[Mention]
    doubled: list[Mention]
    relations: RelationPlan
    states: list[State]
    state_entities: list[StateEntity]
    doubled_states: list[StateEntity]
    rulings: list[MentionRuling]


def merge_plan(kept: Entity, gone: Entity) -> MergePlan:
    """Plan a merge without writing."""
    mentions = list(Mention.objects.filter(entity=gone).order_by("pk"))
    places = {_place(row) for row in Mention.objects.filter(entity=kept)}
    further = list(StateEntity.objects.filter(entity=gone).order_by("pk"))
    told = set(StateEntity.objects.filter(entity=kept).values_list("state", flat=True))
    return MergePlan(
        kept=kept,
        gone=gone,
        names=_added_names(kept, gone),
        mentions=[row for row in mentions if _place(row) not in places],
        doubled=[row for row in mentions if _place(row) in places],
        relations=relation_plan(kept, gone),
        states=list(State.objects.filter(subject=gone).order_by("pk")),
        state_entities=[row for row in further if row.state_id not in told],
        doubled_states=[row for row in further if row.state_id in told],
        rulings=list(MentionRuling.objects.filter(entity=gone).order_by("pk")),
    )


def _place(mention: Mention) -> tuple[int, str, int | None]:
    """Return the key of a mention's span; a mention without a position has a unique key."""
    at = mention.position_in_text
    return mention.memory_id, mention.link_type, -mention.pk if at is None else at


def _added_names(kept: Entity, gone: Entity) -> tuple[str, ...]:
    """Return the names that the kept entity gets as aliases."""
    aliases = EntityAlias.objects.filter(entity__in=[kept.entity_id, gone.entity_id])
    known = {kept.name_key} | {row.alias_key for row in aliases if row.entity_id == kept.entity_id}
    names = {gone.name_key: gone.name}
    for row in sorted(aliases, key=lambda row: row.pk):
        if row.entity_id == gone.entity_id:
            names.setdefault(row.alias_key, row.alias)
    return tuple(name for key, name in names.items() if key not in known)


def relation_plan(kept: Entity, gone: Entity) -> RelationPlan:
    """Classify the relations of ``gone``; no rows are changed."""
    plan = RelationPlan()
    current = EntityRelation.objects.filter(superseded_at=None)
    taken = {relation_key(row): row for row in current.filter(Q(source=kept) | Q(target=kept))}
    rows = EntityRelation.objects.filter(Q(source=gone) | Q(target=gone))
    for row in rows.select_related("relation_type", "source", "target").order_by("pk"):
        there = relation_key_after(row, gone, kept)
        if there[0] == there[1]:
            plan.vanishing.append(row)
        elif row.superseded_at is not None or there not in taken:
            plan.moving.append(row)
            if row.superseded_at is None:
                taken[there] = row
        elif _same_time(row, taken[there]):
            plan.folded.append((row, taken[there]))
        else:
            plan.past.append(row)
    return plan


RelationKey = tuple[object, object, str]


def relation_key(row: EntityRelation) -> RelationKey:
    """Return the unique key of a current relation."""
    return row.source_id, row.target_id, row.relation_type_id


def relation_key_after(row: EntityRelation, gone: Entity, kept: Entity) -> RelationKey:
    """Return the key of a relation after the merge; symmetric ones have the smaller id first."""
    source = kept if row.source_id == gone.entity_id else row.source
    target = kept if row.target_id == gone.entity_id else row.target
    if row.relation_type.is_symmetric and source.pk > target.pk:
        source, target = target, source
    return source.entity_id, target.entity_id, row.relation_type_id


def _same_time(row: EntityRelation, other: EntityRelation) -> bool:
    """Return True if both have the same dates, or one has none."""
    ours, theirs = (row.valid_from, row.valid_to), (other.valid_from, other.valid_to)
    return ours == theirs or (None, None) in (ours, theirs)


@dataclass(frozen=True, slots=True)
class RelationSeen:
    """A relation shown in a preview."""

    source: str
    type: str
    target: str


@dataclass(frozen=True, slots=True)
class MergePreview:
    """The effects of a merge: resulting names, moved rows, and colliding relations.

    ``also`` are further entities that go.
    """

    kept: Entity
    gone: Entity
    names: tuple[str, ...]
    mentions: int
    mentions_after: int
    relations: int
    states: int
    folded: tuple[RelationSeen, ...] = field(default=())
    vanishing: tuple[RelationSeen, ...] = field(default=())
    past: tuple[RelationSeen, ...] = field(default=())
    also: tuple[Entity, ...] = field(default=())

    @property
    def going(self) -> tuple[Entity, ...]:
        """Every entity that goes."""
        return self.gone, *self.also


def build_preview(plan: MergePlan) -> MergePreview:
    kept, relations = plan.kept, plan.relations
    labels = type_labels(RelationType, base_user_of(kept.user_id))
    return MergePreview(
        kept=kept,
        gone=plan.gone,
        names=(kept.name, *_aliases(kept), *plan.names),
        mentions=len(plan.mentions) + len(plan.doubled),
        mentions_after=Mention.objects.filter(entity=kept).count() + len(plan.mentions),
        relations=len(relations.moving) + len(relations.past),
        states=len(plan.states) + len(plan.state_entities),
        folded=tuple(_seen(row, labels) for row, _ in relations.folded),
        vanishing=tuple(_seen(row, labels) for row in relations.vanishing),
        past=tuple(_seen(row, labels) for row in relations.past),
    )


def join_previews(previews: Sequence[MergePreview]) -> MergePreview:
    """Return the effects of several merges into one entity; counts are those of all of them."""
    first, *others = previews
    if not others:
        return first
    moved = sum(one.mentions for one in previews)
    return replace(
        first,
        names=tuple(dict.fromkeys(name for one in previews for name in one.names)),
        mentions=moved,
        mentions_after=max(
            first.mentions_after - first.mentions + moved, previews[-1].mentions_after
        ),
        relations=sum(one.relations for one in previews),
        states=sum(one.states for one in previews),
        folded=tuple(row for one in previews for row in one.folded),
        vanishing=tuple(row for one in previews for row in one.vanishing),
        past=tuple(row for one in previews for row in one.past),
        also=tuple(one.gone for one in others),
    )


def _aliases(entity: Entity) -> list[str]:
    return list(entity.aliases.order_by("pk").values_list("alias", flat=True))


def _seen(row: EntityRelation, labels: Mapping[str, str]) -> RelationSeen:
    return RelationSeen(row.source.name, labels[row.relation_type_id], row.target.name)
