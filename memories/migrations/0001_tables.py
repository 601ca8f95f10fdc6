"""Tables of memories and of what is made from them."""

import uuid

from django.db import migrations, models
from django.db.models.functions import StrIndex, Substr

from core.db.fields import CompactEncoder, is_space, new_ulid, unit_interval
from core.db.packed_json import PackedJSONField


class Migration(migrations.Migration):
    """Create every table of the app."""

    initial = True

    dependencies = [("entities", "0001_tables"), ("graph", "0001_tables")]

    operations = [
        # Where memories belong
        migrations.CreateModel(
            name="Context",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("user_id", models.CharField(max_length=140, verbose_name="space")),
                ("name", models.CharField(max_length=200, verbose_name="name")),
                ("name_key", models.CharField(editable=False, max_length=200, verbose_name="look-up key")),
                ("created_at", models.DateTimeField(verbose_name="created")),
            ],
            options={
                "verbose_name": "context",
                "verbose_name_plural": "contexts",
                "db_table": "contexts",
                "ordering": ["name"],
                "constraints": [
                    models.UniqueConstraint(fields=("user_id", "name_key"), name="uq_contexts_name"),
                    is_space("contexts_user_id"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Session",
            fields=[
                ("id", models.CharField(default=new_ulid, editable=False, max_length=26, primary_key=True, serialize=False, verbose_name="id")),
                ("user_id", models.CharField(max_length=140, verbose_name="space")),
                ("key", models.CharField(max_length=128, verbose_name="session id")),
                ("device_id", models.CharField(default="default", max_length=128, verbose_name="device")),
                ("is_implicit", models.BooleanField(default=False, verbose_name="opened without an id")),
                ("started_at", models.DateTimeField(verbose_name="started")),
                ("last_activity", models.DateTimeField(verbose_name="last activity")),
                ("context", models.JSONField(blank=True, default=dict, verbose_name="context")),
                (
                    "status",
                    models.CharField(
                        choices=[("active", "Active"), ("closed", "Closed"), ("expired", "Expired")], default="active", max_length=8, verbose_name="status"
                    ),
                ),
            ],
            options={
                "verbose_name": "session",
                "verbose_name_plural": "sessions",
                "db_table": "sessions",
                "ordering": ["-last_activity"],
                "indexes": [
                    models.Index(fields=["user_id", "-last_activity"], name="idx_sessions_user"),
                    models.Index(fields=["status", "last_activity"], name="idx_sessions_status"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("user_id", "key"), name="uq_sessions_key"),
                    is_space("sessions_user_id"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Tag",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("user_id", models.CharField(max_length=140, verbose_name="space")),
                ("name", models.CharField(max_length=100, verbose_name="name")),
                ("name_key", models.CharField(editable=False, max_length=100, verbose_name="look-up key")),
                ("created_at", models.DateTimeField(verbose_name="created")),
            ],
            options={
                "verbose_name": "tag",
                "verbose_name_plural": "tags",
                "db_table": "tags",
                "ordering": ["name"],
                "constraints": [
                    models.UniqueConstraint(fields=("user_id", "name_key"), name="uq_tags_name"),
                    is_space("tags_user_id"),
                ],
            },
        ),
        # Memories
        migrations.CreateModel(
            name="Memory",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("uid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True, verbose_name="id")),
                ("user_id", models.CharField(max_length=140, verbose_name="space")),
                (
                    "base_user",
                    models.GeneratedField(
                        db_persist=True,
                        expression=Substr("user_id", models.Value(1), StrIndex(models.F("user_id"), models.Value("#")) - models.Value(1)),
                        output_field=models.CharField(max_length=100),
                    ),
                ),
                ("namespace", models.CharField(blank=True, max_length=255, verbose_name="namespace")),
                ("device_id", models.CharField(default="default", max_length=128, verbose_name="device")),
                ("external_id", models.CharField(blank=True, max_length=255, null=True, verbose_name="external id")),
                ("source", models.CharField(default="api", max_length=32, verbose_name="source")),
                ("raw_text", models.TextField(verbose_name="text")),
                ("raw_audio", models.BinaryField(blank=True, null=True, verbose_name="audio")),
                ("assistant_text", models.TextField(blank=True, verbose_name="assistant's answer")),
                ("title", models.CharField(blank=True, max_length=120, verbose_name="title")),
                ("summary_text", models.TextField(blank=True, verbose_name="summary")),
                ("micro_summary", models.CharField(blank=True, max_length=80, verbose_name="short summary")),
                ("image_summaries", models.JSONField(blank=True, default=list, verbose_name="image summaries")),
                ("speaker", models.CharField(blank=True, max_length=200, verbose_name="speaker")),
                ("language", models.CharField(blank=True, max_length=8, verbose_name="language")),
                ("content_hash", models.CharField(editable=False, max_length=64, verbose_name="text hash")),
                ("memory_type", models.CharField(default="note", max_length=32, verbose_name="type")),
                ("category", models.CharField(blank=True, max_length=64, verbose_name="category")),
                ("relation_labels", models.JSONField(blank=True, default=list, verbose_name="relation labels")),
                ("client_context", models.JSONField(blank=True, default=dict, verbose_name="client context")),
                ("extra_data", models.JSONField(blank=True, default=dict, verbose_name="extra data")),
                ("importance_score", models.FloatField(default=0.5, verbose_name="importance")),
                ("confidence", models.FloatField(default=1.0, verbose_name="confidence")),
                (
                    "trust",
                    models.CharField(
                        choices=[("owner", "Owner"), ("assistant", "Assistant"), ("imported", "Imported"), ("derived", "Derived")],
                        default="owner",
                        max_length=16,
                        verbose_name="trust",
                    ),
                ),
                ("usage_count", models.PositiveIntegerField(default=0, verbose_name="uses")),
                ("decay_score", models.FloatField(default=1.0, verbose_name="strength")),
                ("pinned", models.BooleanField(default=False, verbose_name="pinned")),
                ("searchable", models.BooleanField(default=True, verbose_name="may be recalled")),
                ("consolidated_flag", models.BooleanField(default=False, verbose_name="folded")),
                ("latitude", models.FloatField(blank=True, null=True, verbose_name="latitude")),
                ("longitude", models.FloatField(blank=True, null=True, verbose_name="longitude")),
                ("about_start", models.DateTimeField(blank=True, null=True, verbose_name="about, from")),
                ("about_end", models.DateTimeField(blank=True, null=True, verbose_name="about, until")),
                ("about_time_confidence", models.FloatField(blank=True, null=True, verbose_name="time confidence")),
                ("life_stage", models.CharField(blank=True, max_length=16, verbose_name="life stage")),
                ("created_at", models.DateTimeField(verbose_name="created")),
                ("recorded_at", models.DateTimeField(verbose_name="recorded")),
                ("updated_at", models.DateTimeField(blank=True, null=True, verbose_name="updated")),
                ("last_used_at", models.DateTimeField(blank=True, null=True, verbose_name="last used")),
                ("archived_at", models.DateTimeField(blank=True, null=True, verbose_name="archived")),
                ("invalidated_at", models.DateTimeField(blank=True, null=True, verbose_name="deleted")),
                (
                    "context",
                    models.ForeignKey(blank=True, null=True, on_delete=models.SET_NULL, related_name="memories", to="memories.context", verbose_name="context"),
                ),
                ("session", models.ForeignKey(on_delete=models.PROTECT, related_name="memories", to="memories.session", verbose_name="session")),
                ("tags", models.ManyToManyField(blank=True, db_table="memory_tags", related_name="memories", to="memories.tag", verbose_name="tags")),
                ("is_order", models.BooleanField(default=False, verbose_name="reads like an instruction")),
                (
                    "canonical",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=models.SET_NULL, related_name="folded", to="memories.memory", verbose_name="folded into"
                    ),
                ),
            ],
            options={
                "verbose_name": "memory",
                "verbose_name_plural": "memories",
                "db_table": "memories",
                "ordering": ["-created_at", "-id"],
                "indexes": [
                    models.Index(fields=["user_id", "-created_at", "-id"], name="idx_memories_created_at"),
                    models.Index(fields=["session", "created_at", "id"], name="idx_memories_session_id"),
                    models.Index(fields=["content_hash", "session"], name="idx_memories_content_hash"),
                    models.Index(fields=["user_id", "about_start"], name="idx_memories_about"),
                    models.Index(fields=["user_id", "-importance_score"], name="idx_memories_importance"),
                    models.Index(fields=["user_id", "category"], name="idx_memories_category"),
                    models.Index(fields=["user_id", "memory_type"], name="idx_memories_type"),
                    models.Index(fields=["user_id", "decay_score"], name="idx_memories_decay"),
                    models.Index(condition=models.Q(("latitude__isnull", False)), fields=["user_id", "latitude", "longitude"], name="idx_memories_place"),
                    models.Index(condition=models.Q(("canonical__isnull", False)), fields=["canonical"], name="idx_memories_folded"),
                ],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("raw_text", ""), _negated=True), name="memories_text_not_empty"),
                    models.CheckConstraint(
                        condition=models.Q(("about_end", None), ("about_start", None), ("about_end__gte", models.F("about_start")), _connector="OR"),
                        name="memories_about_order",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("latitude", None), models.Q(("latitude__gte", -90), ("latitude__lte", 90)), _connector="OR"),
                        name="memories_latitude",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("longitude", None), models.Q(("longitude__gte", -180), ("longitude__lte", 180)), _connector="OR"),
                        name="memories_longitude",
                    ),
                    is_space("memories_user_id"),
                    unit_interval("importance_score", "memories_importance"),
                    unit_interval("confidence", "memories_confidence"),
                    unit_interval("decay_score", "memories_decay"),
                    unit_interval("about_time_confidence", "memories_about_confidence"),
                    models.UniqueConstraint(
                        condition=models.Q(("external_id__isnull", False)),
                        fields=("base_user", "source", "external_id", "user_id", "namespace"),
                        name="uq_memories_external_id",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Thread",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("user_id", models.CharField(max_length=140, verbose_name="space")),
                ("thread_key", models.CharField(max_length=200, verbose_name="thread")),
                ("title", models.CharField(blank=True, max_length=200, verbose_name="title")),
                ("created_at", models.DateTimeField(verbose_name="created")),
                ("updated_at", models.DateTimeField(blank=True, null=True, verbose_name="updated")),
            ],
            options={
                "verbose_name": "thread",
                "verbose_name_plural": "threads",
                "db_table": "event_threads",
                "ordering": ["-id"],
                "constraints": [
                    models.UniqueConstraint(fields=("user_id", "thread_key"), name="uq_threads_key"),
                    is_space("event_threads_user_id"),
                ],
            },
        ),
        migrations.CreateModel(
            name="ThreadMembership",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("user_id", models.CharField(max_length=140, verbose_name="space")),
                ("confidence", models.FloatField(default=1.0, verbose_name="confidence")),
                ("evidence", models.JSONField(blank=True, default=list, verbose_name="evidence")),
                ("created_at", models.DateTimeField(verbose_name="created")),
                ("memory", models.ForeignKey(on_delete=models.CASCADE, related_name="thread_memberships", to="memories.memory", verbose_name="memory")),
                ("thread", models.ForeignKey(on_delete=models.CASCADE, related_name="memberships", to="memories.thread", verbose_name="thread")),
            ],
            options={
                "verbose_name": "thread membership",
                "verbose_name_plural": "thread memberships",
                "db_table": "thread_memberships",
                "constraints": [
                    models.UniqueConstraint(fields=("thread", "memory"), name="uq_thread_memory"),
                    is_space("thread_memberships_user_id"),
                    unit_interval("confidence", "thread_memberships_confidence"),
                ],
            },
        ),
        migrations.AddField(
            model_name="thread",
            name="memories",
            field=models.ManyToManyField(related_name="threads", through="memories.ThreadMembership", to="memories.memory", verbose_name="memories"),
        ),
        migrations.CreateModel(
            name="Affect",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("user_id", models.CharField(max_length=140, verbose_name="space")),
                ("moment_affect_text", models.TextField(blank=True, verbose_name="feeling")),
                ("moment_affect_labels", models.JSONField(blank=True, default=list, verbose_name="labels")),
                ("inner_thought_text", models.TextField(blank=True, verbose_name="inner thought")),
                ("vad_v", models.FloatField(default=0.0, verbose_name="valence")),
                ("vad_a", models.FloatField(default=0.0, verbose_name="arousal")),
                ("vad_d", models.FloatField(default=0.0, verbose_name="dominance")),
                ("confidence", models.FloatField(default=0.5, verbose_name="confidence")),
                ("created_at", models.DateTimeField(verbose_name="created")),
                ("memory", models.OneToOneField(on_delete=models.CASCADE, related_name="affect", to="memories.memory", verbose_name="memory")),
            ],
            options={
                "verbose_name": "affect",
                "verbose_name_plural": "affects",
                "db_table": "event_affects",
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("vad_v__gte", -1), ("vad_v__lte", 1)), name="event_affects_vad_v"),
                    models.CheckConstraint(condition=models.Q(("vad_a__gte", -1), ("vad_a__lte", 1)), name="event_affects_vad_a"),
                    models.CheckConstraint(condition=models.Q(("vad_d__gte", -1), ("vad_d__lte", 1)), name="event_affects_vad_d"),
                    is_space("event_affects_user_id"),
                    unit_interval("confidence", "event_affects_confidence"),
                ],
            },
        ),
        migrations.CreateModel(
            name="SealedText",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("sealed", models.BinaryField(verbose_name="encrypted")),
                ("created_at", models.DateTimeField(verbose_name="created")),
                ("expires_at", models.DateTimeField(db_index=True, verbose_name="expires")),
                ("memory", models.OneToOneField(on_delete=models.CASCADE, related_name="sealed", to="memories.memory", verbose_name="memory")),
            ],
            options={
                "verbose_name": "sealed text",
                "verbose_name_plural": "sealed texts",
                "db_table": "sealed_texts",
                "ordering": ["-id"],
            },
        ),
        # What is known from them
        migrations.CreateModel(
            name="State",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("uid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True, verbose_name="id")),
                ("user_id", models.CharField(max_length=140, verbose_name="space")),
                ("namespace", models.CharField(blank=True, max_length=255, verbose_name="namespace")),
                (
                    "kind",
                    models.CharField(
                        choices=[("fact", "Fact"), ("relation", "Relation"), ("task", "Task"), ("summary", "Summary"), ("long_mood_state", "Long mood")],
                        max_length=16,
                        verbose_name="kind",
                    ),
                ),
                ("predicate", models.CharField(blank=True, max_length=64, verbose_name="predicate")),
                ("value", models.TextField(blank=True, verbose_name="value")),
                ("body", models.TextField(blank=True, verbose_name="text")),
                ("valid_from", models.DateTimeField(blank=True, null=True, verbose_name="held from")),
                ("valid_to", models.DateTimeField(blank=True, null=True, verbose_name="held until")),
                ("recorded_at", models.DateTimeField(verbose_name="recorded")),
                ("superseded_at", models.DateTimeField(blank=True, null=True, verbose_name="superseded")),
                ("last_confirmed_at", models.DateTimeField(blank=True, null=True, verbose_name="last confirmed")),
                ("due_at", models.DateTimeField(blank=True, null=True, verbose_name="due")),
                ("completed_at", models.DateTimeField(blank=True, null=True, verbose_name="done")),
                ("confidence", models.FloatField(default=0.5, verbose_name="confidence")),
                ("salience", models.FloatField(default=0.5, verbose_name="salience")),
                ("searchable", models.BooleanField(default=True, verbose_name="may be recalled")),
                ("extraction_method", models.CharField(blank=True, max_length=32, verbose_name="method")),
                (
                    "validation_status",
                    models.CharField(
                        choices=[("unvalidated", "Unvalidated"), ("proposed", "Proposed"), ("accepted", "Accepted"), ("rejected", "Rejected")],
                        default="unvalidated",
                        max_length=16,
                        verbose_name="validation",
                    ),
                ),
                ("validation_by", models.CharField(blank=True, max_length=128, verbose_name="validated by")),
                ("extra_data", models.JSONField(blank=True, default=dict, verbose_name="extra data")),
                (
                    "evidence",
                    models.ManyToManyField(blank=True, db_table="state_evidence", related_name="states", to="memories.memory", verbose_name="evidence"),
                ),
                (
                    "relation",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=models.SET_NULL, related_name="states", to="graph.entityrelation", verbose_name="relation"
                    ),
                ),
                (
                    "subject",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=models.SET_NULL,
                        related_name="states",
                        to="entities.entity",
                        to_field="entity_id",
                        verbose_name="subject",
                    ),
                ),
            ],
            options={
                "verbose_name": "state",
                "verbose_name_plural": "states",
                "db_table": "state",
                "ordering": ["-recorded_at"],
                "indexes": [
                    models.Index(fields=["user_id", "kind", "valid_from"], name="idx_state_kind"),
                    models.Index(fields=["subject", "predicate"], name="idx_state_subject"),
                ],
                "constraints": [
                    is_space("state_user_id"),
                    unit_interval("confidence", "state_confidence"),
                    unit_interval("salience", "state_salience"),
                    models.CheckConstraint(
                        condition=models.Q(("valid_to", None), ("valid_from", None), ("valid_to__gt", models.F("valid_from")), _connector="OR"),
                        name="state_valid_order",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="StateEntity",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("user_id", models.CharField(max_length=140, verbose_name="space")),
                ("confidence", models.FloatField(default=1.0, verbose_name="confidence")),
                ("created_at", models.DateTimeField(verbose_name="created")),
                (
                    "entity",
                    models.ForeignKey(
                        on_delete=models.CASCADE, related_name="state_entities", to="entities.entity", to_field="entity_id", verbose_name="entity"
                    ),
                ),
                ("state", models.ForeignKey(on_delete=models.CASCADE, related_name="state_entities", to="memories.state", verbose_name="state")),
            ],
            options={
                "verbose_name": "state entity",
                "verbose_name_plural": "state entities",
                "db_table": "state_entities",
                "constraints": [
                    models.UniqueConstraint(fields=("state", "entity"), name="uq_state_entities"),
                    is_space("state_entities_user_id"),
                    unit_interval("confidence", "state_entities_confidence"),
                ],
            },
        ),
        # Vectors and words for searches
        migrations.CreateModel(
            name="EmbeddingModel",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=128, verbose_name="name")),
                ("version", models.CharField(max_length=64, verbose_name="version")),
                ("dimension", models.PositiveIntegerField(verbose_name="dimension")),
                ("table_name", models.CharField(max_length=64, unique=True, verbose_name="table")),
                (
                    "status",
                    models.CharField(
                        choices=[("building", "Building"), ("active", "Active"), ("retired", "Retired")],
                        default="building",
                        max_length=8,
                        verbose_name="status",
                    ),
                ),
                ("thresholds", models.JSONField(blank=True, default=dict, verbose_name="thresholds")),
                ("created_at", models.DateTimeField(verbose_name="created")),
                ("activated_at", models.DateTimeField(blank=True, null=True, verbose_name="active since")),
            ],
            options={
                "verbose_name": "embedding model",
                "verbose_name_plural": "embedding models",
                "db_table": "embedding_models",
                "constraints": [
                    models.UniqueConstraint(fields=("name", "version"), name="uq_embedding_models"),
                    models.UniqueConstraint(condition=models.Q(("status", "active")), fields=("status",), name="one_active_embedding_model"),
                ],
            },
        ),
        migrations.CreateModel(
            name="VectorMetadata",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(choices=[("memory", "Memory"), ("state", "State")], default="memory", max_length=8, verbose_name="kind")),
                ("user_id", models.CharField(max_length=140, verbose_name="space")),
                ("session_id", models.CharField(blank=True, max_length=26, verbose_name="session")),
                ("device_id", models.CharField(blank=True, max_length=128, verbose_name="device")),
                ("chunk_index", models.PositiveIntegerField(default=0, verbose_name="piece")),
                ("char_start", models.PositiveIntegerField(default=0, verbose_name="starts at")),
                ("text_length", models.PositiveIntegerField(default=0, verbose_name="length")),
                ("language", models.CharField(blank=True, max_length=8, verbose_name="language")),
                ("content_hash", models.CharField(max_length=64, verbose_name="text hash")),
                ("embedding_model", models.CharField(max_length=128, verbose_name="embedding model")),
                ("embedding_version", models.CharField(max_length=64, verbose_name="version")),
                ("vector_dimension", models.PositiveIntegerField(verbose_name="dimension")),
                ("quality_score", models.FloatField(blank=True, null=True, verbose_name="quality")),
                ("is_synthetic", models.BooleanField(default=False, verbose_name="synthetic")),
                ("created_at", models.DateTimeField(verbose_name="created")),
                ("last_accessed_at", models.DateTimeField(blank=True, null=True, verbose_name="last used")),
                (
                    "memory",
                    models.ForeignKey(blank=True, null=True, on_delete=models.CASCADE, related_name="vectors", to="memories.memory", verbose_name="memory"),
                ),
                ("model", models.ForeignKey(on_delete=models.CASCADE, related_name="vectors", to="memories.embeddingmodel", verbose_name="embedding model")),
                (
                    "state",
                    models.ForeignKey(blank=True, null=True, on_delete=models.CASCADE, related_name="vectors", to="memories.state", verbose_name="state"),
                ),
            ],
            options={
                "verbose_name": "vector",
                "verbose_name_plural": "vectors",
                "db_table": "vector_metadata",
                "indexes": [
                    models.Index(fields=["user_id"], name="idx_vector_metadata_user_id"),
                    models.Index(fields=["session_id"], name="idx_vector_metadata_session_id"),
                    models.Index(fields=["embedding_model"], name="idx_vector_metadata_model"),
                    models.Index(fields=["content_hash"], name="idx_vector_metadata_hash"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("memory__isnull", False)), fields=("model", "memory", "chunk_index"), name="uq_vector_memory_chunk"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("state__isnull", False)), fields=("model", "state", "chunk_index"), name="uq_vector_state_chunk"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind", "memory"), ("memory__isnull", False), ("state__isnull", True)),
                            models.Q(("kind", "state"), ("memory__isnull", True), ("state__isnull", False)),
                            _connector="OR",
                        ),
                        name="vector_metadata_item",
                    ),
                    is_space("vector_metadata_user_id"),
                ],
            },
        ),
        migrations.CreateModel(
            name="SearchDocument",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(choices=[("memory", "Memory"), ("state", "State")], default="memory", max_length=8, verbose_name="kind")),
                ("item_id", models.BigIntegerField(verbose_name="item")),
                ("user_id", models.CharField(max_length=140, verbose_name="space")),
                ("change", models.BigIntegerField(verbose_name="change")),
                ("is_findable", models.BooleanField(default=True, verbose_name="may be found")),
                ("lexemes", models.BinaryField(default=b"", verbose_name="words as numbers")),
                ("facts", models.BinaryField(default=b"", verbose_name="facts")),
            ],
            options={
                "verbose_name": "search document",
                "verbose_name_plural": "search documents",
                "db_table": "search_documents",
                "indexes": [
                    models.Index(fields=["user_id", "change"], name="idx_search_documents_change"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("kind", "item_id"), name="uq_search_documents_item"),
                    models.UniqueConstraint(fields=("change",), name="uq_search_documents_change"),
                    is_space("search_documents_user_id"),
                ],
            },
        ),
        # Searches that were made, and what people thought of their results
        migrations.CreateModel(
            name="RetrievalRun",
            fields=[
                ("run_id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False, verbose_name="run")),
                ("base_user", models.CharField(max_length=100, verbose_name="person")),
                ("packs", models.JSONField(default=list, verbose_name="packs")),
                ("query", models.TextField(blank=True, verbose_name="query")),
                ("mode", models.CharField(max_length=16, verbose_name="mode")),
                ("plan", PackedJSONField(default=dict, verbose_name="plan")),
                ("candidates", PackedJSONField(default=dict, verbose_name="candidates")),
                ("actor", models.CharField(max_length=128, verbose_name="by")),
                ("took_ms", models.FloatField(default=0.0, verbose_name="took (ms)")),
                ("created_at", models.DateTimeField(verbose_name="when")),
                (
                    "memory",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=models.SET_NULL, related_name="retrieval_runs", to="memories.memory", verbose_name="for memory"
                    ),
                ),
                ("trace", models.BinaryField(blank=True, null=True, verbose_name="trace")),
                ("selected", PackedJSONField(default=list, verbose_name="selected")),
            ],
            options={
                "verbose_name": "search run",
                "verbose_name_plural": "search runs",
                "db_table": "retrieval_runs",
                "ordering": ["-created_at"],
                "indexes": [
                    models.Index(fields=["base_user", "-created_at"], name="idx_retrieval_runs_user"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Feedback",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("useful", models.BooleanField(null=True, verbose_name="useful")),
                ("rating", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="rating")),
                ("comment", models.CharField(blank=True, max_length=500, verbose_name="comment")),
                ("shares", models.JSONField(blank=True, encoder=CompactEncoder, null=True, verbose_name="shares")),
                ("actor", models.CharField(max_length=128, verbose_name="by")),
                ("created_at", models.DateTimeField(verbose_name="when")),
                (
                    "memory",
                    models.ForeignKey(blank=True, null=True, on_delete=models.CASCADE, related_name="feedback", to="memories.memory", verbose_name="memory"),
                ),
                ("run", models.ForeignKey(on_delete=models.CASCADE, related_name="feedback", to="memories.retrievalrun", verbose_name="run")),
            ],
            options={
                "verbose_name": "feedback",
                "verbose_name_plural": "feedback",
                "db_table": "feedback",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("rating", None), models.Q(("rating__gte", 1), ("rating__lte", 5)), _connector="OR"), name="feedback_rating"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SearchTuning",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("base_user", models.CharField(max_length=100, verbose_name="person")),
                (
                    "step",
                    models.CharField(
                        choices=[("learnt", "Learnt"), ("off", "Switched off"), ("on", "Switched on"), ("reset", "Reset")], max_length=8, verbose_name="step"
                    ),
                ),
                ("multipliers", models.JSONField(blank=True, default=dict, verbose_name="multipliers")),
                ("judged_hits", models.PositiveIntegerField(default=0, verbose_name="judged hits")),
                ("useful_hits", models.PositiveIntegerField(default=0, verbose_name="useful hits")),
                ("judged_searches", models.PositiveIntegerField(default=0, verbose_name="judged searches")),
                ("is_active", models.BooleanField(default=False, verbose_name="in use")),
                ("actor", models.CharField(max_length=128, verbose_name="by")),
                ("created_at", models.DateTimeField(verbose_name="when")),
            ],
            options={
                "verbose_name": "search tuning",
                "verbose_name_plural": "search tuning",
                "db_table": "search_tuning",
                "ordering": ["-id"],
                "indexes": [
                    models.Index(fields=["base_user", "-id"], name="idx_search_tuning_user"),
                ],
                "constraints": [
                    models.UniqueConstraint(condition=models.Q(("is_active", True)), fields=("base_user",), name="uq_search_tuning_active"),
                ],
            },
        ),
        # The inbox
        migrations.CreateModel(
            name="InboxRule",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("uid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True, verbose_name="id")),
                ("user_id", models.CharField(max_length=140, verbose_name="space")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("merge_entities", "Same person or thing"),
                            ("relation", "Relation"),
                            ("link", "Link"),
                            ("state", "State"),
                            ("contradiction", "Contradiction"),
                            ("duplicate", "Duplicate memory"),
                            ("entity", "Doubtful entity"),
                            ("unclassified", "Unclassified memory"),
                            ("sensitive", "Sensitive text"),
                            ("imported", "Differs in an imported file"),
                        ],
                        max_length=16,
                        verbose_name="kind",
                    ),
                ),
                ("condition", models.JSONField(blank=True, default=dict, verbose_name="condition")),
                ("min_confidence", models.FloatField(default=0.0, verbose_name="least confidence")),
                ("decision", models.CharField(choices=[("accepted", "Accepted"), ("rejected", "Rejected")], max_length=8, verbose_name="decision")),
                ("is_active", models.BooleanField(default=True, verbose_name="active")),
                ("uses", models.PositiveIntegerField(default=0, verbose_name="uses")),
                ("created_by", models.CharField(max_length=128, verbose_name="made by")),
                ("created_at", models.DateTimeField(verbose_name="created")),
            ],
            options={
                "verbose_name": "inbox rule",
                "verbose_name_plural": "inbox rules",
                "db_table": "inbox_rules",
                "ordering": ["-id"],
                "constraints": [
                    is_space("inbox_rules_user_id"),
                    unit_interval("min_confidence", "inbox_rules_confidence"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Proposal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("uid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True, verbose_name="id")),
                ("user_id", models.CharField(max_length=140, verbose_name="space")),
                ("namespace", models.CharField(blank=True, max_length=255, verbose_name="namespace")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("merge_entities", "Same person or thing"),
                            ("relation", "Relation"),
                            ("link", "Link"),
                            ("state", "State"),
                            ("contradiction", "Contradiction"),
                            ("duplicate", "Duplicate memory"),
                            ("entity", "Doubtful entity"),
                            ("unclassified", "Unclassified memory"),
                            ("sensitive", "Sensitive text"),
                            ("imported", "Differs in an imported file"),
                        ],
                        max_length=16,
                        verbose_name="kind",
                    ),
                ),
                ("key", models.CharField(max_length=255, verbose_name="about")),
                ("payload", models.JSONField(default=dict, verbose_name="proposed")),
                ("confidence", models.FloatField(default=0.5, verbose_name="confidence")),
                ("reason", models.CharField(blank=True, max_length=2000, verbose_name="reason")),
                ("method", models.CharField(blank=True, max_length=32, verbose_name="method")),
                (
                    "status",
                    models.CharField(
                        choices=[("open", "Open"), ("accepted", "Accepted"), ("rejected", "Rejected"), ("obsolete", "Obsolete")],
                        default="open",
                        max_length=8,
                        verbose_name="status",
                    ),
                ),
                ("created_at", models.DateTimeField(verbose_name="created")),
                ("updated_at", models.DateTimeField(blank=True, null=True, verbose_name="updated")),
                ("decided_at", models.DateTimeField(blank=True, null=True, verbose_name="decided")),
                ("decided_by", models.CharField(blank=True, max_length=128, verbose_name="decided by")),
                ("change_id", models.UUIDField(blank=True, null=True, verbose_name="change")),
                (
                    "evidence",
                    models.ManyToManyField(blank=True, db_table="proposal_evidence", related_name="proposals", to="memories.memory", verbose_name="evidence"),
                ),
                (
                    "rule",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=models.SET_NULL, related_name="decisions", to="memories.inboxrule", verbose_name="decided by rule"
                    ),
                ),
                ("worth", models.FloatField(default=0.0, verbose_name="expected worth")),
                ("settled_by", models.UUIDField(blank=True, default=None, null=True, verbose_name="settled by change")),
            ],
            options={
                "verbose_name": "proposal",
                "verbose_name_plural": "proposals",
                "db_table": "proposals",
                "ordering": ["-worth", "created_at", "id"],
                "indexes": [
                    models.Index(fields=["user_id", "status", "kind"], name="idx_proposals_status"),
                    models.Index(fields=["status", "-worth", "created_at"], name="idx_proposals_worth"),
                    models.Index(fields=["settled_by"], name="idx_proposals_settled"),
                ],
                "constraints": [
                    is_space("proposals_user_id"),
                    unit_interval("confidence", "proposals_confidence"),
                    models.UniqueConstraint(fields=("user_id", "kind", "key"), name="uq_proposals_key"),
                ],
            },
        ),
        migrations.CreateModel(
            name="BulkDecision",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("enqueued_at", models.DateTimeField(verbose_name="asked for")),
                ("leased_until", models.DateTimeField(blank=True, null=True, verbose_name="not before")),
                ("attempts", models.PositiveSmallIntegerField(default=0, verbose_name="attempts")),
                ("last_error", models.CharField(blank=True, max_length=500, verbose_name="last error")),
                ("uid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True, verbose_name="id")),
                ("base_user", models.CharField(max_length=100, verbose_name="person")),
                ("role", models.CharField(max_length=16, verbose_name="role")),
                ("name", models.CharField(blank=True, max_length=128, verbose_name="name")),
                ("decision", models.CharField(choices=[("accepted", "Accepted"), ("rejected", "Rejected")], max_length=8, verbose_name="decision")),
                ("choice", models.CharField(blank=True, max_length=32, verbose_name="choice")),
                ("reason", models.CharField(blank=True, max_length=2000, verbose_name="reason")),
                ("total", models.PositiveIntegerField(default=0, verbose_name="proposals")),
                ("is_undo", models.BooleanField(default=False, verbose_name="is undone")),
                ("is_canceled", models.BooleanField(default=False, verbose_name="canceled")),
                ("finished_at", models.DateTimeField(blank=True, null=True, verbose_name="finished")),
            ],
            options={
                "verbose_name": "bulk decision",
                "verbose_name_plural": "bulk decisions",
                "db_table": "bulk_decisions",
                "ordering": ["-id"],
                "indexes": [
                    models.Index(fields=["base_user", "-id"], name="idx_bulk_decisions_user"),
                ],
            },
        ),
        migrations.CreateModel(
            name="BulkItem",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "outcome",
                    models.CharField(
                        choices=[("waiting", "Waiting"), ("decided", "Decided"), ("refused", "Not decided"), ("undone", "Undone")],
                        default="waiting",
                        max_length=8,
                        verbose_name="outcome",
                    ),
                ),
                ("code", models.CharField(blank=True, max_length=32, verbose_name="problem")),
                ("change_id", models.UUIDField(blank=True, null=True, verbose_name="change")),
                ("bulk", models.ForeignKey(on_delete=models.CASCADE, related_name="items", to="memories.bulkdecision", verbose_name="bulk decision")),
                ("proposal", models.ForeignKey(on_delete=models.CASCADE, related_name="bulk_items", to="memories.proposal", verbose_name="proposal")),
            ],
            options={
                "verbose_name": "proposal of a bulk decision",
                "verbose_name_plural": "proposals of bulk decisions",
                "db_table": "bulk_decision_items",
                "ordering": ["id"],
                "indexes": [
                    models.Index(fields=["bulk", "outcome"], name="idx_bulk_items_outcome"),
                    models.Index(fields=["change_id"], name="idx_bulk_items_change"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("bulk", "proposal"), name="uq_bulk_items_proposal"),
                ],
            },
        ),
        # Work that waits
        migrations.CreateModel(
            name="DerivationJob",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("enqueued_at", models.DateTimeField(verbose_name="asked for")),
                ("leased_until", models.DateTimeField(blank=True, null=True, verbose_name="not before")),
                ("attempts", models.PositiveSmallIntegerField(default=0, verbose_name="attempts")),
                ("last_error", models.CharField(blank=True, max_length=500, verbose_name="last error")),
                ("is_pack_open", models.BooleanField(default=False, verbose_name="pack chosen by default")),
                ("memory", models.OneToOneField(on_delete=models.CASCADE, related_name="derivation_job", to="memories.memory", verbose_name="memory")),
            ],
            options={
                "verbose_name": "derivation job",
                "verbose_name_plural": "derivation jobs",
                "db_table": "derivation_jobs",
            },
        ),
        migrations.CreateModel(
            name="EmbeddingJob",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("enqueued_at", models.DateTimeField(verbose_name="asked for")),
                ("leased_until", models.DateTimeField(blank=True, null=True, verbose_name="not before")),
                ("attempts", models.PositiveSmallIntegerField(default=0, verbose_name="attempts")),
                ("last_error", models.CharField(blank=True, max_length=500, verbose_name="last error")),
                ("kind", models.CharField(choices=[("memory", "Memory"), ("state", "State")], default="memory", max_length=8, verbose_name="kind")),
                ("item_id", models.BigIntegerField(verbose_name="item")),
                ("model", models.ForeignKey(on_delete=models.CASCADE, related_name="jobs", to="memories.embeddingmodel", verbose_name="embedding model")),
            ],
            options={
                "verbose_name": "pending vector",
                "verbose_name_plural": "pending vectors",
                "db_table": "embedding_jobs",
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(fields=("model", "kind", "item_id"), name="uq_embedding_jobs"),
                ],
            },
        ),
        migrations.CreateModel(
            name="LlmJob",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("enqueued_at", models.DateTimeField(verbose_name="asked for")),
                ("leased_until", models.DateTimeField(blank=True, null=True, verbose_name="not before")),
                ("attempts", models.PositiveSmallIntegerField(default=0, verbose_name="attempts")),
                ("last_error", models.CharField(blank=True, max_length=500, verbose_name="last error")),
                ("content_hash", models.CharField(max_length=64, verbose_name="text hash")),
                ("tokens", models.PositiveIntegerField(default=0, verbose_name="tokens")),
                ("answer", models.JSONField(blank=True, null=True, verbose_name="answer")),
                ("answered_at", models.DateTimeField(blank=True, null=True, verbose_name="answered")),
                ("model", models.CharField(blank=True, max_length=128, verbose_name="language model")),
                ("dropped", models.PositiveSmallIntegerField(default=0, verbose_name="dropped")),
                ("memory", models.OneToOneField(on_delete=models.CASCADE, related_name="llm_job", to="memories.memory", verbose_name="memory")),
            ],
            options={
                "verbose_name": "question to the language model",
                "verbose_name_plural": "questions to the language model",
                "db_table": "llm_jobs",
                "indexes": [
                    models.Index(condition=models.Q(("answered_at", None)), fields=["attempts", "-id"], name="idx_llm_jobs_waiting"),
                ],
            },
        ),
        migrations.CreateModel(
            name="LlmUsage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("day", models.DateField(unique=True, verbose_name="day")),
                ("tokens", models.PositiveBigIntegerField(default=0, verbose_name="tokens")),
                ("requests", models.PositiveIntegerField(default=0, verbose_name="requests")),
            ],
            options={
                "verbose_name": "use of the language model",
                "verbose_name_plural": "use of the language model",
                "db_table": "llm_usage",
                "ordering": ["-day"],
            },
        ),
        migrations.CreateModel(
            name="PrivacyJob",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("enqueued_at", models.DateTimeField(verbose_name="asked for")),
                ("leased_until", models.DateTimeField(blank=True, null=True, verbose_name="not before")),
                ("attempts", models.PositiveSmallIntegerField(default=0, verbose_name="attempts")),
                ("last_error", models.CharField(blank=True, max_length=500, verbose_name="last error")),
                ("uid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True, verbose_name="id")),
                ("base_user", models.CharField(max_length=100, verbose_name="person")),
                ("role", models.CharField(max_length=16, verbose_name="role")),
                ("name", models.CharField(blank=True, max_length=128, verbose_name="name")),
                ("work", models.CharField(choices=[("forget", "Forget"), ("scan", "Look for sensitive text")], max_length=8, verbose_name="work")),
                ("keys", models.JSONField(default=list, verbose_name="memories")),
                ("options", models.JSONField(default=dict, verbose_name="options")),
                ("outcome", models.JSONField(default=dict, verbose_name="outcome")),
                ("reason", models.CharField(blank=True, max_length=2000, verbose_name="reason")),
                ("total", models.PositiveIntegerField(default=0, verbose_name="in all")),
                ("done", models.PositiveIntegerField(default=0, verbose_name="done")),
                ("is_canceled", models.BooleanField(default=False, verbose_name="canceled")),
                ("finished_at", models.DateTimeField(blank=True, null=True, verbose_name="finished")),
            ],
            options={
                "verbose_name": "privacy job",
                "verbose_name_plural": "privacy jobs",
                "db_table": "privacy_jobs",
                "ordering": ["-id"],
                "indexes": [
                    models.Index(fields=["base_user", "-id"], name="idx_privacy_jobs_user"),
                ],
            },
        ),
    ]
