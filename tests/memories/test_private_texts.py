"""What is private or sensitive is not stored: over REST, by an import, in a change, by a move."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Annotated, Any, Literal, get_args, get_origin

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

import memories.interfaces.mcp.arguments
import memory_site.urls  # noqa: F401
from core.caller import Caller
from core.errors import InvalidInput
from core.schemas import Input, _storable, _storable_object
from entities.models import Entity, EntityAlias
from memories.models import Memory, RetrievalRun, State
from memories.schemas import MemoryPatch, SavedOut, SearchOut, parsed
from memories.services.importing.json_lines import Importer
from memories.services.update import revise
from nlp.readers import PrivacyPolicy
from packs import registry

pytestmark = pytest.mark.django_db

Save = Callable[..., SavedOut]
MAIL, SECRET = "quillmont@zorvexa.jp", "The password is hunter2!x9Q, do not lose it."
# Inputs whose texts are read again as inputs of what is in them, and fields that nobody stores.
READ_AGAIN = {("GraphDocument", "nodes"), ("GraphDocument", "edges"), ("GraphDocument", "graph")}
PRIVATE = {
    "text": "Lunch with Mika <Private>vandrool</Private> on Friday.",
    "title": "Lunch ＜private＞vandrool＜/private＞",
    "speaker": "Mika <private>vandrool</private>",
    "context": "Trip <private>vandrool</private>",
    "assistant_text": "Noted. <private>vandrool",
    "tags": ["food", "<private>vandrool</private>", "x <private>vandrool</private>"],
    "entities": [{"name": "Mika <private>vandrool</private>", "aliases": ["<private>vandrool"]}],
    "relations": [{"source": "Mika", "target": "Acme", "reason": "<private>vandrool</private>"}],
    "states": [{"predicate": "likes", "value": "soup <private>vandrool</private>"}],
    "client_context": {"app": ["<private>vandrool</private>"]},
    "extra_data": {"note": {"a < private >vandrool</ private > b": "<private>vandrool"}},
    "image_summaries": ["a table <private>vandrool</private>"],
}
SENSITIVE = {
    "text": f"Write to {MAIL}",
    "assistant_text": f"I wrote to {MAIL}",
    "title": MAIL,
    "speaker": f"Mika {MAIL}",
    "context": f"Mails to {MAIL}",
    "tags": [MAIL, f"of {MAIL}"],
    "entities": [{"name": MAIL}, {"name": "Mika", "type": "Person", "aliases": [MAIL]}],
    "relations": [
        {"source": "Mika", "target": MAIL},
        {"source": "Mika", "target": "Acme", "reason": f"says {MAIL}"},
    ],
    "states": [{"predicate": "email", "value": MAIL}, {"subject": MAIL, "value": "old"}],
    "client_context": {"app": MAIL},
    "extra_data": {"to": [MAIL]},
    "image_summaries": [f"a card: {MAIL}"],
}  # fmt: skip


@pytest.fixture
def policy(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Give the pack “dev” a policy."""

    def _policy(**values: str) -> None:
        spec, find = replace(registry.get("dev"), privacy=PrivacyPolicy(**values)), registry.find
        monkeypatch.setattr(registry, "find", lambda pack: spec if pack == "dev" else find(pack))

    return _policy


def holding(word: str) -> list[str]:
    """Return the tables in which a word stands."""
    return [
        model._meta.label
        for model in apps.get_models()
        if any(word in str(row).casefold() for row in model._default_manager.values_list())
    ]


def imported(owner: Caller, *items: dict[str, Any], pack: str = "dev") -> list[str]:
    lines = [json.dumps(item).encode() for item in items]
    importer = Importer(caller=owner, file_name="old.jsonl", pack=pack)
    return [failed.reason for failed in importer.load(lines, lambda size: None).failed]


def changed(owner: Caller, saved: SavedOut, **fields: Any) -> Any:
    return revise(owner, saved.id, parsed(MemoryPatch, fields))


def inputs(kind: type[Input] = Input) -> Iterator[type[Input]]:
    for inner in kind.__subclasses__():
        # Other tests have inputs of their own.
        if not inner.__module__.startswith("tests."):
            yield inner
        yield from inputs(inner)


def read_by(annotation: Any, rules: list[Any]) -> Iterator[list[Any]]:
    """Yield what checks each text of a type."""
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        yield from read_by(inner[0], [*inner[1:], *rules])
    elif annotation is str or _storable_object in (getattr(rule, "func", 0) for rule in rules):
        yield rules
    elif origin is not Literal:
        for one in inner:
            yield from read_by(one, [] if origin in (list, dict, tuple) else rules)


def is_bare(rules: list[Any]) -> bool:
    """Whether a text may hold a tag, and none of its rules takes private parts out."""
    functions = {getattr(rule, "func", None) for rule in rules}
    patterned = any("[a-z][a-z0-9_]" in str(getattr(rule, "pattern", "")) for rule in rules)
    return not patterned and not functions & {_storable, _storable_object}


