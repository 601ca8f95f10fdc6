"""Find the subject of a Japanese predicate, and tell what is said of somebody else."""

from .earlier import topic_of
from .others import OF_ONE, introduces_another, names_another, names_spouse_of_another
from .topics import subject_before

__all__ = [
    "OF_ONE",
    "introduces_another",
    "names_another",
    "names_spouse_of_another",
    "subject_before",
    "topic_of",
]
