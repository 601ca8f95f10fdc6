"""What a tool gives to read is noted with the ids that it wrote short."""

from tests.live_server import LiveServer

from .conftest import Call


def test_tools_that_read_are_noted(call: Call, server: LiveServer) -> None:
    saved = call("save_memory", text="The reading room closes at eight.").structured_content
    assert saved
    assert not call("get_memory", id=saved["id"]).is_error
    call("search_memories", query="reading room")
    with server.client() as client:
        asked = {"action": "ACCESS", "target_type": "reading"}
        noted = client.get("/api/revisions/", params=asked).json()["results"]
    ours = [one for one in noted if saved["id"] in str(one["after"]).replace("-", "")]
    assert [one["target_id"] for one in ours] == ["get_memory"]
    assert ours[0]["actor"] == "assistant:test"
