from django.db import migrations

# key: (Japanese, English, scope, family, inverse, directed, symmetric, transitivity, single_valued)
M, E, B = "memories", "entities", "both"
TYPES = {
    "mentions": ("言及", "Mentions", B, "mentions", "", False, True, "none", False),
    "relates_to": ("関連", "Relates to", B, "related", "", False, True, "none", False),
    "contains": ("包含", "Contains", B, "contains", "part_of", True, False, "full", False),
    "located_at": ("位置", "Located at", E, "located_in", "", True, False, "limited", True),
    "participates_in": ("参加", "Participates in", E, "participates_in", "", True, False, "none", False),
    "causes": ("原因", "Causes", B, "causes", "caused_by", True, False, "limited", False),
    "co_occurrence": ("共起", "Occurs with", B, "co_occurrence", "", False, True, "none", False),
    "sequence": ("連続", "Followed by", B, "sequence", "", True, False, "full", False),
    "similarity": ("類似", "Similar", B, "similar_to", "", False, True, "none", False),
    "opposition": ("対立", "Opposes", B, "contradicts", "", False, True, "none", False),
    "dependency": ("依存", "Depends on", B, "depends_on", "", True, False, "full", False),
    "ownership": ("所有", "Owns", E, "owns", "", True, False, "none", False),
    # memory to memory
    "temporal_sequence": ("時間的連続", "Before", M, "sequence", "", True, False, "full", False),
    "temporal_parallel": ("時間的並行", "At the same time", M, "parallel", "", False, True, "none", False),
    "temporal_causality": ("時間的因果", "Leads to", M, "causes", "", True, False, "limited", False),
    "semantic_similarity": ("意味的類似", "Similar in meaning", M, "similar_to", "", False, True, "none", False),
    "thematic_connection": ("テーマ関連", "Same theme", M, "same_topic", "", False, True, "none", False),
    "conceptual_hierarchy": ("概念階層", "Broader than", M, "type_of", "", True, False, "full", False),
    "causality": ("因果関係", "Causes", M, "causes", "caused_by", True, False, "limited", False),
    "reference": ("参照", "Refers to", M, "reference", "", True, False, "none", False),
    "elaboration": ("詳細化", "Elaborates", M, "extends", "", True, False, "none", False),
    "contradiction": ("矛盾", "Contradiction", M, "contradicts", "", False, True, "none", False),
    "same_session": ("同一セッション", "Same session", M, "same_session", "", False, True, "none", False),
    "conversation_flow": ("会話流れ", "Conversation flow", M, "continuation", "", True, False, "none", False),
    "supports": ("支持", "Supports", M, "supports", "", True, False, "none", False),
    "conflicts": ("対立する", "Conflicts with", M, "contradicts", "", False, True, "none", False),
    "explains": ("説明", "Explains", M, "explains", "", True, False, "none", False),
    "reply_to": ("返信", "Replies to", M, "reply_to", "", True, False, "none", False),
    "continuation": ("続き", "Continues", M, "continuation", "", True, False, "none", False),
    "caused_by": ("原因となった", "Caused by", B, "causes", "causes", True, False, "limited", False),
    "same_topic": ("同じ話題", "Same topic", M, "same_topic", "", False, True, "none", False),
    "related": ("関連する", "Related", M, "related", "", False, True, "none", False),
    "supersedes": ("置き換える", "Supersedes", M, "supersedes", "", True, False, "full", False),
    "contradicts": ("矛盾する", "Contradicts", M, "contradicts", "", False, True, "none", False),
    "extends": ("拡張する", "Extends", M, "extends", "", True, False, "none", False),
    "depends_on": ("前提とする", "Depends on", M, "depends_on", "", True, False, "full", False),
    # entity to entity
    "family_member": ("家族", "Family", E, "family_member", "", False, True, "none", False),
    "friend": ("友人", "Friend", E, "friend", "", False, True, "none", False),
    "colleague": ("同僚", "Colleague", E, "colleague", "", False, True, "none", False),
    "knows": ("知人", "Knows", E, "knows", "", False, True, "none", False),
    "located_in": ("所在", "Located in", E, "located_in", "", True, False, "full", True),
    "near_to": ("近接", "Near", E, "near_to", "", False, True, "none", False),
    "part_of": ("部分", "Part of", E, "contains", "contains", True, False, "full", False),
    "member_of": ("所属", "Member of", E, "member_of", "", True, False, "none", False),
    "works_for": ("勤務", "Works for", E, "works_for", "", True, False, "none", True),
    "leads": ("指導", "Leads", E, "leads", "", True, False, "none", False),
    "instance_of": ("インスタンス", "Instance of", E, "instance_of", "", True, False, "none", False),
    "type_of": ("タイプ", "Kind of", E, "type_of", "", True, False, "full", False),
    "similar_to": ("似ている", "Similar to", E, "similar_to", "", False, True, "none", False),
    # one thing in two packs
    "same_as": ("同一", "Same as", E, "same_as", "", False, True, "full", False),
}


def add_types(apps, schema_editor):
    RelationType = apps.get_model("graph", "RelationType")
    RelationType.objects.using(schema_editor.connection.alias).bulk_create(
        [
            RelationType(
                type_name=key, display_name=ja, display_name_en=en, scope=scope, canonical_type=family,
                inverse_type=inverse, is_directed=directed, is_symmetric=symmetric,
                transitivity=transitivity, single_valued=single,
                line_style="solid" if directed else "dashed", arrow_style="arrow" if directed else "",
            )
            for key, (ja, en, scope, family, inverse, directed, symmetric, transitivity, single) in TYPES.items()
        ],
        ignore_conflicts=True,
    )


class Migration(migrations.Migration):
    dependencies = [("graph", "0002_references")]

    # Backwards, types stay because rows may use them; they go with their table.
    operations = [migrations.RunPython(add_types, migrations.RunPython.noop)]
