"""Ops of a graph that print, count and compile, by their names in TensorFlow 1."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from runtime.apply import apply_op
from runtime.arrays.rearranging import identity
from runtime.context import op_scope
from runtime.functions.decorator import function
from runtime.staging.printing import print as print_values
from runtime.tensors.composites import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor
from runtime.tracing.graphs import control_dependencies


def Print(
    input_: TensorLike,
    data: Sequence[Any],
    message: str | None = None,
    first_n: int | None = None,
    summarize: int | None = None,
    name: str | None = None,
) -> Tensor:
    """The tensor itself; values are printed to the error stream when it is computed.

    Args:
      input_: the tensor.
      data: the tensors to print.
      message: a text before them.
      first_n: how often at most; not with a limit here.
      summarize: how many elements of each, by default 3.

    Raises:
      NotImplementedError: for ``first_n``.
    """
    if first_n is not None and first_n >= 0:
        raise NotImplementedError("Print counts no calls here: leave first_n out.")
    with op_scope(name, "Print"):
        limit = 3 if summarize is None else summarize
        printed = print_values(message or "", *data, summarize=limit)
        with control_dependencies([] if printed is None else [printed]):
            found: Tensor = identity(convert_to_tensor(input_))
            return found


def my_fact(name: str | None = None) -> Tensor:
    """The constant text of TensorFlow's op ``Fact``.

    >>> tf.compat.v1.user_ops.my_fact().numpy()
    b'0! == 1'
    """
    found: Tensor = apply_op("Fact", [], None, name)
    return found


def compile_computation(
    computation: Callable[..., Any], inputs: Sequence[Any] | None = None
) -> list[Any]:
    """The results of a function whose graph is compiled.

    >>> tf.xla.experimental.compile(lambda x: x + 1, [tf.constant(1)])[0].numpy()
    np.int32(2)
    """
    compiled = function(computation, jit_compile=True)
    found = compiled(*(inputs or ()))
    return list(found) if isinstance(found, (list, tuple)) else [found]


@contextmanager
def jit_scope(
    compile_ops: Any = True, separate_compiled_gradients: bool = False
) -> Iterator[None]:
    """A context manager without effect: every graph may be compiled here."""
    yield


__all__ = ["Print", "compile_computation", "jit_scope", "my_fact"]
