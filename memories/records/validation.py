"""Validate saves: check types and dates, choose pack and space, apply the privacy policy."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from core.caller import SEPARATOR, Caller, aware, recording_time
from core.errors import InvalidInput, Problem
from memories.index import TextWords
from memories.models import Trust
from memories.schemas import MemoryInput
from memories.schemas.leniency.base import NoteOut, PrivateNote
from nlp.instructions import is_instruction
from nlp.readers import PrivacyPolicy
from nlp.text.tokens import content_hash
from packs.privacy import policy_of

from .annotations.reading import AnnotationReader
from .annotations.types import TypeReader
from .filing import PACK_GUESS, Filing
from .mentions import ASSISTANT_ROLES, OWNER_ROLES
from .privacy.saves import exposed_in, treated_save, without_conditions, without_sensitive
from .privacy.treatment import Treatment

MCP, IMPORT = "mcp", "import"
# The ways in which single memories are saved; an import has any other name.
CHANNELS = frozenset({"api", MCP, "browser", "cli", "demo"})
# Who saves through these sends nothing again: what cannot be taken is noted instead.
LENIENT = frozenset({"api", MCP, "demo"})


@dataclass(frozen=True, slots=True)
class ValidatedSave:
    """A valid save, with all defaults resolved."""

    path: str
    item: MemoryInput
    user_id: str
    namespace: str
    created_at: datetime
    source: str
    content_hash: str
    # Tokenized before the write lock is taken.
    words: TextWords
    trust: Trust
    is_order: bool
    about: tuple[datetime | None, datetime | None] = (None, None)
    # What was taken otherwise than it was given, or left out.
    notes: list[NoteOut] = field(default_factory=list)
    warnings: Sequence[str] = ()
    # Masked texts as they were, by column, if they are kept encrypted; whether the owner is asked.
    originals: Mapping[str, str] = field(default_factory=dict)
    is_asked: bool = False


def whose_word(caller: Caller, channel: str, item: MemoryInput) -> Trust:
    """Return who says what is saved (ADR 0025).

    ``channel`` is the way that the save came; the source that a caller names is only believed
    if it makes the words less the owner's.
    """
    if IMPORT in (channel, item.source) or channel not in CHANNELS:
        return Trust.IMPORTED
    speaker = item.speaker.strip().casefold()
    if speaker in OWNER_ROLES:
        return Trust.OWNER
    is_program = channel == MCP or not caller.is_owner
    return Trust.ASSISTANT if is_program or speaker in ASSISTANT_ROLES else Trust.OWNER


def reads_as_order(trust: str, *texts: str) -> bool:
    """Return whether words that are not the owner's read like an instruction to an assistant."""
    return trust != Trust.OWNER and any(map(is_instruction, texts))


@dataclass
class SaveValidator:
    """Validate saves against packs and types, and collect all problems."""

    caller: Caller
    now: datetime
    default_source: str
    filing: Filing
    problems: list[Problem] = field(default_factory=list)
    policies: dict[str, PrivacyPolicy] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.annotations = AnnotationReader(self.caller)

    def validate(self, item: MemoryInput, prefix: str) -> ValidatedSave:
        """Validate one save; add its problems to ``problems``."""
        notes: list[NoteOut] = []
        created_at = self._said_at(item, notes)
        item = self._named_pack(item, notes)
        pack, item = self._pack(item, prefix)
        treatment = Treatment(pack, self._policy(pack))
        warnings = exposed_in(item, treatment, prefix)
        item = self._private(item, treatment, prefix)
        read = self.annotations.read(item, self.caller.space(pack))
        item = self._without_conditions(read.item, treatment, prefix)
        about = self._about(item, notes)
        notes = without_sensitive([*read.notes, *notes], treatment)
        if self.default_source not in LENIENT:
            # A person can correct a form, a command or a line of a file, and send it again.
            # What is private was left out as its writer wanted.
            odd = [one for one in notes if not isinstance(one, PrivateNote)]
            self.problems += [Problem(prefix + one.field, "not_taken", one.detail) for one in odd]
        return ValidatedSave(
            path=prefix,
            item=item,
            user_id=self.caller.space(pack),
            namespace=self.caller.place(item.namespace),
            created_at=created_at,
            source=item.source or self.default_source,
            content_hash=content_hash(item.text),
            words=TextWords.of(item.text, item.assistant_text),
            trust=(trust := whose_word(self.caller, self.default_source, item)),
            is_order=reads_as_order(trust, item.text, item.assistant_text),
            about=about,
            notes=notes,
            warnings=warnings,
            originals=treatment.kept_originals(prefix),
            is_asked=treatment.is_asked,
        )

    def _policy(self, pack: str) -> PrivacyPolicy:
        """Return the policy of a pack, read once for all saves."""
        if pack not in self.policies:
            self.policies[pack] = policy_of(f"{self.caller.base_user}{SEPARATOR}{pack}")
        return self.policies[pack]

    def _said_at(self, item: MemoryInput, notes: list[NoteOut]) -> datetime:
        """Return when it was said; now, where the time given cannot be."""
        at, problem = recording_time(item.created_at, self.caller, self.now, "created_at")
        if problem:
            detail = f"{problem.detail}; it was stored as said now"
            notes.append(NoteOut(field="created_at", detail=detail))
        return at

    def _named_pack(self, item: MemoryInput, notes: list[NoteOut]) -> MemoryInput:
        """Replace a word for a pack by its key; a pack that is not there is chosen by the text."""
        if not item.pack:
            return item
        reader = TypeReader(self.caller, notes)
        return item.model_copy(update={"pack": reader.pack(item.pack, "it was chosen by the text")})

    def _pack(self, item: MemoryInput, prefix: str) -> tuple[str, MemoryInput]:
        """Return the pack, and the save with the reason of a guess."""
        try:
            pack, guess = self.filing.pack(item, field=f"{prefix}pack")
        except InvalidInput as error:
            self.problems += error.problems
            return "unknown", item
        if guess is None:
            return pack, item
        extra = {**item.extra_data, PACK_GUESS: guess.reason.value}
        return pack, item.model_copy(update={"extra_data": extra})

    def _private(self, item: MemoryInput, treatment: Treatment, prefix: str) -> MemoryInput:
        """Apply the pack's privacy policy: mask or refuse sensitive text."""
        kept = treated_save(item, treatment, prefix)
        self.problems += treatment.problems
        return kept

    def _without_conditions(
        self, item: MemoryInput, treatment: Treatment, prefix: str
    ) -> MemoryInput:
        own = replace(treatment, problems=[])
        kept = without_conditions(item, own, prefix)
        self.problems += own.problems
        return kept

    def _about(
        self, item: MemoryInput, notes: list[NoteOut]
    ) -> tuple[datetime | None, datetime | None]:
        start = self._moment(item.about_start, "about_start", notes)
        end = self._moment(item.about_end, "about_end", notes)
        if start and end and end < start:
            notes.append(
                NoteOut(field="about_end", detail="was left out: it is before about_start")
            )
            return start, None
        return start, end

    def _moment(self, value: datetime | None, field: str, notes: list[NoteOut]) -> datetime | None:
        try:
            return aware(value, self.caller) if value else None
        except InvalidInput as error:
            notes.append(NoteOut(field=field, detail=f"was left out: {error.message}"))
            return None

    def raise_problems(self) -> None:
        """Raise InvalidInput with all problems found."""
        if self.problems:
            raise InvalidInput(self.problems)
