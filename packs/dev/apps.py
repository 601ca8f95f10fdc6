"""The dev pack: repositories, errors, fixes, APIs, versions, decisions."""

from nlp.readers import Pattern, PatternExtractor
from packs.registry import PackConfig
from packs.spec import (
    DecayPolicy,
    EntityTypeSpec,
    Hint,
    Name,
    PackSpec,
    RelationTypeSpec,
    Vocabulary,
)

from .examples import EXAMPLES

ERROR = (
    r"(?<![A-Za-z0-9_.])(?:[a-z_]+\.)*[A-Z][A-Za-z0-9]*(?:Error|Exception|Warning|Fault)(?![A-Za-z0-9_])"
    r"|(?<![A-Za-z0-9_-])(?:E\d{3,5}(?:-[A-Z0-9]+)?|ERR_[A-Z_]+|E[A-Z]{4,}|SIG(?:SEGV|KILL"
    r"|TERM|ABRT|INT)|CVE-\d{4}-\d{4,7})(?![A-Za-z0-9_-])"
)
VERSION = (
    r"(?<![A-Za-z0-9.,_/-])v?\d{1,3}\.\d{1,4}\.\d{1,5}(?:-?(?:alpha|beta|rc|dev)\.?\d*)?(?![A-Za-z0-9]|\.\d)"
    r"|(?<![A-Za-z0-9.,_-])v\d{1,3}(?:\.\d{1,4})*(?![A-Za-z0-9.])"
)
ENDPOINT = r"\b(?:GET|POST|PUT|PATCH|DELETE|HEAD) (?P<name>/[\w{}:/.-]*)"
FUNCTION = r"(?<![A-Za-z0-9_.])(?P<name>[A-Za-z_]\w*(?:(?:\.|::)[A-Za-z_]\w*)*\(\))"
REPOSITORY = (
    r"(?:\b(?:repo(?:sitory)?"
    r"|リポジトリ)[:：]? ?[「`\"]?(?P<name>[A-Za-z0-9][\w.-]*/?[A-Za-z0-9][\w.-]*[A-Za-z0-9]))"
)
REPOSITORY_AFTER = (
    r"(?<![A-Za-z0-9_.-])(?P<name>[A-Za-z0-9][\w.-]{0,60}[A-Za-z0-9](?:/[A-Za-z0-9][\w.-]{0,60}[A-Za-z0-9])?) "
    r"?(?:リポジトリ"
    r"|\brepo(?:sitory)?\b)"
)
HOSTED = (
    r"(?:github|gitlab|bitbucket)\.(?:com"
    r"|org)[/:](?P<name>[\w.-]+/[\w-]+(?:\.[\w-]+)*?)(?=\.git\b|[^\w./-]|/|$)"
)
PACKAGE = (
    r"\b(?:pip3? install|npm (?:i|install)|yarn add|pnpm add|cargo add|go get|gem install"
    r"|brew install|apt(?:-get)? install) (?:-\w+ )*(?P<name>@?[\w./-]*\w)"
)
NO_ERROR = r"(?:Error|Exception|Warning|ENGLISH|EVERY|ENTER|EMPTY|EXTRA|EVENT|EMAIL|ERROR|EARLY)"
NO_REPOSITORY = (
    r"(?:the|this|that|our|my|your|a|an|new|old|same|main|git|monorepo|private|public|in|is"
    r"|was|and|on|of|to|for|with|from)"
)

EXTRACTORS = (
    PatternExtractor(
        "dev",
        (
            Pattern("Error", ERROR, 0.92, unless=NO_ERROR),
            Pattern("Version", VERSION, 0.9),
            Pattern("Api", ENDPOINT, 0.9, unless=r"/"),
            Pattern("Api", FUNCTION, 0.9),
            Pattern("Repository", HOSTED, 0.9),
            Pattern("Repository", REPOSITORY, 0.75, unless=NO_REPOSITORY),
            Pattern("Repository", REPOSITORY_AFTER, 0.75, unless=NO_REPOSITORY),
            Pattern("Technology", PACKAGE, 0.8),
        ),
    ),
)  # fmt: skip


class DevPack(PackConfig):
    name = "packs.dev"
    label = "pack_dev"
    spec = PackSpec(
        id="dev",
        name=Name("Development", "開発"),
        description=Name(
            "Repositories, errors and their fixes, APIs, versions and design decisions.",
            "リポジトリ、エラーと修正、API、バージョン、設計判断。",
        ),
        hue=150,
        icon="code",
        memory_types=(
            Vocabulary("error", Name("Error", "エラー")),
            Vocabulary("fix", Name("Fix", "修正")),
            Vocabulary("snippet", Name("Snippet", "コード片")),
        ),
        categories=(
            Vocabulary("bug", Name("Bug", "バグ")),
            Vocabulary("design", Name("Design", "設計")),
            Vocabulary("performance", Name("Performance", "性能")),
            Vocabulary("tooling", Name("Tooling", "ツール")),
            Vocabulary("release", Name("Release", "リリース")),
        ),
        entity_types=(
            EntityTypeSpec(
                "Repository", Name("Repository", "リポジトリ"), parent="Project", icon="git"
            ),
            EntityTypeSpec("Error", Name("Error", "エラー"), parent="Event", icon="alert"),
            EntityTypeSpec("Version", Name("Version", "バージョン"), parent="Concept", icon="tag"),
            EntityTypeSpec("Api", Name("API", "API"), parent="Technology", icon="plug"),
        ),
        relation_types=(
            RelationTypeSpec("fixes", Name("Fixes", "修正する"), inverse="fixed_by"),
            RelationTypeSpec("fixed_by", Name("Fixed by", "修正された"), inverse="fixes"),
            RelationTypeSpec("implements", Name("Implements", "実装する")),
        ),
        extractors=EXTRACTORS,
        hints=(
            Hint(
                r"\b(?:traceback|exception|stack ?trace|segfault|npe|null pointer)\b|例外|スタックトレース"
            ),
            Hint(
                r"バグ|不具合|デバッグ|リファクタ|コミット|プルリク"
                r"|\bbugs?\b|\bdebug|\brefactor|\bcommit(?:s|ted)?\b|\bpull request\b"
            ),
            Hint(
                r"\b(?:git|docker|kubernetes|postgres(?:ql)?|sqlite|django|react|typescript)\b"
                r"|\b(?:python|rust|npm|pip|ci)\b"
            ),
            Hint(
                r"\w\(\)|\b[a-z]+_[a-z_]+\b|\bv?\d+\.\d+\.\d+\b"
                r"|[\w/.-]\.(?:py|ts|js|rs|go|sql|toml|ya?ml|json)\b"
            ),
            Hint(
                r"エンドポイント|デプロイ|マイグレーション|\bendpoints?\b|\bdeploy|\bmigrations?\b|\bapi\b"
            ),
            Hint(
                r"ライブラリ|依存関係|テストが?落ち|\blibrary\b|\bdependenc(?:y|ies)\b|\btests? fail",
                0.8,
            ),
        ),
        examples=EXAMPLES,
        # Painful failures stay: what hurt once is what one most wants to be told again.
        decay=DecayPolicy(
            half_life_days=240,
            by_type={"failure": 1460, "error": 730, "fix": 730, "decision": 1095},
        ),
    )
