"""Summarize the milliseconds of many calls, and name each figure."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

Input = TypeVar("Input")


@dataclass(frozen=True, slots=True)
class Timing:
    """One thing measured: a stable key, what it is called, and its values by unit."""

    key: str
    label: str
    values: Mapping[str, float]

    @property
    def shown(self) -> str:
        """The values as a person reads them."""
        return ", ".join(_shown(unit, value) for unit, value in self.values.items())


def _shown(unit: str, value: float) -> str:
    if unit in ("n", "errors"):
        return f"{unit} {value:,.0f}"
    if unit.endswith("ms"):
        return f"{unit.removesuffix('ms').rstrip('_')} {value:.1f} ms".strip()
    written = (
        f"{value:.3f}" if unit == "share" else f"{value:,.1f}" if value < 100 else f"{value:,.0f}"
    )
    return f"{written} {SIGNS.get(unit, unit)}".strip()


SIGNS = {"per_second": "/s", "cpu_percent": "% CPU", "megabytes": "MB", "seconds": "s", "share": ""}


def quantiles(seconds: Sequence[float]) -> dict[str, float]:
    """Return median, 95th percentile and number of calls; nothing for none."""
    if not seconds:
        return {"n": 0}
    p50, p95 = np.quantile(seconds, [0.5, 0.95]).tolist()
    return {"p50_ms": 1_000 * p50, "p95_ms": 1_000 * p95, "n": len(seconds)}


def timed(call: Callable[[Input], object], inputs: Iterable[Input]) -> dict[str, float]:
    """Call with one input after the other and return the quantiles."""
    took = []
    for value in inputs:
        started = time.perf_counter()
        call(value)
        took.append(time.perf_counter() - started)
    return quantiles(took)
