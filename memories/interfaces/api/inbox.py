"""`/api/inbox/`: proposals that wait for a decision, and rules that decide."""

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.callers import caller_of
from core.caller import Caller
from core.interfaces.api import parsing
from core.interfaces.api.parsing import answer
from core.interfaces.api.views import ApiViewSet, query_parameters
from core.schemas import parsed
from memories.models import BulkDecision, InboxRule, Proposal
from memories.schemas.inbox.bulk import BulkOut
from memories.schemas.inbox.decisions import (
    DecidedOut,
    DecisionInput,
    DecisionsInput,
    DecisionsOut,
    RefusedOut,
)
from memories.schemas.inbox.proposals import InboxFilters, NewProposals, ProposalOut, ProposalsOut
from memories.schemas.inbox.rules import (
    PrecisionsOut,
    RuleInput,
    RuleMadeOut,
    RuleOut,
    RulePatch,
    RulePreviewOut,
)
from memories.selectors.bulk import matching_ids
from memories.selectors.inbox import (
    QUEUE_ORDER,
    ProposalQuery,
    inbox_precision,
    proposal_get,
    proposal_list,
    proposal_outs,
    rule_get,
    rule_list,
    rule_out,
    rule_outs,
    settled_with,
)
from memories.services.inbox import (
    MOST_AT_ONCE,
    RuleDraft,
    bulk_start,
    decide,
    decide_many,
    propose_from,
    rule_create,
    rule_delete,
    rule_preview,
    rule_switch,
    undo_decision,
)
from packs import registry

from .inbox_bulk import accepted


class InboxViewSet(ApiViewSet[Proposal]):
    """Proposals: callers with write scope propose, the owner or an admin token decides."""

    model = Proposal
    lookup_field = "uid"
    lookup_url_kwarg = "pk"
    page_order = QUEUE_ORDER

    @extend_schema(parameters=query_parameters(InboxFilters), responses=ProposalOut)
    def list(self, request: Request) -> Response:
        """List proposals, highest expected worth first; open ones unless `status` is given."""
        caller, asked = caller_of(request), parsing.query(request, InboxFilters)
        rows: QuerySet[Proposal] = proposal_list(caller, _asked(asked))
        return self.page(rows, lambda found: proposal_outs(caller, found))

    @extend_schema(request=NewProposals, responses={201: ProposalsOut})
    def create(self, request: Request) -> Response:
        """Create up to 1,000 proposals, all or none; existing ones are returned unchanged."""
        caller, given = caller_of(request), parsed(NewProposals, parsing.body(request))
        stored = propose_from(caller, given.proposals)
        out = ProposalsOut(results=proposal_outs(caller, stored))
        return answer(out, status.HTTP_201_CREATED)

    @extend_schema(responses=ProposalOut)
    def retrieve(self, request: Request, pk: str) -> Response:
        """Return one proposal with a preview of its decision."""
        caller = caller_of(request)
        return answer(_shown(caller, proposal_get(caller, parsing.uid(pk))))

    @extend_schema(responses=PrecisionsOut)
    @action(detail=False, methods=["get"])
    def precision(self, request: Request) -> Response:
        """Return how many proposals of each method were accepted, and whether it still asks."""
        return answer(inbox_precision(caller_of(request)))

    @extend_schema(request=DecisionInput, responses=DecidedOut)
    @action(detail=True, methods=["post"])
    def decide(self, request: Request, pk: str) -> Response:
        """Accept or reject a proposal, and apply it; the response lists what that settled as well."""
        caller, asked = caller_of(request), parsed(DecisionInput, parsing.body(request))
        decided = decide(
            caller,
            parsing.uid(pk),
            asked.decision,
            asked.edited,
            choice=asked.choice,
            reason=asked.reason,
        )
        shown = _shown(caller, decided.proposal).model_dump()
        return answer(DecidedOut(**shown, settled=settled_with(caller, [decided])))

    @extend_schema(request=None, responses=ProposalOut)
    @action(detail=True, methods=["post"])
    def undo(self, request: Request, pk: str) -> Response:
        """Undo a decision and its changes; the proposal is open again."""
        caller = caller_of(request)
        return answer(_shown(caller, undo_decision(caller, parsing.uid(pk))))

    @extend_schema(
        operation_id="inbox_decide_many",
        request=DecisionsInput,
        responses={200: DecisionsOut, 202: BulkOut},
    )
    @action(detail=False, methods=["post"], url_path="decide")
    def decide_all(self, request: Request) -> Response:
        """Decide several proposals one by one; the response lists those that failed.

        More than 50, or all that match a `filter`, are decided by a job: the response is 202 with its
        address.
        """
        caller, asked = caller_of(request), parsed(DecisionsInput, parsing.body(request))
        if asked.filter is not None or len(asked.ids) > MOST_AT_ONCE:
            return accepted(_start(caller, asked))
        outcome = decide_many(
            caller, asked.ids, asked.decision, choice=asked.choice, reason=asked.reason
        )
        refused = [
            RefusedOut(id=one.uid, code=one.problem.code, detail=one.problem.detail)
            for one in outcome.refused
        ]
        decided = [one.proposal.uid for one in outcome.decided]
        settled = settled_with(caller, outcome.decided)
        return answer(DecisionsOut(decided=decided, refused=refused, settled=settled))


