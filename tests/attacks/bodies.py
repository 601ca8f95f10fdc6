"""Bodies that the document cannot describe in full: what they refer to must exist."""

from typing import Any

from core.models import Revision
from entities.models import MentionRuling
from memories.models import Memory

from .openapi import Harvest


def examples(harvest: Harvest) -> dict[str, list[Any]]:
    """Return bodies by the name of their schema, with somebody's ids in them."""
    memories = harvest.ids["/api/memories/"]
    entities = harvest.ids["/api/entities/"]
    names = [name for name in harvest.values["name"] if isinstance(name, str)][:3]
    texts = [text for text in harvest.values["text"] if isinstance(text, str)][:2]
    proposal = {"kind": "link", "confidence": 0.6, "evidence": memories[:1], "payload": {
        "source": memories[0], "target": memories[1], "type": "extends"}}  # fmt: skip
    state = {"kind": "state", "payload": {"subject": entities[0], "predicate": "likes",
             "value": "rain"}, "evidence": memories[:1]}  # fmt: skip
    alike = {"kind": "entity_merge", "payload": {"keep": entities[0], "merge": entities[1]}}
    nodes = [{"id": f"memory:{memories[0]}"}, {"id": f"entity:{entities[0]}"}]
    edge = {"source": nodes[0]["id"], "target": nodes[1]["id"]}
    people = [{"name": name, "type": "Person"} for name in names]
    merges = Revision.objects.filter(action="MERGE").values_list("change_id", flat=True)
    changes = Revision.objects.filter(target_type="state").values_list("change_id", flat=True)
    return {
        "EntityUndo": [{"change_id": str(one)} for one in dict.fromkeys(merges)],
        "StateUndo": [{"change_id": str(one)} for one in list(dict.fromkeys(changes))[:2]],
        "OtherEntity": [{"other": one} for one in entities[:3]],
        "NewLink": [{"source_id": memories[0], "target_id": memories[1]}],
        "ForgetInput": [{"ids": memories[:1], "confirm": choice} for choice in (False, True)],
        "ForgetByFilter": [{"filters": {"matching": text}} for text in texts],
        "FoldInput": [{"into": one} for one in memories[:2]],
        "AnswerInput": [{"text": "an answer", "evidence": memories[:2]}],
        "NewRelationType": [{"key": "probes", "display_name": "p", "display_name_en": "p",
                             "scope": "entities", "canonical_type": key}
                            for key in harvest.ids["/api/relation-types/"][:2]],
        "NewProposals": [{"proposals": [one]} for one in (proposal, state, alike)],
        "GraphDocument": [{"nodes": nodes, "edges": [edge]},
                          {"nodes": [{"id": 1, "name": names[0]}], "edges": []}],
        "PinsInput": [{"pin": {node["id"]: [0.1, 0.2]}} for node in nodes],
        "ViewInput": [{"name": "mine", "state": {"focus": [nodes[1]["id"]]}}],
        "MentionRule": [{"start": 0, "surface": texts[0][:5], "verdict": "is", "entity": entities[0]},
                        {"start": 0, "surface": texts[0][:5], "verdict": "is_not"}],
        "MemoryInput": [kept_elsewhere(),
                        {"text": "a note", "entities": people, "relations": [
                            {"source": names[0], "target": names[1], "type": "knows"}]},
                        *({"text": "a note", "links": [{"target_id": one}]} for one in memories[:2]),
                        {"text": "a note", "replaces": memories[:1]}],
        "StateInput": [{"kind": "fact", "predicate": "likes", "value": "rain", "subject": entities[0],
                        "evidence": memories[:1]}],
        "SearchInput": [{"query": text} for text in (*texts, *names)],
        "ContextInput": [{"message": text} for text in texts],
        "RuleInput": [{"kind": "link", "pack": "work", "decision": "reject",
                       "condition": {"type": "extends"}}],
        "EntityMerge": [{"merge": one, "preview": choice} for one in entities[:2]
                        for choice in (True, False)],
    }  # fmt: skip


def kept_elsewhere() -> dict[str, Any]:
    """Return a save of what alice has stored under the same external id."""
    memory = Memory.objects.exclude(external_id=None).earliest("pk")
    return {"text": memory.raw_text, "external_id": memory.external_id, "source": memory.source}


def queries(harvest: Harvest) -> dict[str, list[dict[str, Any]]]:
    """Return query parameters by operation, with somebody's ids in them."""
    memories = harvest.ids["/api/memories/"]
    nodes = [f"memory:{memories[0]}", f"memory:{memories[1]}",
             f"entity:{harvest.ids['/api/entities/'][0]}"]  # fmt: skip
    return {
        "get /api/graph/lineage/": [{"id": node} for node in nodes],
        "get /api/graph/neighbors/": [{"id": node} for node in nodes],
        "get /api/graph/path/": [{"source_id": nodes[0], "target_id": node} for node in nodes[1:]],
        "get /api/graph/snapshot/": [{"focus": node, "depth": 2} for node in nodes],
        "get /api/graph/export/": [{"focus": node, "depth": 2, "texts": True} for node in nodes],
        "delete /api/memories/{id}/mentions/": [
            {"start": 0, "surface": one.surface} for one in MentionRuling.objects.all()],
    }  # fmt: skip


def tool_arguments(harvest: Harvest) -> dict[str, list[dict[str, Any]]]:
    """Return arguments by MCP tool, with somebody's ids and names in them."""
    memories, entities = harvest.ids["/api/memories/"], harvest.ids["/api/entities/"]
    everything = [*memories[:2], *entities[:3], *harvest.ids["/api/states/"][:2],
                  *harvest.ids["/api/inbox/"][:2]]  # fmt: skip
    texts = [text for text in harvest.values["text"] if isinstance(text, str)][:2]
    deeds = ("done", "ended", "accept", "reject", "undo", "keep")
    return {
        "find_path": [{"source_id": memories[0], "target_id": one} for one in everything[1:]],
        "entity_neighbors": [{"id": one} for one in everything],
        "graph_snapshot": [{"focus": [one], "depth": 2} for one in everything],
        "tasks": [{}, {"status": "all"}],
        "resolve": [{"action": deed, "id": one} for deed in deeds for one in everything[5:]],
        "history": [{"id": one} for one in everything],
        "save_memory": [kept_elsewhere()],
        "save_memories": [{"memories": [kept_elsewhere()]},
                          {"memories": [{"text": "a note", "replaces": memories[:1]}]}],
        "relate": [{"source_id": memories[0], "target_id": memories[1]}],
        "search_memories": [{"query": text, "explain": True} for text in texts],
        "build_context": [{"message": text} for text in texts],
        "get_memory": [{"id": one} for one in everything] + [{"id": memories[0][:8]}],
        "explore_related": [{"id": one, "depth": 2} for one in memories[:2]],
        "feedback": [{"run_id": one, "useful": True, "memory_id": memories[0]}
                     for one in harvest.ids["/api/runs/"]],
        "update_memory": [{"id": memories[0], "pinned": True}],
        "forget": [{"ids": memories[:1], "confirm": choice} for choice in (False, True)],
    }  # fmt: skip
