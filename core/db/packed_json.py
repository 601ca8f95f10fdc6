"""JSON in compressed columns: a fifth of its size, since rows of a kind have most words in common."""

import json
import zlib
from functools import lru_cache
from typing import Any

from django.db import models
from django.db.models.fields.json import KeyTransform

# The first byte of a value names the words that it was packed with: never change them; others
# need a new number.
VERSION = 1
# What rows of all kinds have in common, with their usual values, the most frequent last.
WORDS = (
    b'{"memories":["-4","-4"]}[{"id":"-4","score":0.},{"id":"-4","score":0.}]'
    b'{"routes":{"identifier":,"words":,"entity":100,"vector":100,"bridge":},"blended":,"connected":}'
    b'{"name":"hybrid-6","filters":{},"namespace":"","request":{"limit":10,"created_after":"2026-'
    b'{"uid":"-4","user_id":"#lifelog","kind":"","condition":{},"min_confidence":0.0,"decision":'
    b'"","is_active":true,"uses":0,"created_by":"","created_at":"2026-"}'
    b'{"memory_id":null,"user_id":"#lifelog","position_in_text":null,"surface":"","verdict":"","'
    b'entity_id":null,"ruled_by":"","created_at":"2026-"}'
    b'{"memory_id":null,"user_id":"#lifelog","moment_affect_text":"","moment_affect_labels":[],"'
    b'inner_thought_text":"","vad_v":0.0,"vad_a":0.0,"vad_d":0.0,"confidence":0.5,"created_at":"'
    b'2026-"}'
    b'{"type_name":"","owner":null,"renames_id":null,"display_name":"","display_name_en":"","des'
    b'cription":"","icon":"","color":"","parent_type_id":null,"level":0,"required_attributes":[]'
    b',"optional_attributes":[],"validation_rules":{},"is_system_type":true,"is_user_defined":fa'
    b'lse,"usage_count":0,"created_at":"2026-","updated_at":"2026-"}'
    b'{"type_name":"","owner":null,"renames_id":null,"display_name":"","display_name_en":"","des'
    b'cription":"","scope":"","canonical_type":"","inverse_type":"","is_directed":true,"is_symme'
    b'tric":false,"transitivity":"none","single_valued":false,"source_types":[],"target_types":['
    b'],"default_weight":1.0,"confidence_threshold":0.3,"color":"","line_style":"solid","arrow_s'
    b'tyle":"","is_system_type":true,"is_user_defined":false,"extraction_rules":[],"created_at":'
    b'"2026-","updated_at":"2026-"}'
    b'{"state_id":null,"entity_id":null,"user_id":"#lifelog","confidence":1.0,"created_at":"2026'
    b'-"}'
    b'{"user_id":"#lifelog","name":"","name_key":"","created_at":"2026-"}'
    b'{"user_id":"#lifelog","name":"","name_key":"","created_at":"2026-"}'
    b'{"user_id":"#lifelog","key":"","device_id":"default","is_implicit":false,"started_at":null'
    b',"last_activity":null,"context":{},"status":"active"}'
    b'{"uid":"-4","user_id":"#lifelog","namespace":"","kind":"","key":"","payload":{},"confidenc'
    b'e":0.5,"worth":0.0,"reason":"","method":"","status":"open","created_at":"2026-","updated_a'
    b't":"2026-","decided_at":null,"decided_by":"","rule_id":null,"change_id":null,"settled_by":'
    b"null}"
    b'{"entity_id":null,"user_id":"#lifelog","alias":"","alias_key":"","reading":"","created_at"'
    b':"2026-"}'
    b'{"uid":"-4","user_id":"#lifelog","source_id":null,"target_id":null,"relation_type_id":null'
    b',"weight":1.0,"confidence_score":1.0,"evidence_count":1,"reason":"","extraction_method":""'
    b',"valid_from":"2026-","valid_to":null,"recorded_at":"2026-","superseded_at":null,"updated_'
    b'at":"2026-","validation_status":"unvalidated","validation_by":"","version":1,"properties":'
    b'{},"evidence":[]}'
    b'{"uid":"-4","user_id":"#lifelog","namespace":"","kind":"","subject_id":null,"predicate":""'
    b',"value":"","body":"","valid_from":"2026-","valid_to":null,"recorded_at":"2026-","supersed'
    b'ed_at":null,"last_confirmed_at":"2026-","due_at":null,"completed_at":null,"confidence":0.5'
    b',"salience":0.5,"searchable":true,"relation_id":null,"extraction_method":"","validation_st'
    b'atus":"unvalidated","validation_by":"","extra_data":{},"evidence":[]}'
    b'{"entity_id":"-4","user_id":"#lifelog","entity_type_id":null,"entity_subtype":"","name":""'
    b',"name_key":"","reading":"","description":"","confidence_score":0.5,"extraction_count":0,"'
    b'validation_status":"unvalidated","validation_by":"","attributes":{},"coordinates":null,"te'
    b'mporal_info":null,"importance_score":0.5,"usage_count":0,"last_mentioned_at":null,"created'
    b'_at":"2026-","updated_at":"2026-","merged_from":[],"merged_into_id":null,"extra_data":{}}'
    b'{"mentions":[{"entity_id":null,"memory_id":null,"user_id":"#lifelog","link_type":"mentions'
    b'","surface":"","relevance_score":0.5,"position_in_text":null,"context_window":"","extracti'
    b'on_method":"","extraction_confidence":null,"created_at":"2026-","updated_at":"2026-"}]}'
    b'{"src_memory_id":null,"dst_memory_id":null,"user_id":"#lifelog","namespace":"","relation_t'
    b'ype_id":null,"relation_subtype":"","direction":"forward","weight":1.0,"evidence_count":1,"'
    b'confidence_score":1.0,"extraction_method":"","extraction_confidence":null,"keywords_common'
    b'":[],"context_window":null,"created_at":"2026-","updated_at":"2026-","last_used_at":null,"'
    b'last_evidence_at":"2026-","validation_status":"unvalidated","validation_by":"","notes":"",'
    b'"version":1,"properties":{}}'
    b'{"uid":"-4","user_id":"#lifelog","namespace":"","device_id":"default","session_id":null,"e'
    b'xternal_id":null,"source":"api","raw_text":"","assistant_text":"","title":"","summary_text'
    b'":"","micro_summary":"","image_summaries":[],"speaker":"user","language":"en","content_has'
    b'h":"","memory_type":"note","category":"","context_id":null,"relation_labels":[],"client_co'
    b'ntext":{},"extra_data":{},"importance_score":0.5,"confidence":1.0,"trust":"owner","is_orde'
    b'r":false,"usage_count":0,"decay_score":1.0,"pinned":false,"searchable":true,"consolidated_'
    b'flag":false,"canonical_id":null,"latitude":null,"longitude":null,"about_start":null,"about'
    b'_end":null,"about_time_confidence":null,"life_stage":"","created_at":"2026-","recorded_at"'
    b':"2026-","updated_at":"2026-","last_used_at":null,"archived_at":null,"invalidated_at":null'
    b',"tags":[]}'
)


