"""The work pack: people, projects, meetings, deadlines, decisions, tasks."""

from nlp.readers import Pattern, PatternExtractor
from packs.registry import PackConfig
from packs.spec import (
    DecayPolicy,
    EntityTypeSpec,
    Hint,
    InferenceRule,
    Name,
    PackSpec,
    RelationTypeSpec,
    Vocabulary,
)

from .examples import EXAMPLES

MEETING_JA = (
    r"(?P<name>(?:[ァ-ヶー]{2,12}|[一-龥々]{2,8}|(?<![A-Za-z])[A-Z][A-Za-z]{1,20}){1,2}"
    r"(?:定例会議|定例会|定例|会議|会合|ミーティング|打ち合わせ|打合せ|レビュー会|勉強会"
    r"|説明会|朝会|夕会|総会|商談|面談))"
)
MEETING_EN = (
    r"\b(?P<name>(?:[A-Z][\w&-]{1,30} ){1,3}(?:[Mm]eeting|[Ss]tand-?up|[Rr]etro(?:spective)?"
    r"|[Kk]ick-?off|[Rr]eview|[Ss]ync"
    r"|[Ww]orkshop|[Oo]ffsite|1:1|[Aa]ll-?[Hh]ands|[Tt]own [Hh]all))\b"
)
ROLE_EN = (
    r"\b(?P<name>CEO|CTO|CFO|COO|CPO|(?:product|project|engineering|sales|marketing|account"
    r"|office|general|HR) manager"
    r"|(?:team|tech|design) lead|scrum master|product owner|vice president|(?:software|sales"
    r"|data|QA|support) engineer)\b"
)
# 第3会議室 and 会議中 are none; neither is a meeting of this week.
NO_MEETING = (
    r"(?:今日|明日|昨日|今週|来週|先週|今朝|午前|午後|全体|毎週|月曜|火曜|水曜|木曜|金曜|次回"
    r"|前回|本日)の?.*|The .*|This .*|Next .*|Our .*|My .*|Code [Rr]eview"
)

DOCUMENT_JA = r"(?P<name>[一-龥ァ-ヶーA-Za-z]{2,12}(?:稟議書|議事録|報告書|提案書|見積書|契約書))"

EXTRACTORS = (
    PatternExtractor(
        "work",
        (
            Pattern("Meeting", MEETING_JA + r"(?![室中])", 0.7, unless=NO_MEETING, languages=("ja",)),
            Pattern("Meeting", MEETING_EN, 0.75, unless=NO_MEETING),
            Pattern("Role", ROLE_EN, 0.6),
            Pattern("Task", r"(?<![A-Za-z0-9_/.-])[A-Z][A-Z]{1,9}-\d{1,6}(?![A-Za-z0-9_-])", 0.88,
                    unless=r"(?:UTF|ISO|RFC|SHA|COVID|GPT|CVE|ADR)-\d+"),
            Pattern("Project", r"(?P<name>[一-龥ァ-ヶーA-Za-z]{2,12}案件)", 0.65, languages=("ja",),
                    unless=r"(?:新規|重要|既存|大型|本|当|対象|別|他|今回の|担当)案件"),
            Pattern("Document", DOCUMENT_JA, 0.72,
                    languages=("ja",)),
        ),
    ),
)  # fmt: skip


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
        inference_rules=(
            InferenceRule(
                "colleague",
                "Person",
                ("assigned_to",),
                "Project",
                ("assigned_to", "leads", "member_of", "participates_in"),
                "Person",
                confidence=0.6,
                meet=True,
            ),
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
        examples=EXAMPLES,
        decay=DecayPolicy(
            half_life_days=180,
            by_type={"decision": 730, "meeting": 120, "deadline": 60, "task": 60},
        ),
    )
