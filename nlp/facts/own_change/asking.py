"""Let a claim ask before it ends anything, if its message does not read like a report of a change."""

import re
from dataclasses import replace

from nlp.facts.change import says_change
from nlp.facts.claim_text import ClaimText
from nlp.facts.rules import Claim
from nlp.facts.sentences import OWNER as WRITTEN_OWNER_SIGN
from nlp.predicates import AGE

from . import reports_own_change

NEAR = 12
TURNED = re.compile(r"^[^。、\n]{0,8}?に?な(?:った|りました)(?!ら|とき|時)")
# What people tell as news: where they live, work and study.
STATIONS = frozenset({"lives_in", "works_for", "occupation", "studies_at", "married_to"})


def ask_if_unsure(reading: ClaimText, found: list[Claim]) -> list[Claim]:
    """Return the claims, those without a change that could end something unasked.

    A message that brings words of others along changes nothing by itself, and a change of its
    author has to read like one. Notes about "the user" are no author's own words.
    """
    if not any(claim.is_change for claim in found):
        return found
    if reading.brings_material:
        return [replace(claim, is_change=False) for claim in _own_of(reading, found)]
    if WRITTEN_OWNER_SIGN in reading.signs or reports_own_change(reading.text):
        return found
    return [
        replace(claim, is_change=False)
        if claim.subject == reading.speaker and not _grows_older(reading, claim)
        else claim
        for claim in found
    ]


def _grows_older(reading: ClaimText, claim: Claim) -> bool:
    """Whether words tell a new age, which needs no other sign of a change: 53になった."""
    is_own = claim.predicate == AGE and not reading.brings_material
    return is_own and TURNED.search(reading.text[claim.start : claim.end + NEAR]) is not None


def _own_of(reading: ClaimText, found: list[Claim]) -> list[Claim]:
    """Return the claims of a message that brings words of others along, without their changes.

    "[Dana] I moved to Porto": what changes is Dana's, unless the message reads like one's own.
    """
    if WRITTEN_OWNER_SIGN in reading.signs or reports_own_change(reading.text):
        return found
    return [claim for claim in found if not _is_own_change(claim, reading)]


def _is_own_change(claim: Claim, reading: ClaimText) -> bool:
    is_of_speaker = claim.subject == reading.speaker and not claim.needs
    if not claim.is_change or not is_of_speaker:
        return False
    is_new = claim.predicate in STATIONS and says_change(reading.text[claim.start : claim.end])
    return claim.ends or is_new
