"""The work pack: people, projects, meetings, deadlines, decisions, tasks."""

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


class WorkPack(PackConfig):
    name = "packs.work"
    label = "pack_work"
    spec = PackSpec(
        id="work",
        name=Name("Work", "仕事"),
        description=Name(
            "People, projects, meetings, deadlines, decisions and tasks.",
            "人、プロジェクト、会議、締切、決定、タスク。",
        ),
        hue=255,
        icon="briefcase",
        memory_types=(
            Vocabulary("meeting", Name("Meeting", "会議")),
            Vocabulary("deadline", Name("Deadline", "締切")),
        ),
        categories=(
            Vocabulary("project", Name("Project", "プロジェクト")),
            Vocabulary("meeting", Name("Meeting", "会議")),
            Vocabulary("people", Name("People", "人")),
            Vocabulary("planning", Name("Planning", "計画")),
            Vocabulary("sales", Name("Sales", "営業")),
        ),
        entity_types=(
            EntityTypeSpec("Meeting", Name("Meeting", "会議"), parent="Event", icon="users"),
            EntityTypeSpec("Role", Name("Role", "役職"), parent="Concept", icon="badge"),
        ),
        relation_types=(
            RelationTypeSpec("assigned_to", Name("Assigned to", "担当")),
            RelationTypeSpec("reports_to", Name("Reports to", "上司")),
            RelationTypeSpec("uses", Name("Uses", "使用")),
        ),
        extractors=EXTRACTORS,
        hints=(
            Hint(r"会議|打ち?合わせ|ミーティング|議事録|\bmeetings?\b|\bstand-?up\b"),
            Hint(r"締め?切り?|納期|期限|\bdeadlines?\b|\bdue (?:date|on|by)\b"),
            Hint(
                r"案件|顧客|クライアント|商談|見積|契約|稟議|\bclients?\b|\bcustomers?\b|\bcontract\b"
            ),
            Hint(r"部長|課長|社長|上司|同僚|\bmanager\b|\bcolleagues?\b|\bboss\b"),
            Hint(r"プロジェクト|進捗|\bprojects?\b|\broadmap\b|\bmilestones?\b", 0.8),
            Hint(r"決定|承認|\bdecided\b|\bapproved\b", 0.5),
            Hint(r"タスク|担当|\btasks?\b|\bassigned\b", 0.5),
        ),
        decay=DecayPolicy(
            half_life_days=180,
            by_type={"decision": 730, "meeting": 120, "deadline": 60, "task": 60},
        ),
    )
