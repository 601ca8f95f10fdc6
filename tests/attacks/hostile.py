"""Hostile texts in every field that the API takes."""

from collections.abc import Callable
from typing import Any

Post = Callable[..., Any]


def fill(post: Post, short: str, long: str, link: str) -> list[str]:
    """Store texts by ``post(path, body, method)`` in every field; return the addresses of pages.

    ``short`` has at most 64 characters.
    """
    body = {
        "text": long, "title": short, "speaker": long[:200], "pack": "work", "session_id": short,
        "device_id": short, "category": short, "tags": [short, link], "context": long[:200],
        "external_id": long[:200], "assistant_text": long,
        "entities": [{"name": long[:200], "type": "Person", "aliases": [short, link]},
                     {"name": link, "type": "Project"}],
        "relations": [{"source": long[:200], "target": link, "type": "participates_in",
                       "reason": long}],
        "states": [{"subject": long[:200], "predicate": "likes", "value": long}],
        "client_context": {short: long}, "extra_data": {short: long, "url": link},
        "image_summaries": [long],
    }  # fmt: skip
    first = post("memories/?wait=true", body)["id"]
    second = post("memories/?wait=true", {
        **body, "text": f"{long} again", "external_id": None,
        "links": [{"target_id": first, "type": "supports", "reason": long}]})["id"]  # fmt: skip
    entity = post("entities/", {"name": f"E {short}", "type": "Concept", "pack": "work",
                                "description": long, "attributes": {short: long}})["id"]  # fmt: skip
    post("states/", {"kind": "task", "pack": "work", "subject": entity, "value": long, "body": long,
                     "due_at": "2030-01-01T00:00:00Z"})  # fmt: skip
    linked = {"source": first, "target": second, "type": "extends"}
    said = {"subject": entity, "predicate": "likes", "value": long}
    for kind, payload in (("link", linked), ("state", said)):
        post("inbox/", {"proposals": [{"kind": kind, "payload": payload, "evidence": [first],
                                       "reason": long, "confidence": 0.6}]})  # fmt: skip
    post(f"memories/{second}/", {"title": f"t {short}", "reason": long}, "PATCH")
    post("graph/views/", {"name": short, "state": {"focus": [f"entity:{entity}"], short: [long]}})
    run = post("memories/search/", {"query": long})["run_id"]
    return [
        f"/memories/{first}/", f"/memories/{second}/", f"/memories/{second}/edit/",
        f"/memories/{first}/forget/", f"/entities/{entity}/", f"/searches/{run}/",
        f"/graph/?focus=memory:{first}", f"/graph/node/?id=entity:{entity}",
        f"/graph/node/?id=memory:{first}",
    ]  # fmt: skip
