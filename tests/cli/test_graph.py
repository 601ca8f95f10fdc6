"""``wasurena graph export`` and ``graph import``."""

import json
from collections.abc import Callable
from pathlib import Path

import networkx as nx
import pytest

from core.caller import Caller
from memories.models import DerivationJob

from .conftest import Done

Cli = Callable[..., Done]


@pytest.fixture
def karate(tmp_path: Path) -> str:
    """A file that networkx wrote."""
    path = tmp_path / "karate.json"
    path.write_text(json.dumps(nx.node_link_data(nx.karate_club_graph(), edges="edges")), "utf-8")
    return str(path)


def test_a_graph_goes_in_and_out(cli: Cli, owner: Caller, karate: str, tmp_path: Path) -> None:
    asked = (
        "graph",
        "import",
        karate,
        "--user",
        "alice",
        "--scale-weights",
        "--nodes-as",
        "memory",
    )
    dry = cli(*asked, "--dry-run")
    assert dry.returncode == 0 and "memories: 34 created" in dry.stdout, dry.stderr
    assert dry.stdout.startswith("Nothing was stored.")
    done = json.loads(cli(*asked, "--json").stdout)
    assert done["links"] == {"created": 78, "updated": 0, "unchanged": 0}
    assert not DerivationJob.objects.exists()
    # What was derived from the texts meanwhile takes nothing away.
    again = json.loads(cli(*asked, "--json").stdout)
    assert again["memories"]["unchanged"] == 34 and again["changes"] == []
    for name in ("graph.graphml", "graph.gexf", "graph.json", "graph.cypher", "graph.csv.zip"):
        out = cli("graph", "export", str(tmp_path / name), "--user", "alice", "--kind", "memory")
        assert out.returncode == 0, out.stderr
    graph = nx.read_graphml(tmp_path / "graph.graphml")
    assert (len(graph), graph.number_of_edges()) == (34, 78)
    assert (tmp_path / "graph.csv.zip").read_bytes().startswith(b"PK")
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_wrong_input(cli: Cli, owner: Caller, karate: str, tmp_path: Path) -> None:
    old = tmp_path / "kept.json"
    old.write_text("as it was", "utf-8")
    broken = tmp_path / "broken.json"
    broken.write_text("{", "utf-8")
    for arguments, words in (
        (("import", karate), "edges.0.weight"),
        (("import", str(broken)), "not JSON"),
        (("import", str(tmp_path / "none.json")), "no such file"),
        (("export", str(old), "--since", "yesterday"), "since"),
        (("export", str(old), "--focus", "Nobody"), "focus"),
        (("export", str(tmp_path / "graph.csv")), "--format"),
        (("export", str(tmp_path / "no" / "graph.json")), "no such directory"),
    ):
        failed = cli("graph", *arguments, "--user", "alice")
        assert failed.returncode == 2 and words in failed.stderr, (arguments, failed.stderr)
    assert old.read_text("utf-8") == "as it was"
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "broken.json", "karate.json", "kept.json",
    ]  # fmt: skip
