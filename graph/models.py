"""Connections: links between memories, relations between entities (seeds 0, 2, 3, 4)."""

import uuid
from typing import Self

from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from core.db.fields import BASE_USER_LENGTH, is_space, unit_interval, user_id_field
from entities.models import Entity, SpaceQuerySet, ValidationStatus
from entities.models.types import ID_LENGTH, OwnedType, TypeQuerySet, type_key

from .layout_models import GraphLayout as GraphLayout
from .layout_models import SavedView as SavedView

REASON_LENGTH = 2000


class RelationScope(models.TextChoices):
    """The kinds of rows that a relation type connects."""

    MEMORIES = "memories", _("Memories")
    ENTITIES = "entities", _("Entities")
    BOTH = "both", _("Both")


class Transitivity(models.TextChoices):
    """Whether the relation carries over: computed when asked, never stored as fact."""

    NONE = "none", _("None")
    LIMITED = "limited", _("Limited")
    FULL = "full", _("Full")


class RelationType(OwnedType):
    """A type of links or relations; synonyms share ``canonical_type``."""

    scope = models.CharField(_("connects"), max_length=16, choices=RelationScope)
    canonical_type = models.CharField(_("family"), max_length=64)
    inverse_type = models.CharField(_("inverse"), max_length=ID_LENGTH, blank=True)
    is_directed = models.BooleanField(_("directed"), default=True)
    is_symmetric = models.BooleanField(_("symmetric"), default=False)
    transitivity = models.CharField(
        _("transitivity"), max_length=8, choices=Transitivity, default=Transitivity.NONE
    )
    single_valued = models.BooleanField(_("one value at a time"), default=False)
    source_types = models.JSONField(_("source types"), default=list, blank=True)
    target_types = models.JSONField(_("target types"), default=list, blank=True)
    default_weight = models.FloatField(_("default weight"), default=1.0)
    confidence_threshold = models.FloatField(_("confidence floor"), default=0.3)
    color = models.CharField(_("colour"), max_length=32, blank=True)
    line_style = models.CharField(_("line"), max_length=16, default="solid")
    arrow_style = models.CharField(_("arrow"), max_length=16, blank=True)
    is_system_type = models.BooleanField(_("system type"), default=True)
    is_user_defined = models.BooleanField(_("user-defined"), default=False)
    extraction_rules = models.JSONField(_("extraction rules"), default=list, blank=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    updated_at = models.DateTimeField(_("updated"), auto_now=True, null=True)

    objects = TypeQuerySet["RelationType"].as_manager()

    class Meta:
        db_table = "relation_types"
        verbose_name = _("relation type")
        verbose_name_plural = _("relation types")
        ordering = ["type_name"]
        constraints = [
            models.CheckConstraint(
                condition=Q(is_symmetric=False) | Q(is_directed=False),
                name="symmetric_is_undirected",
            ),
        ]


class MemoryLink(models.Model):
    """A directed, reasoned edge from one memory to another.

    Links of symmetric types start at the smaller id.
    """

    src_memory = models.ForeignKey(
        "memories.Memory", models.CASCADE, related_name="links_out", verbose_name=_("from")
    )
    dst_memory = models.ForeignKey(
        "memories.Memory", models.CASCADE, related_name="links_in", verbose_name=_("to")
    )
    user_id = user_id_field()
    namespace = models.CharField(_("namespace"), max_length=255, blank=True)
    relation_type = models.ForeignKey(
        RelationType, models.PROTECT, db_column="relation_type", verbose_name=_("type")
    )
    relation_subtype = models.CharField(_("subtype"), max_length=64, blank=True)
    direction = models.CharField(_("direction"), max_length=16, default="forward")
    weight = models.FloatField(_("weight"), default=1.0)
    evidence_count = models.PositiveIntegerField(_("evidence"), default=1)
    confidence_score = models.FloatField(_("confidence"), default=1.0)
    extraction_method = models.CharField(_("method"), max_length=32, blank=True)
    extraction_confidence = models.FloatField(_("extraction confidence"), null=True, blank=True)
    keywords_common = models.JSONField(_("common words"), default=list, blank=True)
    context_window = models.PositiveIntegerField(_("window"), null=True, blank=True)
    created_at = models.DateTimeField(_("created"))
    updated_at = models.DateTimeField(_("updated"), null=True, blank=True)
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True)
    last_evidence_at = models.DateTimeField(_("last evidence"), null=True, blank=True)
    validation_status = models.CharField(
        _("validation"),
        max_length=16,
        choices=ValidationStatus,
        default=ValidationStatus.UNVALIDATED,
    )
    validation_by = models.CharField(_("validated by"), max_length=128, blank=True)
    notes = models.CharField(_("reason"), max_length=REASON_LENGTH, blank=True)
    version = models.PositiveIntegerField(_("version"), default=1)
    properties = models.JSONField(_("properties"), default=dict, blank=True)

    objects = SpaceQuerySet["MemoryLink"].as_manager()

    class Meta:
        db_table = "memory_links"
        verbose_name = _("link")
        verbose_name_plural = _("links")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["src_memory", "dst_memory", "relation_type"], name="uq_memory_links_pair"
            ),
            models.CheckConstraint(
                condition=~Q(src_memory=F("dst_memory")), name="memory_links_no_self_loop"
            ),
            is_space("memory_links_user_id"),
            unit_interval("weight", "memory_links_weight"),
            unit_interval("confidence_score", "memory_links_confidence"),
        ]
        indexes = [
            models.Index(fields=["user_id"], name="idx_memory_links_user_id"),
            models.Index(fields=["weight"], name="idx_memory_links_weight"),
            models.Index(fields=["confidence_score"], name="idx_memory_links_confidence"),
            models.Index(fields=["last_used_at"], name="idx_memory_links_last_used"),
        ]

    def __str__(self) -> str:
        return f"{self.src_memory_id} {self.type_key} {self.dst_memory_id}"

    @property
    def type_key(self) -> str:
        """The key of the type, as every interface names it."""
        return type_key(self.relation_type_id)


