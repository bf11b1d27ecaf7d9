"""Kernels of optimizer steps, which update a variable and its slots in one op."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from graphir.attributes import Attr
from graphir.errors import InvalidArgumentError
from graphir.ops.contract.declaration import Kernel
from graphir.ops.state import (
    adaptive_training_steps,  # noqa: F401 - its steps are attached too
)
from graphir.ops.state.training_steps import Arrays, TrainingStep
from runtime.stateful_kernels.variables import kernel_at_storage
from runtime.tensors.quiet import run_quietly


def _check_shapes(variables: Arrays, gradient: Any) -> None:
    shape = variables["var"].shape
    for name, value in [*variables.items(), ("grad", gradient)]:
        if value.shape != shape:
            raise InvalidArgumentError(
                f"var and {name} do not have the same shape{list(shape)} "
                f"{list(value.shape)}"
            )


def _whole(step: Any, now: Arrays, given: Arrays, attrs: Mapping[str, Attr]) -> Arrays:
    _check_shapes(now, given.get("grad", given.get("delta")))
    found: Arrays = step(now, given, attrs)
    return found


def _by_rows(
    step: Any, now: Arrays, given: Arrays, attrs: Mapping[str, Attr]
) -> Arrays:
    """The step on the indexed rows; duplicate rows are updated one after the other."""
    others = dict(given)
    places, gradients = np.ravel(others.pop("indices")), others.pop("grad")
    size = len(now["var"])
    outside = np.flatnonzero((places < 0) | (places >= size))
    if outside.size:
        at = outside[0]
        raise InvalidArgumentError(
            f"Index {places[at]} at offset {at} in indices is out of range [0, {size})"
        )
    result = {name: np.array(value) for name, value in now.items()}
    for chosen in _groups(places):
        rows = places[chosen]
        before = {name: value[rows] for name, value in result.items()}
        after = step(before, {**others, "grad": gradients[chosen]}, attrs)
        for name, value in after.items():
            result[name][rows] = value
    return result


def _groups(places: Any) -> Iterator[Any]:
    """Positions in order, none with the same row twice in a group."""
    if len(np.unique(places)) == len(places):
        yield np.arange(len(places))
        return
    for position in range(len(places)):
        yield np.array([position])


def _attach(op: type[TrainingStep]) -> None:
    @kernel_at_storage(op)
    def factory(attrs: Mapping[str, Attr]) -> Kernel:
        names = [each.name for each in op.declared().inputs]
        variables = op.variables()
        compute = _by_rows if op.by_rows else _whole

        def change(*arguments: Any) -> None:
            given = dict(zip(names, arguments))
            stores = {name: given.pop(name) for name in variables}
            now = {name: store.read() for name, store in stores.items()}
            changed = run_quietly(compute, op.step, now, given, attrs)
            for name, value in changed.items():
                stores[name].assign(np.asarray(value, now[name].dtype))

        return change


def _steps(kind: type[TrainingStep]) -> Iterator[type[TrainingStep]]:
    for each in kind.__subclasses__():
        yield each
        yield from _steps(each)


for _op in _steps(TrainingStep):
    _attach(_op)
