"""Every part of every plan has a name that people can read."""

import pytest

from memories.search.query.plan import CONTEXT, PARTS, PLANS, Plan
from memory_site.web.search_labels import FEATURES, ROUTES
from memory_site.web.search_labels import PARTS as PART_NAMES


@pytest.mark.parametrize("plan", PLANS.values(), ids=lambda plan: plan.name)
def test_features_parts_and_routes_are_named(plan: Plan) -> None:
    assert set(plan.weights) - set(FEATURES) == set()
    assert {PARTS.get(name, CONTEXT) for name in plan.weights} - set(PART_NAMES) == set()
    assert set(plan.quotas) - set(ROUTES) == set()
