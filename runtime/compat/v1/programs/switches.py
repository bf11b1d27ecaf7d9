"""Small names of TensorFlow 1: scopes and checks of graphs, errors of statuses."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from runtime.compat.v1.graph_variables import tables_initializer
from runtime.context import executing_eagerly
from runtime.control_flow.conditionals import group
from runtime.debugging.numerics import check_numerics
from runtime.tensors.tensor import Tensor
from runtime.tracing.graphs import Operation, control_dependencies, default_graph
from runtime.variables.resource import ResourceVariable


@contextmanager
def container(container_name: str) -> Iterator[str]:
    """A scope with a name for the resources inside; each session keeps its own here.

    >>> with tf.compat.v1.container("mine") as name:
    ...     print(name)
    mine
    """
    yield container_name


def count_up_to(ref: ResourceVariable, limit: int, name: str | None = None) -> Tensor:
    """The value of a variable, which then grows by one up to a limit.

    >>> counter = tf.Variable(0)
    >>> tf.compat.v1.count_up_to(counter, 2).numpy(), counter.numpy()
    (np.int32(0), np.int32(1))

    Raises:
      OutOfRangeError: at the limit.
    """
    return ref.count_up_to(limit)


def initialize_all_tables(name: str = "init_all_tables") -> Operation | None:
    """An older name of `tables_initializer`."""
    found: Operation | None = tables_initializer(name)
    return found


def add_check_numerics_ops() -> Operation:
    """An operation that fails if any float tensor of the graph has NaN or infinity.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     _ = tf.constant([1.0, 2.0])
    ...     session.run(tf.compat.v1.add_check_numerics_ops())

    Raises:
      RuntimeError: eagerly.
    """
    if executing_eagerly():
        raise RuntimeError(
            "add_check_numerics_ops() is not compatible with eager execution. To check "
            "for Inf's and NaN's under eager execution, call "
            "tf.debugging.enable_check_numerics() once before executing the checked "
            "operations."
        )
    checks: list[Any] = []
    for op in default_graph().get_operations():
        for place, output in enumerate(op.outputs):
            if output.dtype.is_floating:
                told = f"{op.name}:{place}"
                with control_dependencies(checks):
                    checks = [check_numerics(output, told)]
    found: Operation = group(*checks)
    return found


class raise_exception_on_not_ok_status:
    """A context manager for calls of TensorFlow in C, which there are none of here.

    Its status is always fine.
    """

    def __enter__(self) -> None:
        return None

    def __exit__(self, *error: object) -> None:
        return None


def output_all_intermediates(state: bool | None) -> None:
    """Does nothing: gradients of branches and loops keep what they need themselves."""


def load_file_system_library(library_filename: str) -> NoReturn:
    """Raises an error: file systems are those of the operating system.

    Raises:
      NotImplementedError: always.
    """
    raise NotImplementedError(
        "tf.compat.v1.load_file_system_library: file systems compiled in C++ need "
        "TensorFlow's own libraries."
    )


def test_src_dir_path(relative_path: str) -> str:
    """A path below the folder of the program's own sources.

    >>> import os
    >>> os.path.basename(tf.compat.v1.test.test_src_dir_path("data/x.txt"))
    'x.txt'
    """
    folder = os.environ.get("TEST_SRCDIR") or os.path.dirname(
        os.path.abspath(sys.argv[0])
    )
    return os.path.join(folder, relative_path)


__all__ = [
    "add_check_numerics_ops",
    "container",
    "count_up_to",
    "initialize_all_tables",
    "load_file_system_library",
    "output_all_intermediates",
    "raise_exception_on_not_ok_status",
    "test_src_dir_path",
]
