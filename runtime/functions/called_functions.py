"""Python functions called from graphs, with eager tensors and with gradients."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any, Final

import numpy as np

from graphir.dtypes import DType
from runtime.context import entered
from runtime.gradients.tape import GradientTape
from runtime.stateful_kernels.python_functions import as_list
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.tensor import wrap

_NUMBERS: Final = count()


class CalledFunction:
    """A Python function called from graphs; keeps its last call for the gradient."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        # a graph from elsewhere shall not find it by counting
        self.name = f"pyfunc_{next(_NUMBERS)}_{secrets.token_hex(8)}"
        self._last: tuple[Any, ...] | None = None

    def on_tensors(self, arrays: Sequence[Any], dtypes_in: Sequence[DType]) -> Any:
        """The flat results of the function for eager tensors, recorded on a tape."""
        inputs = [wrap(array, dtype) for array, dtype in zip(arrays, dtypes_in)]
        sources = [each for each in inputs if _is_smooth(each.dtype)]
        with entered(None), GradientTape(watch_accessed_variables=False) as tape:
            tape.watch(sources)
            results = as_list(self.function(*inputs))
        self._last = tuple(arrays), sources, results, tape
        return results

    def gradients(
        self,
        arrays: Sequence[Any],
        d_results: Sequence[Any],
        types: Sequence[DType],
    ) -> list[Any]:
        """Gradients of a call's arguments; repeats the call unless it was the last one.

        Arguments through which no gradient flows get zeros.
        """
        last = self._last
        if last is None or any(a is not b for a, b in zip(last[0], arrays)):
            self.on_tensors(arrays, types)
            assert self._last is not None
            last = self._last
        self._last = None
        _, sources, results, tape = last
        targets = [
            each for each in map(convert_to_tensor, results) if _is_smooth(each.dtype)
        ]
        with entered(None):
            given = [wrap(d, each.dtype) for d, each in zip(d_results, targets)]
            found = iter(tape.gradient(targets, sources, given))
        gradients = [next(found) if _is_smooth(each) else None for each in types]
        return [
            np.zeros_like(array)
            if each is None
            else np.asarray(convert_to_tensor(each))
            for each, array in zip(gradients, arrays)
        ]


def _is_smooth(dtype: DType) -> bool:
    return dtype.is_floating or dtype.is_complex
