"""What may go wrong with an endpoint, and what follows from it."""


class LlmError(Exception):
    """The model could not be asked, or its answer cannot be used; ``tokens`` were taken.

    ``counts``: the text may be to blame, so that it is not tried for ever. ``stops``: other
    texts would fare no better now. The words hold nothing of the text.
    """

    counts = True
    stops = False

    def __init__(self, words: str, *, tokens: int = 0) -> None:
        super().__init__(words)
        self.tokens = tokens


class Unavailable(LlmError):
    """Nobody answers, or not for us: no text is to blame."""

    counts = False
    stops = True


class Failed(LlmError):
    """The endpoint broke, or took too long, over a text."""

    stops = True


class Unusable(LlmError):
    """The answer is not what was asked for; ``OF_ANSWER`` begins what the model can mend."""

    OF_ANSWER = "the answer "
