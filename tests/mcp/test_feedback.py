"""An assistant says what helped; REST shows it with the search."""

from tests.live_server import LiveServer

from .conftest import Call, text_of


def test_a_hit_and_a_search_are_judged(call: Call, server: LiveServer) -> None:
    memory_id = call("save_memory", text="灯台の鍵は青い箱の中").structured_content["id"]
    run_id = call("search_memories", query="灯台の鍵").structured_content["run_id"]
    given = call("feedback", run_id=run_id, memory_id=memory_id, useful=True, rating=5)
    assert not given.is_error and "useful" in text_of(given)
    whole = call("feedback", run_id=run_id, useful=False, comment="too many")
    assert whole.structured_content["noted"] == "the whole search was not useful"
    with server.client() as client:
        run_id = client.get("/api/runs/").json()["results"][0]["id"]
        feedback = client.get(f"/api/runs/{run_id}/").json()["feedback"]
    assert [(row["useful"], row["rating"]) for row in feedback] == [(True, 5), (False, None)]


def test_a_search_that_is_not_there(call: Call) -> None:
    refused = call("feedback", run_id="0" * 8 + "-0000-4000-8000-" + "0" * 12, useful=True)
    assert refused.is_error and "run" in text_of(refused)
