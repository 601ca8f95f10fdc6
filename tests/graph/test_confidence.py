"""A confidence grows with each part of the evidence, and stays between 0 and 1."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from graph.inference.confidence import Parts

PARTS = st.builds(
    Parts,
    npmi=st.floats(-1, 1),
    memories=st.integers(0, 1_000),
    adamic_adar=st.floats(0, 50),
    cosine=st.floats(-1, 1),
    rule=st.floats(0, 1),
)


@given(PARTS)
def test_it_lies_between_nothing_and_certainty(parts: Parts) -> None:
    assert 0 <= parts.confidence <= 1


@given(PARTS, st.integers(1, 10), st.floats(0, 5))
def test_more_evidence_never_lowers_it(parts: Parts, memories: int, index: float) -> None:
    more = replace(parts, memories=parts.memories + memories, adamic_adar=parts.adamic_adar + index)
    assert more.confidence >= parts.confidence - 1e-12


def test_near_vectors_alone_are_no_relation() -> None:
    assert Parts(cosine=1.0).confidence < 0.3
    assert Parts().confidence == 0
    assert Parts(rule=0.7).confidence > 0.69


def test_parts_that_say_nothing_are_left_out_of_the_payload() -> None:
    assert Parts(npmi=0.51239, memories=4).as_payload() == {"npmi": 0.5124, "memories": 4}