def pack(value: Any, encoder: type[json.JSONEncoder] | None = None) -> bytes:
    """Return a JSON value as bytes."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), cls=encoder)
    deflate = zlib.compressobj(6, zlib.DEFLATED, -15, zdict=WORDS)
    # A lone surrogate is a text in JSON, but not in UTF-8.
    data = deflate.compress(text.encode("utf-8", "surrogatepass"))
    return bytes([VERSION]) + data + deflate.flush()


def unpack(data: bytes) -> str:
    """Return the text of a packed JSON value."""
    inflate = zlib.decompressobj(-15, zdict=WORDS)
    text = inflate.decompress(memoryview(data)[1:]) + inflate.flush()
    return text.decode("utf-8", "surrogatepass")


class Unpacked(models.Func):
    """The JSON of a packed column in SQL."""

    function = "unpacked_json"
    output_field = models.JSONField()


class PackedJSONField(models.JSONField):
    """A JSON column whose values are stored packed; SQL reads them with ``unpacked_json``."""

    def db_check(self, connection: Any) -> None:
        """Return no check: SQLite cannot read the values."""

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        """Return the packed value; None and expressions stay as they are."""
        if value is None or hasattr(value, "as_sql"):
            return value
        return pack(value, self.encoder)

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        """Return the value of a column, or of a key in it."""
        stored = unpack(value) if isinstance(value, bytes) else value
        return super().from_db_value(stored, expression, connection)

    def get_transform(self, lookup_name: str) -> Any:
        """Return the transform that reads a key of the unpacked value."""

        def key_of(packed: Any, *_arguments: Any, **_options: Any) -> KeyTransform:
            return KeyTransform(lookup_name, Unpacked(packed))

        return key_of


@lru_cache(maxsize=4)
def _text_for_sql(data: bytes) -> str:
    # Conditions on several keys of a row ask for the same value again.
    return unpack(data).encode("utf-8", "replace").decode()


def unpacked_for_sql(value: Any) -> Any:
    """Return a stored value as the text of its JSON."""
    return _text_for_sql(value) if isinstance(value, bytes) else value


def packed_for_sql(value: Any) -> Any:
    """Return the text of a JSON value as it is stored packed."""
    return pack(json.loads(value)) if isinstance(value, str) else value