def test_every_text_of_every_input_loses_its_private_parts() -> None:
    fields = [
        (kind, name, rules)
        for kind in inputs()
        if kind.__module__.split(".")[0] in {"core", "accounts", "entities", "graph", "memories"}
        for name, field in kind.model_fields.items()
        for rules in read_by(field.annotation, field.metadata)
    ]
    assert len(fields) > 250
    bare = {(kind.__name__, name) for kind, name, rules in fields if is_bare(rules)}
    assert bare - READ_AGAIN == {("LinkPayload", "parts"), ("RelationPayload", "parts"),
                                 ("SensitivePayload", "spans"),
                                 # Taken as they are, and stored nowhere.
                                 ("LeaveInput", "password"), ("ArchiveExport", "passphrase")}  # fmt: skip
    assert memories.interfaces.mcp.arguments.SaveArguments in {kind for kind, _, _ in fields}


def test_private_parts_over_rest(api: APIClient) -> None:
    saved = api.post("/api/memories/", PRIVATE, format="json")
    assert saved.status_code == 201, saved.content
    address = f"/api/memories/{saved.json()['id']}/"
    memory = api.get(address).json()
    assert memory["text"] == "Lunch with Mika [private] on Friday."
    assert memory["title"] == "Lunch [private]" and sorted(memory["tags"]) == [
        "food",
        "x [private]",
    ]
    batch = api.post("/api/memories/batch/", {"memories": [PRIVATE, {"text": "b"}]}, format="json")
    assert batch.status_code == 201, batch.content
    change = {"text": "Dinner <private>vandrool</private>", "reason": "<private>vandrool"}
    assert api.patch(address, change, format="json").json()["text"] == "Dinner [private]"
    link = {"source_id": memory["id"], "target_id": batch.json()["results"][1]["id"]}
    linked = api.post("/api/links/", {**link, "reason": "as <private>vandrool"}, format="json")
    assert linked.status_code == 201 and linked.json()["reason"] == "as [private]"
    assert holding("vandrool") == []


def test_what_is_only_private_fails_no_line_of_an_import(owner: Caller) -> None:
    """A mistake in an annotation still does."""
    assert not imported(owner, PRIVATE)
    assert sorted(Memory.objects.get().tags.values_list("name", flat=True)) == [
        "food",
        "x [private]",
    ]
    assert not holding("vandrool")
    hidden = {"text": "Soup.", "entities": [{"name": "<private>vandrool</private>"}]}
    assert not imported(owner, hidden)
    assert imported(owner, {"text": "Bread.", "tags": ["x" * 101]})


def test_private_parts_of_an_import(owner: Caller) -> None:
    only = {"text": "<private>vandrool</private>"}
    (reason,) = imported(owner, {"text": "a <private>vandrool</private>"}, only)
    assert "private" in reason and "vandrool" not in reason
    assert Memory.objects.get().raw_text == "a [private]" and holding("vandrool") == []


@pytest.mark.parametrize("method", ["post", "patch"])
def test_only_private(api: APIClient, owner: Caller, save: Save, method: str) -> None:
    kept = save(owner, "Lunch on Friday")
    address = "/api/memories/" + (f"{kept.id}/" if method == "patch" else "")
    given = {"text": "  <private>vandrool</private>."}
    refused = getattr(api, method)(address, given, format="json")
    (problem,) = refused.json()["errors"]
    assert refused.status_code == 400 and problem["field"] == "text"
    assert "nothing to store" in problem["detail"] and holding("vandrool") == []
    assert Memory.objects.get().raw_text == "Lunch on Friday"


def test_private_parts_of_a_search(
    owner: Caller, save: Save, find: Callable[..., SearchOut]
) -> None:
    save(owner, "Lunch on Friday")
    assert find(owner, "lunch <private>vandrool</private>").results
    with pytest.raises(InvalidInput, match="query"):
        find(owner, "<private>vandrool</private>")
    assert "vandrool" not in str(list(RetrievalRun.objects.values_list())) and not holding(
        "vandrool"
    )


def test_every_text_of_a_save_is_masked(owner: Caller, save: Save, policy: Any) -> None:
    policy(personal_data="mask")
    saved = save(owner, pack="dev", **SENSITIVE)
    memory = Memory.objects.get(uid=saved.id)
    assert memory.raw_text == "Write to [email]" and memory.title == "Write to [email]"
    assert [tag.name for tag in memory.tags.all()] == ["of [email]"]
    assert memory.extra_data["masked"] == ["email"]
    assert "Masked before it was stored: e-mail address." in saved.warnings
    assert not imported(owner, SENSITIVE, {**SENSITIVE, "text": "Another"})
    # A masked name would join all people of whom only that is known.
    assert not Entity.objects.filter(name="[email]").exists()
    assert not EntityAlias.objects.filter(alias="[email]").exists()
    assert list(State.objects.filter(predicate="email").values_list("value", flat=True)[:1]) == [
        "[email]"
    ]
    assert holding("quillmont@") == []


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("title", {"title": SECRET}),
        ("tags.0", {"tags": [SECRET]}),
        ("entities.0.name", {"entities": [{"name": SECRET}]}),
        ("states.0.value", {"states": [{"value": SECRET}]}),
        ("relations.0.reason", {"relations": [{"source": "A", "target": "B", "reason": SECRET}]}),
        ("image_summaries.0", {"image_summaries": [SECRET]}),
        ("extra_data.a.b", {"extra_data": {"a": {"b": SECRET}}}),
    ],
)
def test_any_text_of_a_save_can_refuse_it(
    api: APIClient, owner: Caller, policy: Any, path: str, fields: dict[str, Any]
) -> None:
    policy(secrets="refuse")
    item = {"text": "Log in", "pack": "dev", **fields}
    refused = api.post("/api/memories/", item, format="json")
    assert [error["field"] for error in refused.json()["errors"]] == [path]
    (reason,) = imported(owner, item)
    assert "password" in reason and holding("hunter2") == []