class InboxRuleViewSet(ApiViewSet[InboxRule]):
    """Rules: standing decisions about one kind of proposal."""

    model = InboxRule
    lookup_field = "uid"
    lookup_url_kwarg = "pk"

    @extend_schema(responses=RuleOut)
    def list(self, request: Request) -> Response:
        """List rules, newest first."""
        return self.page(rule_list(caller_of(request)), rule_outs)

    @extend_schema(request=RuleInput, responses={201: RuleMadeOut})
    def create(self, request: Request) -> Response:
        """Create a rule; it decides matching open proposals now, and later ones."""
        caller = caller_of(request)
        made = rule_create(caller, _draft(caller, request))
        values = rule_out(made.rule).model_dump()
        out = RuleMadeOut(**values, decided=[row.uid for row in made.decided])
        return answer(out, status.HTTP_201_CREATED)

    @extend_schema(request=RuleInput, responses=RulePreviewOut)
    @action(detail=False, methods=["post"])
    def preview(self, request: Request) -> Response:
        """Return the open proposals that a rule would decide; nothing is stored."""
        caller = caller_of(request)
        found = rule_preview(caller, _draft(caller, request))
        return answer(RulePreviewOut(count=len(found), proposals=[row.uid for row in found]))

    @extend_schema(responses=RuleOut)
    def retrieve(self, request: Request, pk: str) -> Response:
        """Return one rule."""
        return answer(rule_out(rule_get(caller_of(request), parsing.uid(pk))))

    @extend_schema(request=RulePatch, responses=RuleOut)
    def partial_update(self, request: Request, pk: str) -> Response:
        """Switch a rule on or off; its decisions stay."""
        patch = parsed(RulePatch, parsing.body(request))
        rule = rule_switch(caller_of(request), parsing.uid(pk), is_active=patch.active)
        return answer(rule_out(rule))

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, pk: str) -> Response:
        """Delete a rule; its decisions stay."""
        rule_delete(caller_of(request), parsing.uid(pk))
        return Response(status=status.HTTP_204_NO_CONTENT)


def _start(caller: Caller, asked: DecisionsInput) -> BulkDecision:
    chosen = asked.filter
    query = chosen and ProposalQuery(
        kinds=tuple(chosen.kind),
        packs=tuple(chosen.pack),
        methods=tuple(chosen.method),
        memory=chosen.memory,
        min_confidence=chosen.min_confidence,
    )
    return bulk_start(
        caller,
        matching_ids(caller, query) if query else asked.ids,
        asked.decision,
        choice=asked.choice,
        reason=asked.reason,
    )


def _asked(filters: InboxFilters) -> ProposalQuery:
    return ProposalQuery(
        kinds=tuple(filters.kind),
        statuses=tuple(filters.status),
        packs=tuple(filters.pack),
        methods=tuple(filters.method),
        memory=filters.memory,
        min_confidence=filters.min_confidence,
    )


def _shown(caller: Caller, proposal: Proposal) -> ProposalOut:
    return proposal_outs(caller, [proposal])[0]


def _draft(caller: Caller, request: Request) -> RuleDraft:
    given = parsed(RuleInput, parsing.body(request))
    registry.get(given.pack)
    return RuleDraft(
        user_id=caller.space(given.pack),
        kind=given.kind,
        decision=given.decision,
        condition=given.condition,
        min_confidence=given.min_confidence,
    )
