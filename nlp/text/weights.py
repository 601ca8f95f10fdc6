"""Keep the weights of a learned model in a file: a line of JSON, then a signed byte a bucket."""

import json
from pathlib import Path

import numpy as np
import numpy.typing as npt

Weights = npt.NDArray[np.float32]
LARGEST = 127


def read_weights(path: Path) -> tuple[Weights, dict[str, float]]:
    """Read weights and the named numbers that stand before them.

    Raises:
        OSError: the file cannot be read.
    """
    head, _line, content = path.read_bytes().partition(b"\n")
    numbers = json.loads(head)
    weights = np.frombuffer(content, np.int8).astype(np.float32) * np.float32(numbers.pop("step"))
    return weights, numbers


def write_weights(path: Path, weights: Weights, numbers: dict[str, float]) -> None:
    """Write weights in steps of a 127th of the largest, and named numbers."""
    step = float(np.abs(weights).max()) / LARGEST
    head = json.dumps({"step": step, **numbers}, sort_keys=True)
    content = np.rint(weights / step).astype(np.int8).tobytes()
    path.write_bytes(head.encode() + b"\n" + content)
