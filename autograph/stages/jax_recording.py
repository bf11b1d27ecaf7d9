"""Tracing of Python code into a JAX function, run once under JAX's trace."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FunctionType
from typing import Any, NamedTuple

import jax
from jax.extend.core import jaxpr_as_fun

from autograph.errors import StagingError
from autograph.operators.effects import Mutables
from autograph.stages.jax_values import Held, is_array, is_number
from autograph.tracebacks.frames import is_raised_by_statement

__all__ = ["Recording", "record", "refusing_effects"]


class Recording(NamedTuple):
    """A traced computation of Python code, and the variables that it assigns."""

    compute: Callable[..., list[Any]]
    """Gives the arrays among the leaves, each once."""
    held: list[Held]
    positions: dict[int, int]
    """Where `compute` gives a leaf, by its identity; numbers are not computed."""

    def outputs(self, *inputs: Any) -> Callable[[Any], Any]:
        """The computation of the value of every leaf for `inputs`."""
        computed = self.compute(*inputs)

        def value_of(leaf: Any) -> Any:
            position = self.positions.get(id(leaf))
            return leaf if position is None else computed[position]

        return value_of


def record(run: Callable[..., list[Held]], *inputs: Any) -> Recording:
    """Records one call of `run(*tracers)`, which returns the variables' final values.

    Raises:
        StagingError: `run` executes a `raise` statement.
    """
    held: list[Held] = []
    positions: dict[int, int] = {}

    def python(*tracers: Any) -> list[Any]:
        held.extend(run(*tracers))
        arrays: list[Any] = []
        for leaf in _arrays_in(held):
            if id(leaf) not in positions:
                positions[id(leaf)] = len(arrays)
                arrays.append(leaf)
        return arrays

    try:
        closed = jax.make_jaxpr(python)(*inputs)
    except Exception as error:
        if not isinstance(error, StagingError) and is_raised_by_statement(error):
            raise StagingError(
                f"{type(error).__name__} is raised under a condition that is known "
                "when the program runs; JAX cannot raise then: use "
                "jax.experimental.checkify, or return a value that tells"
            ) from error
        raise
    return Recording(jaxpr_as_fun(closed), held, positions)


def _arrays_in(held: list[Held]) -> Iterator[Any]:
    for each in held:
        for leaf in (*each.leaves, each.flag):
            if is_array(leaf) and not is_number(leaf):
                yield leaf


@contextmanager
def refusing_effects(names: tuple[str, ...], *blocks: Any) -> Iterator[None]:
    """Refuse changes of Python objects by blocks that are recorded once.

    Raises:
        StagingError: a list, dict, set or attribute outside the variables `names` has
            changed; its old content is restored.
    """
    roots: dict[str, Any] = {}
    for block in blocks:
        if isinstance(block, FunctionType):
            roots.update(_cells_of(block))
    mutables = Mutables(roots, deepest=2)
    yield
    changed = [path for path in mutables.changes() if not _is_variable(path, names)]
    if changed:
        mutables.restore()
        raise StagingError(
            f"{', '.join(changed)} changes under control flow that is recorded once, "
            "so Python would change it once: keep the value in a variable of the "
            "function, as `x = x.at[i].set(value)` does"
        )


def _is_variable(path: str, names: tuple[str, ...]) -> bool:
    return any(name == path or name.startswith(f"{path}[") for name in names)


def _cells_of(block: FunctionType) -> Iterator[tuple[str, Any]]:
    cells = block.__closure__ or ()
    for name, cell in zip(block.__code__.co_freevars, cells, strict=True):
        try:
            yield name, cell.cell_contents
        except ValueError:
            continue  # not assigned yet
