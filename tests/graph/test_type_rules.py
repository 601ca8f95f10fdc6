"""Type rules: two relations that meet at one thing, or that lead through it."""

from uuid import UUID

from graph.inference.type_rules import CORE_RULES, MOST_AT_ONE_THING, Step, all_rules, matches
from packs.spec import InferenceRule, Name, PackSpec

PEOPLE = [UUID(int=number) for number in range(1, 40)]
FIRM, PROJECT = UUID(int=100), UUID(int=101)


def kinds(*people: UUID) -> dict[UUID, str]:
    return {**dict.fromkeys(people, "Person"), FIRM: "Organization", PROJECT: "Project"}


def found(steps: list[Step]) -> set[tuple[UUID, str, UUID]]:
    ends = kinds(*PEOPLE)
    return {(m.source, m.rule.proposes, m.target) for m in matches(CORE_RULES, steps, ends)}


def test_two_who_work_for_one_firm_may_be_colleagues() -> None:
    one, other, third = PEOPLE[:3]
    steps = [Step(one, FIRM, "works_for", 1), Step(other, FIRM, "works_for", 2)]
    both = {(one, "colleague", other), (other, "colleague", one)}
    assert found([*steps, Step(third, PROJECT, "leads", 3)]) == both


def test_whoever_leads_a_part_of_a_firm_may_belong_to_it() -> None:
    steps = [Step(PEOPLE[0], PROJECT, "leads", 1), Step(PROJECT, FIRM, "part_of", 2)]
    assert found(steps) == {(PEOPLE[0], "member_of", FIRM)}


def test_one_relation_is_no_evidence_for_itself() -> None:
    married = [
        Step(PEOPLE[0], PEOPLE[1], "married_to", 1),
        Step(PEOPLE[1], PEOPLE[0], "married_to", 1),
    ]
    assert found(married) == set()


def test_a_firm_of_many_says_little_of_two() -> None:
    crowd = [Step(one, FIRM, "works_for", at) for at, one in enumerate(PEOPLE)]
    assert found(crowd[:MOST_AT_ONE_THING]) != set()
    assert found(crowd[: MOST_AT_ONE_THING + 1]) == set()


def test_packs_add_rules() -> None:
    assert any("assigned_to" in rule.first for rule in all_rules())


def test_a_rule_that_makes_no_sense_is_refused_with_its_pack() -> None:
    rule = InferenceRule("knows", "Person", (), "Project", ("leads",), "Person", confidence=1.5)
    problems = PackSpec("odd", Name("Odd", "変"), inference_rules=(rule,)).problems()
    assert len(problems) == 2 and all("knows" in problem for problem in problems)
