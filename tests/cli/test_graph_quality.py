"""`wasurena graph quality` and `wasurena inbox --methods`: what is weak, and who asks well."""

import json
from collections.abc import Callable

from core.caller import Caller
from graph.models import MemoryLink
from memories.inbox.proposals import create_proposals
from memories.models import Memory, ProposalKind
from memories.schemas import SavedOut
from memories.schemas.inbox.proposals import Suggestion
from memories.selectors.network.quality import graph_quality
from memory_site.cli.commands.graph_quality import FINDINGS, SEVERITIES
from tests.memories.inbox.conftest import NOW

from .conftest import Done

Cli = Callable[..., Done]


def test_quality_names_what_is_weak(cli: Cli, owner: Caller, save: Callable[..., SavedOut]) -> None:
    first, second = (save(owner, text, pack="work") for text in ("one [x]", "two"))
    ends = (Memory.objects.get(uid=saved.id) for saved in (first, second))
    MemoryLink.objects.create(
        **dict(zip(("src_memory", "dst_memory"), ends, strict=True)), user_id="alice#work",
        relation_type_id="supports", confidence_score=0.05, created_at=NOW,
    )  # fmt: skip
    shown = cli("graph", "quality", "--user", "alice")
    assert shown.returncode == 0, shown.stderr
    assert "confidence below 0.1" in shown.stdout and "one [x]" in shown.stdout
    assert "links: 2, relations: 0" in shown.stderr
    told = json.loads(cli("graph", "quality", "--user", "alice", "--json").stdout)
    counts = {one["rule"]: one["count"] for one in told["findings"]}
    assert (counts["low_confidence"], counts["self_loop"]) == (1, 0)
    found = graph_quality(owner).findings
    assert {one.rule for one in found} == FINDINGS.keys()
    assert {one.severity for one in found} <= SEVERITIES.keys()


def test_methods_are_judged(cli: Cli, owner: Caller, save: Callable[..., SavedOut]) -> None:
    assert "No method" in cli("inbox", "--user", "alice", "--methods").stderr
    saved = save(owner, "one", pack="work")
    payload = {"memory": str(saved.id)}
    asked = Suggestion(ProposalKind.SENSITIVE, "alice#work", payload, method="rules")
    create_proposals([asked], now=NOW)
    shown = cli("inbox", "--user", "alice", "--methods")
    assert "found by rules" in shown.stdout and "–" in shown.stdout
    told = json.loads(cli("inbox", "--user", "alice", "--methods", "--json").stdout)["results"]
    assert [(one["method"], one["open"], one["asks"]) for one in told] == [("rules", 1, True)]
