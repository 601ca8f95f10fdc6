"""Of whom a sentence speaks."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Subject:
    """Characters of the sentence that name the subject, or the speaker.

    ``is_said`` is False where the speaker is not named, as Japanese leaves it out.
    """

    start: int = 0
    end: int = 0
    is_speaker: bool = False
    is_said: bool = True
    is_plain: bool = False


SPEAKER = Subject(is_speaker=True)
