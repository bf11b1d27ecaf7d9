"""Ops of a graph that print, count and compile, by their names in TensorFlow 1."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from runtime.apply import apply_op
from runtime.functions.decorator import function
from runtime.tensors.composites import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


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
      first_n: how often the op prints at most; by default always.
      summarize: how many elements of each dimension, by default 3; -1 for all.

    >>> tf.compat.v1.Print(tf.constant(1), [tf.constant(2)], "two: ").numpy()
    np.int32(1)
    """
    attrs: dict[str, Any] = {
        "message": (message or "").encode("utf-8", "surrogateescape"),
        "first_n": -1 if first_n is None else first_n,
        "summarize": 3 if summarize is None else summarize,
    }
    values = [convert_to_tensor(each) for each in data]
    found: Tensor = apply_op("Print", [convert_to_tensor(input_), values], attrs, name)
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
