"""The predicates that more than the rules of facts know by name.

Rules, and what tells whether their claims fit, write predicates as they are.
"""

import re

AGE = "age"
# Of health: whatever its values say is sensitive.
CONDITION = "condition"
NAME = "name"
TO_DO = "to_do"
TASTES = frozenset({"likes", "dislikes", "prefers"})
FAMILY, MARRIED = "family_member", "married_to"
KIN_TIES = frozenset({FAMILY, MARRIED})
PERSONAL_TIES = KIN_TIES | {"friend", "colleague", "reports_to"}
# Ways of eating of which a person has one at a time, in both languages.
WAY_OF_EATING = re.compile(
    r"(?:an? )?(?:(?:strict|mostly|fully) )?(?:(?P<vegan>vegan|(?:ビ|ヴィ)ーガン|完全菜食)"
    r"|(?P<vegetarian>vegetarian|ベジタリアン|菜食主義)|(?P<fish>pesc[ae]tarian|ペスカタリアン)"
    r"|(?P<little>flexitarian)|(?P<any>omnivore)|(?P<meat>carnivore))s?(?: diet|者)?",
    re.IGNORECASE,
)


def are_rivals(predicate: str, one: str, other: str) -> bool:
    """Return whether two values cannot hold at once, though others of the predicate can."""
    if predicate != "diet":
        return False
    ways = [WAY_OF_EATING.fullmatch(value.strip()) for value in (one, other)]
    named = {found.lastgroup for found in ways if found}
    return all(ways) and len(named) > 1
