"""Tasks, decisions and history over MCP, as an assistant uses them."""

from tests.live_server import LiveServer

from .conftest import Call, text_of


def test_a_task_from_save_to_done(call: Call) -> None:
    state = {"kind": "TODO", "value": "water the bonsai on the terrace", "due_at": "2020-01-01"}
    saved = call("save_memory", text="Water the bonsai on the terrace!", states=[state])
    assert saved.structured_content
    (held,) = saved.structured_content["now"]
    uid = held["id"]
    assert uid in text_of(call("tasks", status="overdue", limit=100))
    done = call("resolve", action="complete", id=uid, reason="the user said so")
    assert not done.is_error and done.structured_content
    # An assistant may undo what it did itself.
    change = done.structured_content["undo"]
    assert not call("resolve", action="undo", id=change).is_error
    assert uid in text_of(call("tasks", limit=100))
    assert not call("resolve", action="complete", id=uid, reason="the user said so").is_error
    assert uid not in text_of(call("tasks", limit=100))
    assert uid in text_of(call("tasks", status="done", limit=100))
    assert "the user said so" in text_of(call("history", id=uid))


def test_a_wrong_id_says_what_to_do(call: Call) -> None:
    assert "6 or more" in text_of(call("resolve", action="complete", id="12ab"))
    assert "whole id" in text_of(call("resolve", action="undo", id="12abcdef"))
    assert call("resolve", action="burn", id="12ab").is_error


def test_a_reading_token_lists_and_settles_nothing(call: Call, server: LiveServer) -> None:
    saved = call("save_memory", text="read only memory")
    assert saved.structured_content
    uid = saved.structured_content["id"]
    assert not call("tasks", as_token=server.read_token).is_error
    assert not call("history", as_token=server.read_token, id=uid).is_error
    assert call("resolve", as_token=server.read_token, action="hide", id=uid).is_error
    assert call("history", as_token=server.other_token, id=uid).is_error


def test_a_link_is_found_and_removed_and_a_memory_hidden(call: Call) -> None:
    one, two = (
        held["id"]
        for text in ("The weir was rebuilt.", "The mill has a new wheel.")
        if (held := call("save_memory", text=text).structured_content)
    )
    assert not call("relate", source_id=one, target_id=two, type="supports").is_error
    read = call("get_memory", id=one)
    assert read.structured_content
    (link,) = (
        one for one in read.structured_content["memory"]["links"] if one["type"] == "supports"
    )
    assert str(link["id"]) in text_of(read)
    assert not call("resolve", action="unlink", id=str(link["id"])).is_error
    again = call("get_memory", id=one).structured_content
    assert again and "supports" not in str(again["memory"].get("links"))
    assert not call("resolve", action="hide", id=two).is_error
    assert not call("resolve", action="restore", id=two).is_error
    assert not call("get_memory", id=two).is_error


def test_a_state_is_corrected_closed_and_reopened(call: Call) -> None:
    state = {"kind": "TODO", "value": "paint the shed"}
    saved = call("save_memory", text="I have to paint the shed.", states=[state])
    assert saved.structured_content
    uid = saved.structured_content["now"][0]["id"]
    corrected = call("resolve", action="correct", id=uid, value="paint the fence")
    assert "paint the fence" in text_of(corrected)
    assert not call("resolve", action="complete", id=uid).is_error
    assert not call("resolve", action="reopen", id=uid).is_error
    assert "paint the fence" in text_of(call("tasks", limit=100))
    assert not call("resolve", action="close", id=uid).is_error
