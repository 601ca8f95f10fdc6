"""Where a name stands: with whom, under which tags, in which context and session."""

from dataclasses import dataclass, field

SESSION, CONTEXT = 0.5, 0.5
COMPANION, TAG, MOST_BY_WORDS = 0.4, 0.25, 0.8
ENOUGH_TO_DISAGREE = 2


@dataclass(frozen=True, slots=True)
class Context:
    """What surrounds a name in a memory, or all mentions of an entity.

    ``companions`` and ``tags`` are folded names (``nlp.text.fold.name_key``);
    ``contexts`` and ``sessions`` are any stable words for them.
    """

    companions: frozenset[str] = frozenset()
    tags: frozenset[str] = frozenset()
    contexts: frozenset[str] = frozenset()
    sessions: frozenset[str] = frozenset()

    def joined(self, other: "Context") -> "Context":
        """Return both together."""
        return Context(
            self.companions | other.companions,
            self.tags | other.tags,
            self.contexts | other.contexts,
            self.sessions | other.sessions,
        )

    @property
    def about(self) -> frozenset[str]:
        """Everything that says what it is about; a session alone does not."""
        return self.companions | self.tags | self.contexts


@dataclass(frozen=True, slots=True)
class Agreement:
    """How well two surroundings fit: ``support`` in 0…1, and whether they speak against it."""

    support: float = 0.0
    is_contrary: bool = False
    is_elsewhere: bool = False
    shared: tuple[str, ...] = field(default=())


def agreement(known: Context, wanted: Context) -> Agreement:
    """Compare where two names stand.

    Contrary: both say much about what they are about, and share nothing. Elsewhere: on
    top of that, both were filed under contexts or tags, and under other ones.
    """
    companions, tags = known.companions & wanted.companions, known.tags & wanted.tags
    contexts = known.contexts & wanted.contexts
    by_words = min(MOST_BY_WORDS, COMPANION * len(companions) + TAG * len(tags))
    support = by_words + CONTEXT * bool(contexts) + SESSION * bool(known.sessions & wanted.sessions)
    if support:
        return Agreement(min(1.0, support), shared=tuple(sorted(companions | tags | contexts)))
    is_contrary = min(len(known.about), len(wanted.about)) >= ENOUGH_TO_DISAGREE
    filed = (known.contexts | known.tags, wanted.contexts | wanted.tags)
    together = (known.companions, wanted.companions)
    return Agreement(
        is_contrary=is_contrary, is_elsewhere=is_contrary and all(filed) and all(together)
    )
