"""The predicates that more than the rules of facts know by name.

Rules, and what tells whether their claims fit, write predicates as they are.
"""

AGE = "age"
# Of health: whatever its values say is sensitive.
CONDITION = "condition"
NAME = "name"
TO_DO = "to_do"
TASTES = frozenset({"likes", "dislikes", "prefers"})
KIN_TIES = frozenset({"family_member", "married_to"})
PERSONAL_TIES = KIN_TIES | {"friend", "colleague", "reports_to"}
