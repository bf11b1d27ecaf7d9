"""`pfor`: a function of a number, called for each one, with the results stacked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.arrays.ranges import range as number_range
from runtime.functions.vectorized_maps import vectorized_map


def pfor(
    loop_fn: Callable[..., Any],
    iters: Any,
    fallback_to_while_loop: bool = True,
    parallel_iterations: int | None = None,
    warn: bool = False,
) -> Any:
    """The results of ``loop_fn(i)`` for each i below ``iters``, stacked."""
    return vectorized_map(loop_fn, number_range(iters), fallback_to_while_loop, warn)


__all__ = ["pfor"]