class RelationQuerySet(SpaceQuerySet["EntityRelation"]):
    """Query sets of relations between entities."""

    def supported(self) -> Self:
        """Leave out what only deleted memories say, unless a person confirmed it.

        It comes back with its memory. Walks and analyses test the same (``queries/evidence.py``).
        """
        sources = EntityRelation.evidence.through.objects.filter(entityrelation=OuterRef("pk"))
        is_said = Exists(sources.filter(memory__invalidated_at=None)) | ~Exists(sources)
        return self.filter(Q(validation_status=ValidationStatus.ACCEPTED) | is_said)


class EntityRelation(models.Model):
    """A bi-temporal edge between entities: when it held, and when it was recorded."""

    uid = models.UUIDField(_("id"), unique=True, default=uuid.uuid4, editable=False)
    user_id = user_id_field()
    source = models.ForeignKey(
        Entity,
        models.CASCADE,
        to_field="entity_id",
        related_name="relations_out",
        verbose_name=_("from"),
    )
    target = models.ForeignKey(
        Entity,
        models.CASCADE,
        to_field="entity_id",
        related_name="relations_in",
        verbose_name=_("to"),
    )
    relation_type = models.ForeignKey(
        RelationType, models.PROTECT, db_column="relation_type", verbose_name=_("type")
    )
    weight = models.FloatField(_("weight"), default=1.0)
    confidence_score = models.FloatField(_("confidence"), default=1.0)
    evidence_count = models.PositiveIntegerField(_("evidence"), default=1)
    evidence = models.ManyToManyField(
        "memories.Memory", related_name="evidenced_relations", blank=True,
        db_table="entity_relation_evidence", verbose_name=_("evidence memories"),
    )  # fmt: skip
    reason = models.CharField(_("reason"), max_length=REASON_LENGTH, blank=True)
    extraction_method = models.CharField(_("method"), max_length=32, blank=True)
    valid_from = models.DateTimeField(_("held from"), null=True, blank=True)
    valid_to = models.DateTimeField(_("held until"), null=True, blank=True)
    recorded_at = models.DateTimeField(_("recorded"))
    superseded_at = models.DateTimeField(_("superseded"), null=True, blank=True)
    updated_at = models.DateTimeField(_("updated"), null=True, blank=True)
    validation_status = models.CharField(
        _("validation"),
        max_length=16,
        choices=ValidationStatus,
        default=ValidationStatus.UNVALIDATED,
    )
    validation_by = models.CharField(_("validated by"), max_length=128, blank=True)
    version = models.PositiveIntegerField(_("version"), default=1)
    properties = models.JSONField(_("properties"), default=dict, blank=True)

    objects = RelationQuerySet.as_manager()

    class Meta:
        db_table = "entity_relations"
        verbose_name = _("relation")
        verbose_name_plural = _("relations")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["source", "target", "relation_type"],
                condition=Q(superseded_at=None),
                name="uq_entity_relations_current",
            ),
            models.CheckConstraint(
                condition=~Q(source=F("target")), name="entity_relations_no_self_loop"
            ),
            models.CheckConstraint(
                condition=Q(valid_to=None) | Q(valid_from=None) | Q(valid_to__gte=F("valid_from")),
                name="entity_relations_valid_order",
            ),
            is_space("entity_relations_user_id"),
            unit_interval("weight", "entity_relations_weight"),
            unit_interval("confidence_score", "entity_relations_confidence"),
        ]
        indexes = [
            models.Index(fields=["user_id", "relation_type"], name="idx_entity_relations_type"),
            models.Index(fields=["confidence_score"], name="idx_entity_relations_conf"),
        ]

    def __str__(self) -> str:
        return f"{self.source_id} {self.type_key} {self.target_id}"

    @property
    def type_key(self) -> str:
        """The key of the type, as every interface names it."""
        return type_key(self.relation_type_id)


