"""``wasurena forget``: shown first, then gone."""

import json
from pathlib import Path

from .conftest import Wasurena


def test_forgetting_by_a_filter(tmp_path: Path) -> None:
    cli = Wasurena(tmp_path / "data")
    cli.ok("user", "create", "alice", "--password", "a long password of hers")
    cli.ok("save", "The budget for Aozora is 30,000 euros.", "--user", "alice", "--tag", "money")
    cli.ok("save", "The fig tree bears fruit.", "--user", "alice")
    shown = cli("forget", "--user", "alice", "--tag", "money")
    assert shown.returncode == 1 and "Memories: 1" in shown.stdout
    assert "--yes" in shown.stderr and "Aozora" in shown.stdout
    nothing = cli("forget", "--user", "alice")
    assert nothing.returncode == 2 and "at least one condition" in nothing.stderr
    done = json.loads(cli.ok("forget", "--user", "alice", "--tag", "money", "--yes", "--json"))
    assert (done["confirmed"], done["memory_count"]) == (True, 1)
    found = json.loads(cli.ok("search", "Aozora budget", "--user", "alice", "--json"))
    assert all("Aozora" not in hit["memory"]["text"] for hit in found["results"])
