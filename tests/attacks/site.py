"""Every address of the URLconf, with somebody's ids in it, and what the forms on its pages send."""

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from django.contrib.auth.models import User
from django.db.models import AutoField, UUIDField
from django.test import Client
from django.urls import Resolver404, URLPattern, URLResolver, get_resolver, resolve
from django.urls.resolvers import RoutePattern

from core.models import Revision
from memories.models import Memory

from .attempts import rolled_back
from .victim import models_of_people

# Addresses of programs, which have attacks of their own, and files.
FIELDS = ("input", "button", "textarea", "select")
ELSEWHERE = ("api/", "admin/", "static/")


@dataclass(frozen=True, slots=True)
class Visit:
    """One request of a browser."""

    route: str
    path: str
    query: Mapping[str, Any] = field(default_factory=dict)
    form: Mapping[str, Any] | None = None

    @property
    def sent(self) -> str:
        """Everything that the request says."""
        return f"{self.path} {self.query} {self.form}"

    def send(self, client: Client, **headers: str) -> Any:
        """Return what a browser is answered."""
        if self.form is None:
            return client.get(self.path, self.query, headers=headers)
        address = self.path
        return client.post(address, dict(self.form), headers=headers)


class Parts(HTMLParser):
    """The addresses and forms of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.forms: list[tuple[str, str, dict[str, str]]] = []
        self._fields: dict[str, str] | None = None
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note links, requests of htmx, forms and their fields."""
        given = {name: value or "" for name, value in attrs}
        for name in ("href", "hx-get", "src", "data-src", "data-url"):
            if given.get(name, "").startswith(("/", "?")):
                self.addresses.append(given[name])
        for name in ("hx-post", "hx-delete", "hx-put"):
            if name in given and tag != "form":
                self.forms.append(("post", given[name], {}))
        if tag == "form":
            self._fields = {}
            where = given.get("action") or given.get("hx-post") or given.get("hx-get") or ""
            self.forms.append((given.get("method", "get").lower(), where, self._fields))
        elif self._fields is not None and tag in FIELDS and given.get("name"):
            self._fields.setdefault(given["name"], given.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        """End a form."""
        if tag == "form":
            self._fields = None


def browser_of(name: str, **options: Any) -> Client:
    """Return the browser of a person; a crash is an answer to it."""
    client = Client(raise_request_exception=False, headers={"accept-language": "en"}, **options)
    client.force_login(User.objects.get(username=name))
    return client


def routes(resolver: Any = None, start: str = "") -> Iterator[tuple[str, dict[str, str]]]:
    """Yield every route of the pages, with the converters of its parameters by name."""
    for entry in (resolver or get_resolver()).url_patterns:
        route = start + str(entry.pattern)
        if isinstance(entry, URLResolver):
            if not route.startswith(ELSEWHERE):
                yield from routes(entry, route)
        elif isinstance(entry, URLPattern) and isinstance(entry.pattern, RoutePattern):
            kinds = {name: type(one).__name__ for name, one in entry.pattern.converters.items()}
            yield route, kinds


def keys() -> dict[str, list[str]]:
    """Return ids of alice by the converter that takes them: of each table, and of changes."""
    uuids = [
        str(one) for one in Revision.objects.values_list("change_id", flat=True).distinct()[:6]
    ]
    numbers: list[str] = []
    for model in models_of_people():
        rows = model._base_manager.order_by("-pk")
        for one in model._meta.local_concrete_fields:
            if isinstance(one, UUIDField) and one.name != "change_id":
                uuids += [str(value) for value in rows.values_list(one.attname, flat=True)[:1]]
            if isinstance(one, AutoField):
                numbers += [str(value) for value in rows.values_list("pk", flat=True)[:1]]
    return {
        "UUIDConverter": list(dict.fromkeys(uuids)),
        "IntConverter": list(dict.fromkeys(numbers)),
        "SlugConverter": ["work"],
        "StringConverter": ["work"],
    }


def filled(route: str, kinds: Mapping[str, str], ids: Mapping[str, list[str]]) -> Iterator[str]:
    """Yield the addresses of a route with every choice of ids."""
    import re

    for chosen in itertools.product(*(ids[kind] for kind in kinds.values())):
        path = route
        for value in chosen:
            path = re.sub(r"<[^>]+>", value, path, count=1)
        yield f"/{path}"


def route_of(path: str) -> str:
    """Return the route that answers an address; empty if none of the pages does."""
    try:
        found = resolve(path)
    except Resolver404:
        return ""
    return "" if found.route.startswith(ELSEWHERE) else found.route


class Site:
    """What a person's browser meets: the visits that work, by route."""

    def __init__(self, client: Client, most: int) -> None:
        self._client = client
        # Of pages, and of forms, of a route.
        self._most = most
        self.visits: dict[str, list[Visit]] = {}
        self._waiting: list[Visit] = []
        self._seen: set[str] = set()

    def explore(self) -> None:
        """Follow all that pages lead to; then visit the other routes with every id that fits."""
        self._waiting = [Visit(route, f"/{route}") for route, kinds in routes() if not kinds]
        nodes = [f"memory:{one}" for one in Memory.objects.values_list("uid", flat=True)[:2]]
        linked = {"source": nodes[0], "target": nodes[1]}
        # The only form that a script fills in.
        self._waiting.append(Visit("graph/link/", "/graph/link/", {}, linked))
        self._follow()
        ids = keys()
        for route, kinds in routes():
            paths = filled(route, kinds, ids)
            while not self.visits.get(route) and (path := next(paths, None)):
                self._try(Visit(route, path))
                self._follow()

    def _follow(self) -> None:
        while self._waiting:
            self._try(self._waiting.pop(0))

    def _try(self, visit: Visit) -> None:
        known = self.visits.setdefault(visit.route, [])
        key = f"{visit.path} {sorted(visit.query)} {sorted(visit.form or {})} {visit.form is None}"
        alike = [one for one in known if (one.form is None) == (visit.form is None)]
        if key in self._seen or len(alike) >= self._most:
            return
        self._seen.add(key)
        answer = self._answer(visit)
        if answer.status_code == 404:
            return
        if _takes_posts_only(visit, answer):
            self._waiting.append(Visit(visit.route, visit.path, {}, {}))
            return
        known.append(visit)
        if answer.get("Content-Type", "").startswith("text/html") and not answer.streaming:
            self._note(visit, answer.content.decode())

    def _answer(self, visit: Visit) -> Any:
        if visit.form is None:
            return visit.send(self._client)
        with rolled_back():
            return visit.send(self._client)

    def _note(self, visit: Visit, text: str) -> None:
        parts = Parts(text)
        for address in parts.addresses:
            self._queue(visit, address, None)
        for method, address, fields in parts.forms:
            fields.pop("csrfmiddlewaretoken", None)
            self._queue(visit, address, fields, is_post=method == "post")

    def _queue(self, visit: Visit, address: str, fields: Any, *, is_post: bool = False) -> None:
        there = urlsplit(address)
        path = there.path or visit.path
        query = dict(parse_qsl(there.query))
        if route := route_of(path):
            if is_post:
                self._waiting.append(Visit(route, path, {}, {**query, **fields}))
            else:
                self._waiting.append(Visit(route, path, {**query, **(fields or {})}))


def _takes_posts_only(visit: Visit, answer: Any) -> bool:
    """Whether a GET was led to the nearest page above, as of what takes posts only."""
    if visit.form is not None:
        return False
    return answer.status_code == 302 and visit.path.startswith(answer["Location"].split("?")[0])
