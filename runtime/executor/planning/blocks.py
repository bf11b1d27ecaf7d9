"""Fusion of consecutive element-wise operations, run over large arrays in blocks.

Each operation then finds its operands in the CPU's cache, and only results that are
read later become large arrays. The program tests at run time whether blocks pay, and
contains the unfused steps as well.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from inspect import signature
from typing import Any, Final

import numpy as np

from graphir.compute.array_pool import new_array
from graphir.dtypes import DType
from graphir.node import Node, Value
from runtime.executor.planning.plan import Plan

BLOCK_BYTES: Final = 1 << 19
"""A few such blocks fit in the cache of a core. On smaller ones an operation is over so
soon that threads wait for the interpreter longer than they compute."""
LEAST_SIZE: Final = 1 << 16
"""Smaller arrays stay in the cache anyway."""

BLOCKWISE: Final = "blockwise"
"""Trait of ops whose kernels are no ufuncs, but can be applied block by block."""


def accepts_out(kernel: Any) -> bool:
    """Whether a kernel that is no ufunc has an ``out`` argument.

    >>> accepts_out(lambda x, out=None: x), accepts_out(lambda x: x)
    (True, False)
    """
    return "out" in signature(kernel).parameters


@dataclass(slots=True)
class Run:
    """Consecutive steps of a plan, all over arrays of one shape."""

    steps: list[int]
    inputs: list[Value] = field(default_factory=list)
    """Arrays from outside."""
    outputs: list[Value] = field(default_factory=list)
    """The results of the run that later steps read."""
    shape: tuple[int, ...] | None = None
    """The shape of a run by rows, which reduces the last axis; None for other runs."""

    def is_whole(self, value: Value) -> bool:
        """Whether the value has as many elements as the run iterates over."""
        return self.shape is None or value.shape.as_list() == list(self.shape)

    def is_shared(self, value: Value) -> bool:
        """Whether the value has one number for each column: every row meets it."""
        return self.shape is not None and value.shape.rank == 1


def find_runs(
    plan: Plan, is_ufunc: Callable[[Node], bool], taken: Collection[int]
) -> dict[int, Run]:
    """Runs of two or more operations, by first step; excludes steps in ``taken``."""
    runs: dict[int, Run] = {}
    current: list[int] = []
    for index, node in enumerate(plan.steps):
        fits = index not in taken and _fits(node)
        if fits and (node.has_trait(BLOCKWISE) or is_ufunc(node)):
            current.append(index)
        elif node.op != "Const":
            add_run(plan, Run(current), runs)
            current = []
    add_run(plan, Run(current), runs)
    return runs


def _fits(node: Node) -> bool:
    if len(node.outputs) != 1 or not node.inputs:
        return False
    shape = node.output.shape
    if shape.rank == 0:
        return False
    if shape.is_fully_defined():
        if math.prod(shape.as_ints()) < LEAST_SIZE:
            return False
        if any(v.shape.rank != 0 and v.shape != shape for v in node.inputs):
            return False
    if not (node.has_trait(BLOCKWISE) or node.has_trait("elementwise")):
        return False
    return all(is_plain(value.dtype) for value in (*node.inputs, *node.outputs))


def is_plain(dtype: DType) -> bool:
    """Whether NumPy computes with the dtype itself, and never raises."""
    return dtype.has_numpy and not dtype.is_ref and dtype.numpy_dtype.kind == "f"


def add_run(plan: Plan, run: Run, runs: dict[int, Run]) -> None:
    """Finds inputs and outputs of a run, and adds the run if it pays."""
    if len(run.steps) < 2:
        return
    nodes = [plan.steps[index] for index in run.steps]
    made = {node.output for node in nodes}
    for node in nodes:
        for value in map(plan.root, node.inputs):
            if value in made or value in run.inputs or value.shape.rank == 0:
                continue
            if value.dtype.is_floating:  # axes are no arrays to go over
                run.inputs.append(value)
    later = plan.steps[run.steps[-1] + 1 :]
    read = {plan.root(value) for node in later for value in node.inputs}
    read.update(map(plan.root, plan.outputs))
    run.outputs = [node.output for node in nodes if node.output in read]
    if any(map(run.is_whole, run.inputs)) and run.outputs:
        runs[run.steps[0]] = run


def flat_arrays(*arrays: Any) -> list[Any] | None:
    """The arrays as vectors; None unless they are large, contiguous and alike.

    >>> flat_arrays(np.zeros((2, 2))) is None
    True
    """
    first = arrays[0]
    if type(first) is not np.ndarray or first.size < LEAST_SIZE:
        return None
    shape = first.shape
    for each in arrays:
        if type(each) is not np.ndarray or each.shape != shape:
            return None
        if not each.flags.c_contiguous:
            return None
    return [each.reshape(-1) for each in arrays]


def result_like(array: Any, dtype: Any) -> Any:
    """A large array of the same shape, of any content."""
    return new_array(array.shape, dtype)


def block_size(nodes: Sequence[Node], run: Run) -> int:
    """Elements in a block, or rows."""
    count = BLOCK_BYTES // max(int(node.output.dtype.size) for node in nodes)
    return count if run.shape is None else max(1, count // run.shape[-1])
