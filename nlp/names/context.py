"""Compare the contexts of two names: companions, tags, contexts and sessions."""

from dataclasses import dataclass, field

SESSION, CONTEXT = 0.5, 0.5
COMPANION, TAG, MOST_BY_WORDS = 0.4, 0.25, 0.8
ENOUGH_TO_DISAGREE = 2


@dataclass(frozen=True, slots=True)
class Context:
    """The surroundings of a name in a memory, or of all mentions of an entity.

    ``companions`` and ``tags`` are folded names (``nlp.text.fold.name_key``);
    ``contexts`` and ``sessions`` are stable identifiers.
    """

    companions: frozenset[str] = frozenset()
    tags: frozenset[str] = frozenset()
    contexts: frozenset[str] = frozenset()
    sessions: frozenset[str] = frozenset()

    def joined(self, other: "Context") -> "Context":
        """Return the union of two contexts."""
        return Context(
            self.companions | other.companions,
            self.tags | other.tags,
            self.contexts | other.contexts,
            self.sessions | other.sessions,
        )

    @property
    def about(self) -> frozenset[str]:
        """Return everything that tells the topic; a session alone does not."""
        return self.companions | self.tags | self.contexts


@dataclass(frozen=True, slots=True)
class Agreement:
    """How well two contexts agree: ``support`` in 0…1, or evidence against one entity."""

    support: float = 0.0
    is_contrary: bool = False
    is_elsewhere: bool = False
    shared: tuple[str, ...] = field(default=())


def agreement(known: Context, wanted: Context) -> Agreement:
    """Compare the contexts of two names.

    Contrary: both have much context, and share nothing. Elsewhere: on top of that, both were
    filed under contexts or tags, and share none.
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