class GraphChange(models.Model):
    """A node whose edges have changed. Triggers write it with every change, whoever makes it.

    Processes that keep edges in memory read what is new to them. An empty ``key`` means every node
    of the kind, and an empty ``kind`` every node of the person.
    """

    base_user = models.CharField(_("person"), max_length=BASE_USER_LENGTH, blank=True)
    kind = models.CharField(_("kind"), max_length=8, blank=True)
    key = models.CharField(_("node"), max_length=32, blank=True)

    class Meta:
        db_table = "graph_changes"
        verbose_name = _("changed node")
        verbose_name_plural = _("changed nodes")
        indexes = [models.Index(fields=["base_user", "id"], name="idx_graph_changes_person")]

    def __str__(self) -> str:
        return f"{self.kind}:{self.key}"


class GraphAnalysis(models.Model):
    """The last analysis of the graph of one person in some packs.

    ``packs`` are their ids in order, joined by commas. ``node_metrics`` holds the measures of all
    nodes (``graph.analytics.packed``). No column holds a name: readers look names up by id.
    ``requested_at`` is set while the worker is asked for a new analysis; ``computed_at`` is empty
    before the first one.
    """

    base_user = models.CharField(_("person"), max_length=BASE_USER_LENGTH)
    packs = models.CharField(_("packs"), max_length=1_000)
    requested_at = models.DateTimeField(_("asked for"), null=True, blank=True)
    computed_at = models.DateTimeField(_("computed"), null=True, blank=True)
    seconds = models.FloatField(_("took (s)"), default=0.0)
    node_count = models.PositiveIntegerField(_("nodes"), default=0)
    edge_count = models.PositiveIntegerField(_("edges"), default=0)
    fingerprint = models.TextField(_("state of the graph"), blank=True)
    statistics = models.JSONField(_("statistics"), default=dict, blank=True)
    node_metrics = models.BinaryField(_("measures of nodes"), default=bytes, blank=True)

    class Meta:
        db_table = "graph_analyses"
        verbose_name = _("analysis of a graph")
        verbose_name_plural = _("analyses of graphs")
        constraints = [
            models.UniqueConstraint(fields=["base_user", "packs"], name="uq_graph_analyses"),
        ]

    def __str__(self) -> str:
        return f"{self.base_user}: {self.packs}"
