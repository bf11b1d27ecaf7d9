"""Staging for `autograph.check`: a function is traced as by `tf.function`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphir.attachments import Attached
from graphir.errors import OpError
from runtime.tensors.composites import CompositeTensor
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.structure import flatten
from runtime.tensors.tensor import Tensor

_FUNCTION: Attached[Any] = Attached("tf.function")
_VARIABLES: Attached[Any] = Attached("variables of an object")


def staged_call(python_function: Callable[..., Any]) -> Callable[..., Any]:
    """The function traced; where no argument is a tensor, numbers become tensors."""
    traced: Any = python_function
    if not hasattr(traced, "get_concrete_function"):
        traced = _FUNCTION(python_function)

    def call(*args: Any, **kwargs: Any) -> Any:
        given = flatten([list(args), kwargs])
        if not any(isinstance(each, Tensor) for each in given):
            args = tuple(map(_as_tensor, args))
            kwargs = {name: _as_tensor(value) for name, value in kwargs.items()}
        return traced(*args, **kwargs)

    return call


def components(value: Any) -> Any:
    """The component tensors of a composite tensor."""
    return flatten(value) if isinstance(value, CompositeTensor) else value


def variables_of(value: Any) -> dict[str, Any]:
    """The variables reachable from an object, by their paths."""
    found: dict[str, Any] = _VARIABLES(value)
    return found


def is_same_refusal(plain: BaseException, staged: BaseException) -> bool:
    """Whether an error at run time and an error while tracing are the same refusal."""
    return isinstance(plain, OpError) and isinstance(staged, (TypeError, ValueError))


def _as_tensor(value: Any) -> Any:
    kinds = (bool, int, float, np.ndarray, np.generic)
    return convert_to_tensor(value) if isinstance(value, kinds) else value
