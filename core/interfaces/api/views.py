"""Base classes of REST views: pages, responses, documented query parameters."""

from collections.abc import Callable, Collection, Sequence
from typing import Any, ClassVar, TypeVar, cast

from django.db.models import Model, QuerySet
from drf_spectacular.contrib.pydantic import PydanticExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.utils import OpenApiParameter
from pydantic import BaseModel
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView
from rest_framework.viewsets import GenericViewSet

from core.interfaces.api.parsing import as_json
from core.schemas import Output

from .parsing import refuse_unknown_parameters

PAGE_PARAMETERS = frozenset({"limit", "cursor"})
# Any length but zero: the body is read to its end.
UNKNOWN_LENGTH = "1"
Row = TypeVar("Row", bound=Model)
Shown = TypeVar("Shown", bound=Model)


class DocumentedSchema(AutoSchema):
    """Describe views in the OpenAPI document."""

    def get_summary(self) -> str | None:
        """Return the first line of the view's docstring."""
        lines = self.get_description().splitlines()
        return lines[0].strip().rstrip(".") if lines else None

    def _is_list_view(self, serializer: Any = None) -> bool:
        """Whether this action answers pages."""
        paged: tuple[str, ...] = getattr(self.view, "paged_actions", ())
        return getattr(self.view, "action", "") in paged or super()._is_list_view(serializer)


class DocumentedInput(PydanticExtension):  # type: ignore[no-untyped-call]
    """Describe inputs as they are validated; drf-spectacular describes every model as written."""

    target_class = "core.schemas.Input"
    match_subclasses = True
    priority = 1

    def map_serializer(self, auto_schema: AutoSchema, direction: str) -> dict[str, Any]:
        """Return the JSON Schema, and register the models that it refers to."""
        template = "#/components/schemas/{model}"
        schema: dict[str, Any] = self.target.model_json_schema(ref_template=template)
        for name, part in schema.pop("$defs", {}).items():
            component = ResolvedComponent(  # type: ignore[no-untyped-call]
                name, ResolvedComponent.SCHEMA, object=name, schema=part
            )
            auto_schema.registry.register_on_missing(component)
        return schema


class ApiView(APIView):
    """An address of the API; query parameters that it does not document are refused.

    ``gives_texts`` is false where an answer has ids of a person's rows, and nothing of what they say.
    """

    gives_texts: ClassVar[bool] = True

    def initialize_request(self, request: Any, *args: Any, **kwargs: Any) -> Request:
        """Return the request; DRF would ignore a chunked body, which has no length."""
        if request.headers.get("Transfer-Encoding", "").lower() == "chunked":
            request.META.setdefault("CONTENT_LENGTH", UNKNOWN_LENGTH)
        return super().initialize_request(request, *args, **kwargs)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check who asks, and that every query parameter is known."""
        super().initial(request, *args, **kwargs)
        if hasattr(self, str(request.method).lower()):
            refuse_unknown_parameters(request, self._parameters(request))

    def _parameters(self, request: Request) -> frozenset[str]:
        """Return the query parameters that the OpenAPI document names for this address."""
        method = str(request.method).lower()
        handler = getattr(self, getattr(self, "action", None) or method, None)
        described = getattr(handler, "kwargs", {}).get("schema")
        if described is None:
            return frozenset()
        inspector = described()
        inspector.view, inspector.method = self, method
        return frozenset(
            one.name
            for one in inspector.get_override_parameters()
            if one.location == OpenApiParameter.QUERY
        )


class ApiViewSet(ApiView, GenericViewSet[Row]):
    """A resource. ``page_order`` names columns that are never null and end in a unique one.

    ``model`` is for the document only: actions ask selectors and services for rows.
    """

    model: ClassVar[type[Model]]
    lookup_value_regex = "[^/]+"
    page_order: tuple[str, ...] = ("-id",)
    paged_actions: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def as_view(cls, *args: Any, **initkwargs: Any) -> Any:
        """Return the view; without its last slash an address is not found.

        A redirect would turn a POST into a GET, and a save into a list.
        """
        view: Any = super().as_view(*args, **initkwargs)
        view.should_append_slash = False
        return view

    def get_queryset(self) -> QuerySet[Row]:
        """Return no rows, of the model that the document describes."""
        return cast("QuerySet[Row]", self.model._default_manager.none())

    def _parameters(self, request: Request) -> frozenset[str]:
        """Return the query parameters of a view, with those of pagination if it returns pages."""
        known = super()._parameters(request)
        is_paged = self.action == "list" or self.action in self.paged_actions
        return known | PAGE_PARAMETERS if is_paged else known

    def page(
        self,
        rows: QuerySet[Shown],
        render: Callable[[list[Shown]], Sequence[Output]],
        *,
        order: tuple[str, ...] = (),
    ) -> Response:
        """Return one page of ``rows``, rendered together in a fixed number of queries."""
        self.page_order = order or self.page_order
        shown: list[Any] = list(self.paginate_queryset(cast(Any, rows)) or [])
        return self.get_paginated_response([as_json(out) for out in render(shown)])

    def check_single_page(self) -> None:
        """Refuse an invalid limit, and any cursor, for a list of one page."""
        cast(Any, self.paginator).check_single_page(self.request)


def query_parameters(
    schema: type[BaseModel], *, without: Collection[str] = ()
) -> list[OpenApiParameter]:
    """Describe the fields of ``schema`` as query parameters in the OpenAPI document."""
    whole = schema.model_json_schema(by_alias=True)
    # A recursive model is described in ``$defs``, as other referenced models are.
    properties = whole.get("properties") or whole["$defs"][schema.__name__]["properties"]
    return [
        OpenApiParameter(
            name,
            _simple(part, whole.get("$defs", {})),
            description=part.get("description", ""),
            required=name in whole.get("required", ()),
        )
        for name, part in properties.items()
        if name not in without
    ]


def _simple(part: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of one parameter without null, references and prose; lists first."""
    options = [option for option in part.get("anyOf", [part]) if option.get("type") != "null"]
    chosen = next((option for option in options if option.get("type") == "array"), options[0])
    chosen = _resolved(chosen, definitions)
    kept = {
        key: value
        for key, value in chosen.items()
        if key not in {"title", "default", "description"}
    }
    if isinstance(kept.get("items"), dict):
        kept["items"] = _simple(kept["items"], definitions)
    return kept


def _resolved(part: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """Return a schema, or the one that it refers to: nothing in the document would be found."""
    reference = part.get("$ref")
    return definitions[reference.rsplit("/", 1)[1]] if reference else part
