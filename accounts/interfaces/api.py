"""`/api/tokens/` and `/api/me/`."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.callers import caller_of
from accounts.models import ApiToken
from accounts.schemas import (
    LogInOut,
    LogInsOut,
    MeOut,
    NewTokenOut,
    PreferencesPatch,
    TokenInput,
    TokenOut,
)
from accounts.services.sessions import log_in_end, log_in_get, log_ins
from accounts.services.tokens import (
    token_get,
    token_grant,
    token_list,
    token_out,
    token_outs,
    token_withdraw,
)
from accounts.services.users import me, preferences_revise
from core.interfaces.api import parsing
from core.interfaces.api.parsing import answer
from core.interfaces.api.views import ApiView, ApiViewSet
from core.schemas import parsed


class TokenViewSet(ApiViewSet[ApiToken]):
    """One's own tokens; for the owner, or an unbound token with the scope `admin`."""

    model = ApiToken

    @extend_schema(responses=TokenOut)
    def list(self, request: Request) -> Response:
        """List tokens, newest first, revoked ones included."""
        return self.page(token_list(caller_of(request)), token_outs)

    @extend_schema(request=TokenInput, responses={201: NewTokenOut})
    def create(self, request: Request) -> Response:
        """Make a token; its secret is in this answer and nowhere else."""
        item = parsed(TokenInput, parsing.body(request))
        return answer(token_grant(caller_of(request), item), status.HTTP_201_CREATED)

    @extend_schema(responses=TokenOut)
    def retrieve(self, request: Request, pk: str) -> Response:
        """Return one token, without its secret."""
        return answer(token_out(token_get(caller_of(request), parsing.number(pk))))

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, pk: str) -> Response:
        """Revoke a token; it stays listed."""
        token_withdraw(caller_of(request), parsing.number(pk))
        return Response(status=status.HTTP_204_NO_CONTENT)


class LogInsView(ApiView):
    """One's own log-ins; for the owner, or an unbound token with the scope `admin`."""

    @extend_schema(operation_id="me_sessions_list", responses=LogInsOut)
    def get(self, request: Request) -> Response:
        """List the browsers that are logged in, the one last used first."""
        return answer(LogInsOut(results=log_ins(caller_of(request), current_key=_key(request))))


class LogInView(ApiView):
    """One log-in."""

    @extend_schema(responses=LogInOut)
    def get(self, request: Request, pk: str) -> Response:
        """Return one log-in."""
        return answer(log_in_get(caller_of(request), pk, current_key=_key(request)))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, pk: str) -> Response:
        """End a log-in: that browser has to log in again."""
        log_in_end(caller_of(request), pk)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _key(request: Request) -> str | None:
    return request.session.session_key if hasattr(request, "session") else None


class MeView(ApiView):
    """The caller and its preferences."""

    @extend_schema(responses=MeOut)
    def get(self, request: Request) -> Response:
        """Return who asks, with which scopes, packs and root namespace."""
        return answer(me(caller_of(request)))

    @extend_schema(request=PreferencesPatch, responses=MeOut)
    def patch(self, request: Request) -> Response:
        """Change the time zone, the language or the default pack."""
        patch = parsed(PreferencesPatch, parsing.body(request))
        return answer(preferences_revise(caller_of(request), patch))
