"""Searches beside an analysis, as small as can be."""

import pytest

from memory_site.bench.graph.searches import SearchesRequest, report


@pytest.mark.slow
@pytest.mark.django_db
def test_searches_are_timed_alone_and_beside_an_analysis() -> None:
    wanted = SearchesRequest(nodes=200, edges=800, memories=20, questions=3)
    [table, _setup], data = report(wanted, lambda _name, _total: lambda _count: None)
    assert data["searches"]["alone"]["n"] == 3 and data["searches"]["beside"]["n"] > 0
    assert len(table.rows) == 2
