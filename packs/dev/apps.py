"""The dev pack: repositories, errors, fixes, APIs, versions, decisions."""

from packs.config import PackConfig
from packs.spec import (
    DecayPolicy,
    EntityTypeSpec,
    Hint,
    Name,
    PackSpec,
    RelationTypeSpec,
    Vocabulary,
)

from .extractors import EXTRACTORS


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
        # Painful failures stay: what hurt once is what one most wants to be told again.
        decay=DecayPolicy(
            half_life_days=240,
            by_type={"failure": 1460, "error": 730, "fix": 730, "decision": 1095},
        ),
    )
