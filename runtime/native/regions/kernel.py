"""The kernel of a region: native code for known shapes, or the default executor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter_ns
from typing import Any, Final

import numpy as np

from graphir.compute.forks import forkable_lock
from runtime.native.calls.entries import Argument
from runtime.native.calls.object_layout import numpy_dtype
from runtime.native.calls.report import RegionReport
from runtime.native.llvm.failures import MISMATCH, Unsupported
from runtime.native.regions.region import Region, ShapeKey, shapes_of
from runtime.native.regions.region_code import RegionCode, code_text, generate

MOST_SHAPES: Final = 16
"""A region that meets more shapes runs on the default executor for the others."""

RunByDefault = Callable[[Region], Callable[..., Sequence[Any]]]
"""Compiles a region for the default executor."""


class RegionKernel:
    """Runs a region; made once per region, and called with arrays.

    Code is generated at the first call with new shapes. The default executor takes over
    for shapes without code and for arguments of unexpected types, and raises the errors
    of invalid arguments.
    """

    def __init__(
        self, region: Region, report: RegionReport, run_by_default: RunByDefault
    ) -> None:
        self.region = region
        self.report = report
        self._run_by_default = run_by_default
        self._default: Callable[..., Sequence[Any]] | None = None
        self._codes: dict[ShapeKey, RegionCode | None] = {}
        self._latest: RegionCode | None = None
        self._lock = forkable_lock()
        self.compiled: list[tuple[int, int]] = []
        """When code was made, begin and end as of `perf_counter_ns`."""

    def __call__(self, *arrays: Any) -> Sequence[Any]:
        code = self._latest
        if code is not None:
            status, results = code(*arrays)
            if not status:
                return results
            if status != MISMATCH:
                raise code.sites.error(status)
        return self._general(arrays)

    def _general(self, arrays: tuple[Any, ...]) -> Sequence[Any]:
        code = self._code_for(arrays)
        given = None if code is None else _conforming(arrays, code.arguments)
        if code is None or given is None:
            return self._by_default(arrays)
        self._latest = code
        status, results = code(*given)
        if status == MISMATCH:
            return self._by_default(arrays)
        if status:
            raise code.sites.error(status)
        return results

    def _code_for(self, arrays: tuple[Any, ...]) -> RegionCode | None:
        shapes = shapes_of(arrays)
        if shapes not in self._codes:
            with self._lock:
                if shapes not in self._codes:
                    self._codes[shapes] = self._generate(shapes)
        return self._codes[shapes]

    def _generate(self, shapes: ShapeKey) -> RegionCode | None:
        text = ", ".join(str(list(shape)) for shape in shapes if shape)
        if len(self._codes) >= MOST_SHAPES:
            self.report.runs["other shapes"] = f"default: more than {MOST_SHAPES}"
            return None
        begun = perf_counter_ns()
        try:
            code = generate(self.region, shapes)
        except Unsupported as reason:
            self.report.runs[text] = f"default: {reason}"
            return None
        finally:
            self.compiled.append((begun, perf_counter_ns()))
        self.report.runs[text] = "native"
        return code

    def code(self, stage: str) -> str:
        """The text of the code at a stage, for the shapes that are known by now."""
        texts = []
        for shapes in self._known_shapes():
            sizes = ", ".join(str(list(shape)) for shape in shapes if shape)
            try:
                text = code_text(self.region, shapes, stage)
            except Unsupported as reason:
                text = f"; default: {reason}\n"
            texts.append(f"; region {self.region.name}: {sizes or 'numbers'}\n{text}")
        return "\n".join(texts) or f"; region {self.region.name}: no shapes are known\n"

    def _known_shapes(self) -> list[ShapeKey]:
        inputs = self.region.inputs
        if all(value.shape.is_fully_defined() for value in inputs):
            return [tuple(value.shape.as_ints() for value in inputs)]
        return list(self._codes)

    def _by_default(self, arrays: tuple[Any, ...]) -> Sequence[Any]:
        if self._default is None:
            self._default = self._run_by_default(self.region)
        return self._default(*arrays)


def _conforming(
    arrays: Sequence[Any], arguments: Sequence[Argument]
) -> list[Any] | None:
    """Arguments laid out as the code wants them; None if their types differ."""
    result = []
    for array, argument in zip(arrays, arguments, strict=False):
        dtype = numpy_dtype(argument.element)
        if getattr(array, "dtype", None) != dtype:
            return None
        result.append(np.array(array, dtype, order="C", copy=None, subok=False))
    return result
