"""`/api/entities/`."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from core.caller import Caller
from core.models import Revision

from .conftest import ClientOf, Walk, fields_of

pytestmark = pytest.mark.django_db

URL = "/api/entities/"
TANAKA = {"name": "田中太郎", "type": "Person", "aliases": ["田中", "Tanaka"]}


def make(api: APIClient, **fields: Any) -> Any:
    return api.post(
        URL, {"name": "Kyoto office", "type": "Location", "pack": "work", **fields}, format="json"
    )


def test_it_works(api: APIClient, owner: Caller, save: Any) -> None:
    relation = {"source": "田中", "target": "Acme", "type": "works_for", "reason": "said so"}
    uid = save(
        owner, "田中 joined Acme", pack="work",
        entities=[TANAKA, {"name": "Acme", "type": "Organization"}], relations=[relation],
    ).id  # fmt: skip
    row = api.get(f"{URL}?q=tanaka").json()["results"][0]
    assert row["name"] == "田中太郎" and row["type"] == "Person" and row["memory_count"] == 1
    one = api.get(f"{URL}{row['id']}/").json()
    assert set(one["aliases"]) == {"田中", "Tanaka"}
    assert (
        one["relations"][0]["type"] == "works_for"
        and one["relations"][0]["target"]["name"] == "Acme"
    )
    assert one["relations"][0]["evidence"] == [str(uid)]
    assert api.get(f"{URL}{row['id']}/relations/").json()["results"] == one["relations"]
    about = api.get(f"{URL}{row['id']}/memories/").json()["results"]
    assert [memory["id"] for memory in about] == [str(uid)]


def test_make_change_and_remove(api: APIClient) -> None:
    made = make(api, aliases=["京都"], description="second floor", attributes={"floor": 2})
    assert made.status_code == 201
    address = f"{URL}{made.json()['id']}/"
    change = {
        "name": "京都オフィス",
        "aliases": ["Kyoto", "京都"],
        "importance": 0.9,
        "reason": "moved",
    }
    changed = api.patch(address, change, format="json").json()
    assert (changed["name"], changed["importance"]) == ("京都オフィス", 0.9)
    assert set(changed["aliases"]) == {"Kyoto", "京都"} and changed["attributes"] == {"floor": 2}
    assert api.delete(address).status_code == 204
    assert api.get(address).status_code == 404
    entries = list(Revision.objects.filter(target_type="entity", target_id=made.json()["id"]))
    assert [entry.action for entry in entries] == ["DELETE", "UPDATE", "CREATE"]
    assert entries[1].before["name"] == "Kyoto office" and entries[1].before["aliases"] == ["京都"]
    assert entries[1].reason == "moved" and entries[0].before["aliases"] == ["Kyoto", "京都"]


def test_a_renamed_person_is_found_by_the_new_name(
    api: APIClient, owner: Caller, save: Any
) -> None:
    save(owner, "She fixed it", pack="work", entities=[{"name": "Sato", "type": "Person"}])
    pk = api.get(URL).json()["results"][0]["id"]
    api.patch(f"{URL}{pk}/", {"name": "Yamada"}, format="json")
    body = {"query": "Yamada", "mode": "keyword"}
    found = api.post("/api/memories/search/", body, format="json").json()["results"]
    assert [hit["memory"]["text"] for hit in found] == ["She fixed it"]
    again = save(
        owner, "Yamada again", pack="work", entities=[{"name": "Yamada", "type": "Person"}]
    )
    assert [str(entity.id) for entity in again.entities] == [pk]


def test_one_that_is_mentioned_stays(api: APIClient, owner: Caller, save: Any) -> None:
    save(owner, "田中 called", pack="work", entities=[TANAKA])
    pk = api.get(URL).json()["results"][0]["id"]
    refused = api.delete(f"{URL}{pk}/")
    assert refused.status_code == 409 and "mentions" in refused.json()["errors"][0]["detail"]
    assert api.get(f"{URL}{pk}/").status_code == 200


def test_names_are_taken_once_for_each_type(api: APIClient) -> None:
    first = make(api, aliases=["京都"]).json()
    same = make(api, name="KYOTO　OFFICE")
    assert same.status_code == 409 and fields_of(same) == ["name"]
    assert first["id"] in same.json()["errors"][0]["detail"]
    alias = make(api, name="Second", aliases=["x", "京都"])
    assert alias.status_code == 409 and fields_of(alias) == ["aliases.1"]
    assert make(api, type="Project").status_code == 201
    other = make(api, name="Osaka office").json()
    clash = api.patch(f"{URL}{other['id']}/", {"aliases": ["京都"]}, format="json")
    assert clash.status_code == 409 and fields_of(clash) == ["aliases.0"]
    clash = api.patch(f"{URL}{other['id']}/", {"name": "kyoto office"}, format="json")
    assert clash.status_code == 409
    assert api.get(f"{URL}{other['id']}/").json()["name"] == "Osaka office"
    assert len(api.get(URL).json()["results"]) == 3


@pytest.mark.parametrize(
    ("word", "kept", "is_noted"),
    [("person", "Person", False), ("会社", "Organization", False), ("guitarist", "Concept", True)],
)
def test_words_for_types(api: APIClient, word: str, kept: str, is_noted: bool) -> None:
    made = api.post(URL, {"name": "Aozora", "type": word, "pack": "work"}, format="json").json()
    assert made["type"] == kept
    assert [note["field"] for note in made["notes"]] == ["type"] * is_noted
    address = f"{URL}{made['id']}/"
    changed = api.patch(address, {"type": word, "description": "x"}, format="json").json()
    assert (changed["type"], changed["description"]) == (kept, "x")
    assert [note["field"] for note in changed["notes"]] == ["type"] * is_noted
    alone = api.patch(address, {"type": "zorb"}, format="json")
    assert alone.status_code == 400 and fields_of(alone) == ["type"]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": None}, "name"),
        ({"name": "x" * 256}, "name"),
        ({"aliases": ["ok", ""]}, "aliases.1"),
        ({"importance": 2}, "importance"),
        ({"attributes": []}, "attributes"),
        ({"pack": "nope"}, "pack"),
        ({"mood": "good"}, "mood"),
    ],
)
def test_bad_input_names_its_field(api: APIClient, change: Any, field: str) -> None:
    refused = make(api, **change)
    assert refused.status_code == 400 and field in fields_of(refused)
    assert api.get(URL).json()["results"] == []
    made = make(api).json()
    refused = api.patch(f"{URL}{made['id']}/", change, format="json")
    assert refused.status_code == 400 and field in fields_of(refused)
    assert make(api).status_code == 409


def test_filters(api: APIClient) -> None:
    make(api)
    make(api, name="Curry", type="Concept", pack="lifelog", aliases=["カレー"])
    names = lambda query: [row["name"] for row in api.get(f"{URL}?{query}").json()["results"]]  # noqa: E731
    assert names("q=ｶﾚｰ") == ["Curry"] == names("type=Concept") == names("pack=lifelog")
    assert names("type=Concept&type=Location") == ["Curry", "Kyoto office"]
    assert names("q=_") == []
    assert fields_of(api.get(f"{URL}?pack=nope")) == ["pack"]


def test_isolation(
    api: APIClient, bob: APIClient, reader: APIClient, client_of: ClientOf, owner: Caller, save: Any
) -> None:
    save(owner, "secret 田中", pack="work", entities=[TANAKA])
    pk = api.get(URL).json()["results"][0]["id"]
    assert bob.get(URL).json()["results"] == []
    bound = client_of("alice", namespace="team")
    assert bound.get(URL).json()["results"] == []
    for refused in (
        bob.get(f"{URL}{pk}/"),
        bob.get(f"{URL}{pk}/memories/"),
        bob.get(f"{URL}{pk}/relations/"),
        bob.patch(f"{URL}{pk}/", {"name": "x"}, format="json"),
        bob.delete(f"{URL}{pk}/"),
        bound.get(f"{URL}{pk}/"),
        client_of("alice", packs=["dev"]).get(f"{URL}{pk}/"),
        api.get(f"{URL}{uuid4()}/"),
        api.get(f"{URL}5/"),
    ):
        assert refused.status_code == 404, refused.content
    assert reader.patch(f"{URL}{pk}/", {"name": "x"}, format="json").status_code == 403
    assert make(reader).status_code == 403
    assert make(client_of("alice", packs=["dev"])).status_code == 403
    assert bound.post(URL, {"name": "x"}, format="json").status_code == 403


def test_a_namespace_counts_its_own_memories(owner: Caller, save: Any, client_of: ClientOf) -> None:
    for place in ("team/a", "team/b"):
        save(owner, f"田中 in {place}", pack="work", namespace=place, entities=[TANAKA])
    bound = client_of("alice", namespace="team/a")
    row = bound.get(URL).json()["results"][0]
    assert row["memory_count"] == 1
    about = bound.get(f"{URL}{row['id']}/memories/").json()["results"]
    assert [memory["text"] for memory in about] == ["田中 in team/a"]


def test_pages_and_queries(
    api: APIClient, owner: Caller, save: Any, walk: Walk, queries_of: Callable[..., int]
) -> None:
    make(api, name="e00", aliases=["a00"])
    one = queries_of(api, URL)
    for number in range(1, 30):
        make(api, name=f"e{number:02}", aliases=[f"a{number:02}"])
    assert queries_of(api, URL) == one
    assert [row["name"] for row in walk(api, f"{URL}?limit=7")] == [f"e{n:02}" for n in range(30)]
