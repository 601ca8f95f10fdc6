"""What import-linter cannot see: sizes of packages, deferred imports, queries out of place."""

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
APPS = ("memory_site", "memories", "graph", "entities", "accounts", "packs", "core", "nlp")
MOST_MODULES = 12
# Programs that start in parts import late, and apps import what needs loaded models.
LATE = ("memory_site/cli/", "memory_site/asgi.py")
# A process that searches imports models after it has set Django up.
LATE_FILES = {
    "memories/search/workers.py",
    # Settings are read before the apps are loaded.
    "memory_site/settings/admin_theme.py",
    # Every command imports these, and few need what reads texts and searches.
    "memories/records/journaled.py",
    "memories/services/maintenance.py",
}
CURSORS = ("core/db/", "graph/queries", "memories/index/", "memories/search/")
BUILT_IN_PACKS = ("packs/work", "packs/dev", "packs/lifelog")


@cache
def modules() -> tuple[tuple[str, ast.Module], ...]:
    """Return every module of the product with its path."""
    return tuple(
        (str(path.relative_to(ROOT)), ast.parse(path.read_text("utf-8")))
        for app in APPS
        for path in sorted((ROOT / app).rglob("*.py"))
        if "migrations" not in path.parts and "node_modules" not in path.parts
    )


def deferred_imports(tree: ast.Module) -> Iterator[str]:
    """Yield the product's modules that functions import."""
    for function in ast.walk(tree):
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
            for node in ast.walk(function):
                if isinstance(node, ast.ImportFrom):
                    name = node.module or "."
                    if node.level or name.split(".")[0] in APPS:
                        yield name


def test_no_package_holds_more_than_twelve_modules() -> None:
    held = Counter(
        str(Path(path).parent) for path, _tree in modules() if not path.endswith("__init__.py")
    )
    assert {name: count for name, count in held.items() if count > MOST_MODULES} == {}


def test_own_modules_are_imported_at_the_top() -> None:
    late = {
        path: sorted(names)
        for path, tree in modules()
        if not path.startswith(LATE) and not path.endswith("apps.py") and path not in LATE_FILES
        if (names := set(deferred_imports(tree)))
    }
    assert late == {}


def test_cursors_are_opened_behind_the_indexes_only() -> None:
    places = {
        path
        for path, tree in modules()
        if not path.startswith((*CURSORS, "memory_site/bench/", "memory_site/cli/"))
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr == "cursor"
        if isinstance(node.value, ast.Name) and node.value.id == "connection"
    }
    assert places == set()


def test_adapters_query_nothing() -> None:
    places = {
        path
        for path, tree in modules()
        if "/interfaces/" in path
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr == "objects"
    }
    assert places == set()


def test_a_class_name_stands_once_in_an_app() -> None:
    named: dict[tuple[str, str], list[str]] = defaultdict(list)
    for path, tree in modules():
        app = next((pack for pack in BUILT_IN_PACKS if path.startswith(pack)), path.split("/")[0])
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                named[app, node.name].append(path)
    assert {name: paths for name, paths in named.items() if len(paths) > 1} == {}
