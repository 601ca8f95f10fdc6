"""``wasurena bench speed``: the order in which things are measured."""

from collections.abc import Iterator
from pathlib import Path

from accounts.services.tokens import token_create

from . import speed_figures as figures
from .invented import Inventor, questions
from .server import served
from .speed_contents import BIG, NEIGHBOUR, Steps, filled_directory
from .speed_figures import Wanted
from .timing import Figure

ALONE = "alone"
# Questions to the indexes alone: each of them is compared with every vector.
COMPARED = 100
LEAST_QUESTIONS = 1_000


def measured(data_dir: Path, wanted: Wanted, steps: Steps) -> Iterator[Figure]:
    """Fill the database that the settings name, serve it, and yield figures as they come.

    Raises:
        OtherContents: the directory is filled with something else.
        NotStarted, Refused: the server did not do its work.
    """
    yield from filled_directory(data_dir, wanted.contents, steps)
    inventor = Inventor(wanted.contents.memories)
    asked = questions(inventor.some(max(LEAST_QUESTIONS, 2 * wanted.effort.calls)))
    asked = list(dict.fromkeys(asked))
    tokens = {name: token_create(user_name=name, name="bench")[1] for name in (BIG, NEIGHBOUR)}
    with served(data_dir, wanted.port) as server:
        yield from figures.searches(server, tokens[BIG], asked, wanted)
        yield from figures.beside(server, tokens[NEIGHBOUR], wanted)
        yield from figures.sizes(server)
        yield from figures.writes(server, tokens[BIG], asked, wanted)
    yield from figures.alone(data_dir / ALONE, wanted)
    yield from figures.floors(data_dir, asked[:COMPARED])
