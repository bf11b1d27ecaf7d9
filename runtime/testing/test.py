"""`tf.test`: build queries, graph comparison, and numeric gradients."""

from __future__ import annotations

import functools
import tempfile
import unittest
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

from runtime.gradients.tape import GradientTape
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.testing.evaluating_test_case import array_of
from runtime.testing.tensor_test_case import TestCase as TestCase


def main(argv: Sequence[str] | None = None) -> None:
    """Runs the tests of the calling script, and exits.

    >>> callable(tf.test.main)
    True
    """
    unittest.main("__main__", argv=None if argv is None else list(argv))


def get_temp_dir() -> str:
    """A folder for files of tests, new in each process.

    >>> tf.test.get_temp_dir() == tf.test.get_temp_dir()
    True
    """
    return _temporary_folder().name


@functools.cache
def _temporary_folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory()


def is_built_with_cuda() -> bool:
    """False: everything runs on the CPU.

    >>> tf.test.is_built_with_cuda()
    False
    """
    return False


def is_built_with_rocm() -> bool:
    """False: everything runs on the CPU.

    >>> tf.test.is_built_with_rocm()
    False
    """
    return False


def is_built_with_gpu_support() -> bool:
    """False: everything runs on the CPU.

    >>> tf.test.is_built_with_gpu_support()
    False
    """
    return False


def is_built_with_xla() -> bool:
    """False: this runtime does not use XLA.

    >>> tf.test.is_built_with_xla()
    False
    """
    return False


def is_gpu_available(
    cuda_only: bool = False, min_cuda_compute_capability: Any = None
) -> bool:
    """False: everything runs on the CPU.

    >>> tf.test.is_gpu_available()
    False
    """
    return False


def gpu_device_name() -> str:
    """An empty string: there is no GPU.

    >>> tf.test.gpu_device_name()
    ''
    """
    return ""


def is_cpu_target_available(target: str) -> bool:
    """Whether native code can be generated for a CPU target; only for this machine's.

    >>> tf.test.is_cpu_target_available("z80")
    False
    """
    import platform

    machine = platform.machine().lower()
    names = {"x86_64": ("x86",), "amd64": ("x86",), "arm64": ("arm", "aarch64")}
    return target.lower() in (machine, *names.get(machine, ()))


def assert_equal_graph_def(expected: Any, actual: Any) -> None:
    """Raises an AssertionError with the difference unless two graphs have equal nodes.

    The order of the nodes does not count, nor do their versions and libraries.

    >>> graph = tf.function(lambda x: x + 1.0).get_concrete_function(
    ...     tf.TensorSpec([])).graph.as_graph_def()
    >>> tf.test.assert_equal_graph_def(graph, graph)

    Raises:
      AssertionError: if the graphs differ.
      TypeError: for something else than GraphDef messages.
    """
    from graphir.wire import messages

    for name, each in (("expected", expected), ("actual", actual)):
        if not messages.is_message(each, "GraphDef"):
            raise TypeError(
                f"Expected tf.GraphDef for {name}, got {type(each).__name__}"
            )
    wanted, found = (
        {node.name: node for node in each.node} for each in (expected, actual)
    )
    for name in sorted(set(wanted) ^ set(found)):
        where = "actual" if name in wanted else "expected"
        raise AssertionError(f"Node named {name!r} is missing from the {where} graph.")
    for name, node in wanted.items():
        _assert_equal_nodes(node, found[name])


def _assert_equal_nodes(expected: Any, actual: Any) -> None:
    for part in ("op", "device"):
        one, other = getattr(expected, part), getattr(actual, part)
        if one != other:
            raise AssertionError(
                f"Node named {expected.name!r} has {part} {other!r} that does not "
                f"match expected: {one!r}"
            )
    if list(expected.input) != list(actual.input):
        raise AssertionError(
            f"Node named {expected.name!r} has inputs {list(actual.input)} that do not "
            f"match expected: {list(expected.input)}"
        )
    for key in sorted(set(expected.attr) | set(actual.attr)):
        one, other = (
            str(each.attr[key]) if key in each.attr else "nothing"
            for each in (expected, actual)
        )
        if one != other:
            raise AssertionError(
                f"Node named {expected.name!r} has attr {key!r} with value: {other} "
                f"that does not match expected: {one}"
            )