def test_changes_are_treated_as_saves_are(
    api: APIClient, owner: Caller, save: Save, policy: Any
) -> None:
    policy(secrets="refuse", personal_data="mask")
    saved = save(owner, "Lunch", pack="dev")
    address = f"/api/memories/{saved.id}/"
    fields = {"text": f"Ask {MAIL}", "tags": [f"of {MAIL}", MAIL], "reason": f"by {MAIL}"}
    answer = api.patch(address, fields, format="json").json()
    assert (answer["text"], answer["title"], answer["tags"]) == ("Ask [email]",) * 2 + (
        ["of [email]"],
    )
    assert answer["warnings"] == ["Masked before it was stored: e-mail address."]
    assert answer["extra_data"]["masked"] == ["email"]
    refused = api.patch(address, {"text": SECRET}, format="json")
    assert [(e["field"], e["code"]) for e in refused.json()["errors"]] == [("text", "sensitive")]
    assert api.patch(address, {"pinned": True}, format="json").json()["warnings"] == []
    after = api.patch(address, {"text": "Dinner"}, format="json").json()
    assert after["warnings"] == [] and "masked" not in after["extra_data"]
    assert holding("quillmont@") == holding("hunter2") == []


def test_a_memory_that_moves_is_treated_by_the_pack_it_moves_to(
    owner: Caller, save: Save, policy: Any
) -> None:
    policy(secrets="refuse", personal_data="mask")
    saved = save(owner, f"Ask {MAIL}", pack="work", tags=[MAIL], image_summaries=[MAIL])
    moved = changed(owner, saved, pack="dev")
    assert (moved.text, moved.title, moved.tags) == ("Ask [email]", "Ask [email]", [])
    assert moved.image_summaries == ["[email]"] and moved.warnings
    secret = save(owner, SECRET, pack="work")
    with pytest.raises(InvalidInput) as refused:
        changed(owner, secret, pack="dev")
    assert refused.value.problems[0].field == "text"
    assert Memory.objects.get(uid=secret.id).pack == "work"
    # The text that it comes with is what counts, and the policy is the new pack's.
    moved = changed(owner, secret, pack="dev", text=f"Ask {MAIL}")
    assert (moved.pack, moved.text, moved.title) == ("dev", "Ask [email]", "Ask [email]")
    back = changed(owner, saved, pack="work", text=f"Ask {MAIL}")
    assert (back.pack, back.text, back.warnings) == ("work", f"Ask {MAIL}", [])


def test_links_and_states_are_treated_too(
    api: APIClient, owner: Caller, save: Save, policy: Any
) -> None:
    policy(secrets="refuse", personal_data="mask")
    ends = [str(save(owner, text, pack="dev").id) for text in ("Lunch", "Dinner")]
    link = {"source_id": ends[0], "target_id": ends[1], "reason": f"says {MAIL}"}
    stored = api.post("/api/links/", link, format="json").json()
    assert stored["reason"] == "says [email]"
    address = f"/api/links/{stored['id']}/"
    changed_link = api.patch(address, {"reason": f"wrote {MAIL}"}, format="json").json()
    assert changed_link["reason"] == "wrote [email]"
    assert api.patch(address, {"reason": SECRET}, format="json").status_code == 400
    fact = {"pack": "dev", "predicate": "email", "value": MAIL, "reason": MAIL}
    state = api.post("/api/states/", fact, format="json").json()
    assert state["value"] == "[email]"
    address = f"/api/states/{state['id']}/"
    assert api.patch(address, {"body": f"It is {MAIL}"}, format="json").json()["body"] == (
        "It is [email]"
    )
    refused = api.patch(address, {"value": SECRET}, format="json")
    assert [error["field"] for error in refused.json()["errors"]] == ["value"]
    assert holding("quillmont@") == holding("hunter2") == []


def test_the_form_of_the_browser_says_so(owner: Caller, client: Client) -> None:
    client.force_login(User.objects.get(username="alice"))
    shown = client.post(
        reverse("memory-save"),
        {"text": "<private>vandrool</private>"},
        headers={"accept-language": "en", "host": "localhost"},
    )
    assert shown.status_code == 422 and "marked as private" in shown.content.decode()
    assert holding("vandrool") == []
