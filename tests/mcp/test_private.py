"""What is private or sensitive does not reach the disk by way of a tool."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.live_server import LiveServer, live_server

from .conftest import Call, text_of

MAIL, SECRET = "quillmont@zorvexa.jp", "hunter2!x9Q"
SAVED = {
    "text": "Lunch with Mika <PRIVATE>vandrool</PRIVATE> on Friday.",
    "title": "Lunch ＜private＞glimberwock＜/private＞",
    "assistant_text": "Noted. <private>frobnitzka",
    "tags": ["food", "<private>tagsworble</private>", "x <private>tagsplintz</private>"],
    "entities": [{"name": "Mika <private>ombrelli</private>", "type": "Person"}],
    "states": [{"subject": "me", "predicate": "likes", "value": "soup <private>quonset</private>"}],
    "extra_data": {"note": "a < private >drummel</ private > b", "k <private>yimbly</private>": 1},
    "image_summaries": ["a table <private>whistrop</private>"],
}
WORDS = (
    "vandrool", "glimberwock", "frobnitzka", "tagsworble", "tagsplintz", "ombrelli", "quonset",
    "drummel", "yimbly", "whistrop", "laterwobben", "whyplonket", "grixle", "narvik",
    "quillmont@", "hunter2",
)  # fmt: skip


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server whose pack “dev” masks personal data and refuses secrets."""
    where = tmp_path_factory.mktemp("masking")
    with live_server(where, application="tests.mcp.masking_site:application") as running:
        yield running


def on_disk(server: LiveServer) -> list[str]:
    """Return which words stand anywhere in the files of the server, its log among them."""
    files = [path for path in server.data_dir.rglob("*") if path.is_file()]
    raw = b"".join(path.read_bytes().lower() for path in files)
    return [word for word in WORDS if word.encode() in raw or word.encode("utf-16-le") in raw]


def test_private_parts_are_never_stored(server: LiveServer, call: Call) -> None:
    saved = call("save_memory", pack="work", **SAVED).structured_content
    assert saved
    uid = saved["id"]
    call("save_memories", memories=[{"text": "Second <private>narvik</private> one"}])
    changed = call(
        "update_memory",
        id=uid,
        text="Dinner <private>laterwobben</private> on Friday",
        reason="so <private>whyplonket</private>",
    )
    assert not changed.is_error and "Dinner [private] on Friday" in text_of(changed)
    call("search_memories", query="Dinner <private>grixle</private>")
    assert on_disk(server) == []


def test_a_text_that_is_only_private_is_refused(refused: Callable[..., dict[str, str]]) -> None:
    assert refused("save_memory", text="<private>vandrool</private>") == {"text": "private"}
    result = refused("save_memories", memories=[{"text": "a"}, {"text": "＜private＞b"}])
    assert result == {"memories.1.text": "private"}


def test_a_pack_masks_what_is_saved_and_changed(server: LiveServer, call: Call) -> None:
    fields: dict[str, Any] = {
        "text": f"Write to {MAIL}",
        "title": f"Mail of {MAIL}",
        "tags": [MAIL],
        "entities": [{"name": MAIL, "type": "Concept"}, {"name": "Mika", "aliases": [MAIL]}],
        "relations": [{"source": "Mika", "target": "Acme", "reason": f"says {MAIL}"}],
    }
    saved = call("save_memory", pack="dev", **fields)
    assert "Masked before it was stored: e-mail address." in text_of(saved)
    assert saved.structured_content
    uid = saved.structured_content["id"]
    changed = call("update_memory", id=uid, text=f"Now ask {MAIL}", tags=[f"of {MAIL}"])
    assert "Now ask [email]" in text_of(changed)
    assert "Masked before it was stored: e-mail address." in text_of(changed)
    assert on_disk(server) == []


def test_a_pack_refuses_secrets_in_changes(
    server: LiveServer, call: Call, refused: Callable[..., dict[str, str]]
) -> None:
    secret = f"The password is {SECRET}, do not lose it."
    assert refused("save_memory", text="Log in", title=secret, pack="dev") == {"title": "sensitive"}
    saved = call("save_memory", text="Log in as root", pack="dev").structured_content
    assert saved
    assert refused("update_memory", id=saved["id"], text=secret) == {"text": "sensitive"}
    assert on_disk(server) == []