def compute_gradient(
    f: Callable[..., Any], x: TensorLike, delta: float | None = None
) -> tuple[list[Any], list[Any]]:
    """The Jacobians of a function for each argument, from gradients and numerically.

    ``x`` is the list of arguments; a Jacobian is [elements of argument, of result].

    >>> x = tf.constant([3.0])
    >>> exact, measured = tf.test.compute_gradient(lambda x: x * x, [x])
    >>> exact[0].tolist(), measured[0].round(2).tolist()
    ([[6.0]], [[6.0]])

    Raises:
      ValueError: if ``x`` is no list of arguments.
    """
    if not isinstance(x, (list, tuple)):
        raise ValueError(
            "`x` must be a list or tuple of values convertible to a Tensor (arguments "
            f"to `f`), not a {type(x)}"
        )
    tensors = [convert_to_tensor(each) for each in x]
    step = 1.0 / 1024 if delta is None else delta
    indices = range(len(tensors))
    return (
        [_exact_jacobian(f, tensors, index) for index in indices],
        [_measured_jacobian(f, tensors, index, step) for index in indices],
    )


def _exact_jacobian(f: Callable[..., Any], tensors: list[Any], index: int) -> Any:
    argument = tensors[index]
    with GradientTape(persistent=True) as tape:
        tape.watch(argument)
        result = f(*tensors)
    size = int(np.size(array_of(result)))
    columns = []
    for place in range(size):
        seed = np.zeros(size, result.dtype.numpy_dtype)
        seed[place] = 1
        shaped = convert_to_tensor(
            seed.reshape(np.shape(array_of(result))), result.dtype
        )
        gradient = tape.gradient(result, argument, shaped)
        zero = np.zeros(np.shape(array_of(argument)))
        columns.append(np.ravel(zero if gradient is None else array_of(gradient)))
    return np.stack(columns, 1) if columns else np.zeros((argument.shape[0], 0))


def _measured_jacobian(
    f: Callable[..., Any], tensors: list[Any], index: int, delta: float
) -> Any:
    array = array_of(tensors[index])
    rows = []
    for place in range(array.size):
        values = []
        for sign in (1, -1):
            moved = array.copy()
            moved.reshape(-1)[place] += sign * delta
            changed = list(tensors)
            changed[index] = convert_to_tensor(moved, tensors[index].dtype)
            values.append(np.ravel(array_of(f(*changed))))
        rows.append((values[0] - values[1]) / (2 * delta))
    return np.stack(rows)


def disable_with_predicate(
    pred: Callable[[], bool], skip_message: str
) -> Callable[[Any], Any]:
    """A decorator for tests that are skipped where the predicate holds.

    >>> @tf.test.disable_with_predicate(lambda: True, "not here")
    ... def test():
    ...     pass
    >>> test(None)
    Traceback (most recent call last):
    unittest.case.SkipTest: not here
    """

    def decorator(test: Any) -> Any:
        @functools.wraps(test)
        def run(self: Any, *args: Any, **kwargs: Any) -> Any:
            if pred():
                raise unittest.SkipTest(skip_message)
            return test(self, *args, **kwargs)

        return run

    return decorator


def with_eager_op_as_function(cls: Any = None, only_as_function: bool = False) -> Any:
    """Returns the test class unchanged: there is only one eager mode.

    >>> class Tests(tf.test.TestCase):
    ...     pass
    >>> tf.test.with_eager_op_as_function(Tests) is Tests
    True
    """
    return (lambda each: each) if cls is None else cls


def _sync_devices() -> None:
    """Does nothing: an op has run when its call returns.

    >>> tf.test.experimental.sync_devices()
    """


experimental: Any = SimpleNamespace(sync_devices=_sync_devices)
