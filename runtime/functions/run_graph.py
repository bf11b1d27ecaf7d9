"""`run_graph`: feeds a graph and fetches tensors from it, as a session does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from graphir.dtypes import DType
from graphir.errors import GraphirError, InvalidArgumentError
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.shapes import Shape
from runtime.executor import compile_graph
from runtime.executor.kernels.kernels import Bind, bind_kernel
from runtime.executor.planning.plan import needed_nodes
from runtime.executor.profiles import Profile
from runtime.stateful_kernels.confinement import check_grants, confine
from runtime.stateful_kernels.variables import ResourceScope, resource_scope


class InvalidFeedError(GraphirError, ValueError):
    """A feed or fetch that names nothing in the graph, or a value that does not fit."""


def run_graph(
    graph_def: Any,
    feeds: Mapping[Any, Any] | None = None,
    fetches: Sequence[Any] | str = (),
    profile: Any = None,
    resources: ResourceScope | None = None,
    allow: Iterable[str] = (),
) -> list[np.ndarray[Any, Any] | Any]:
    """Runs a graph once and returns the fetched tensors, in order.

    Args:
      graph_def: a ``GraphDef`` message or a ``graphir.Graph``.
      feeds: arrays by tensor name (``"x:0"`` or ``"x"``); any tensor can be fed, not
        only placeholders. Numbers are converted to the tensor's dtype if they fit.
      fetches: tensor names; the name of an op without results, or ``"^"`` before the
        name of any op, runs the op and returns None for it.
      profile: a ``runtime.executor.profiles.Profile`` that records the times of nodes.
      resources: the store of variables and tables; by default a new one for this call.
      allow: permissions of a ``GraphDef`` to do more than compute: ``"files"`` to read
        and write files, ``"python"`` to call functions of this process.

    Nodes that no fetch needs are not run.

    >>> from graphir.text.parser import parse_graph
    >>> graph = parse_graph("graph @twice(%x: f32[?]) -> (%y) {%y = AddV2(%x, %x)}")
    >>> tf.run_graph(graph, {"x:0": [1.0, 2.0]}, ["y:0"])
    [array([2., 4.], dtype=float32)]

    Raises:
      ValueError: for a feed or fetch that is not in the graph, or a fed array whose
        shape or dtype does not fit; also for a graph that is not valid.
      InvalidArgumentError: if a needed placeholder is not fed, or an op refuses its
        input; ops may raise other classes of ``tf.errors``.
      NotFoundError, MissingKernelError: for an unknown op, or an op without a kernel.
      PermissionDeniedError: for an op that needs a permission not in ``allow``.
    """
    granted = check_grants(allow)
    if isinstance(graph_def, Graph):
        graph = graph_def
    else:
        graph = _from_message(graph_def)
        confine(graph, "", granted)
    names = [fetches] if isinstance(fetches, str) else list(fetches)
    fed = fed_arrays(graph, feeds or {})
    prepared = PreparedRun(graph, list(fed), names)
    return prepared.run(list(fed.values()), resources, profile)


class PreparedRun:
    """A part of a graph that is compiled, to be run with other values each time."""

    def __init__(
        self,
        graph: Graph,
        fed: Sequence[Value],
        names: Sequence[str],
        bind: Bind = bind_kernel,
    ) -> None:
        self._fed = fed
        self._wanted = [_fetched(graph, name) for name in names]
        values = (each for each in self._wanted if isinstance(each, Value))
        self._outputs = list(dict.fromkeys(values))
        effects = [each for each in self._wanted if isinstance(each, Node)]
        self._program = compile_graph(graph, fed, self._outputs, effects, bind=bind)
        self._edges = [
            (node, node.inputs, node.control_inputs)
            for node in needed_nodes(set(fed), self._outputs, effects)
        ]

    def is_current(self) -> bool:
        """Whether the graph has the edges that it had when it was compiled."""
        return all(
            node.inputs is inputs and node.control_inputs == controls
            for node, inputs, controls in self._edges
        )

    def run_with(self, given: Sequence[Any], resources: ResourceScope) -> list[Any]:
        """The fetched values for those that are fed, in their order.

        Raises:
          ValueError: for a fed array whose shape or dtype does not fit.
        """
        return self.run(list(map(_fed_array, self._fed, given)), resources)

    def run(
        self,
        arrays: Sequence[Any],
        resources: ResourceScope | None,
        profile: Profile | None = None,
    ) -> list[Any]:
        """`run_with` for arrays that fit; a profile records the times of nodes."""
        program = self._program
        run = program.run if profile is None else program.timed(profile)
        with resource_scope(resources):
            results = run(*arrays)
        found = dict(zip(self._outputs, results, strict=True))
        return [
            _as_array(found[each], each.dtype) if isinstance(each, Value) else None
            for each in self._wanted
        ]


def _from_message(graph_def: Any) -> Graph:
    from graphir.wire.graphdef import from_graph_def

    return from_graph_def(graph_def)


def fed_arrays(graph: Graph, feeds: Mapping[Any, Any]) -> dict[Value, Any]:
    """The arrays that are fed, in the dtypes of the tensors that they stand for.

    >>> from graphir.text.parser import parse_graph
    >>> graph = parse_graph("graph @twice(%x: f32[?]) -> (%y) {%y = AddV2(%x, %x)}")
    >>> list(fed_arrays(graph, {"x:0": [1]}).values())
    [array([1.], dtype=float32)]

    Raises:
      ValueError: for a name that is not in the graph, or is fed twice, and for an array
        whose shape or dtype does not fit.
    """
    values = fed_values(graph, feeds)
    return dict(zip(values, map(_fed_array, values, feeds.values())))


def fed_values(graph: Graph, names: Iterable[Any]) -> list[Value]:
    """The values of a graph to feed, by their names.

    Raises:
      ValueError: for a name that is not in the graph, or is there twice.
    """
    found: dict[Value, None] = {}
    for name in names:
        value = _value(graph, _name_of(name), "feed")
        if value in found:
            raise InvalidFeedError(f"The tensor %{value.name} is fed twice.")
        found[value] = None
    return list(found)


def _name_of(key: Any) -> str:
    name = key if isinstance(key, str) else getattr(key, "name", None)
    if not isinstance(name, str):
        raise TypeError(f"Tensors are fed and fetched by name, not {key!r}.")
    return name


def _value(graph: Graph, name: str, role: str) -> Value:
    try:
        return graph.value(name)
    except GraphirError as error:
        raise InvalidFeedError(f"Cannot {role} {name!r}: {error}") from None


def _fetched(graph: Graph, key: Any) -> Value | Node:
    given = _name_of(key)
    name = given.removeprefix("^")
    if ":" not in name and name in graph:
        node = graph.node(name)
        if given.startswith("^") or not node.outputs:
            return node
    return _value(graph, name, "fetch")


def _fed_array(value: Value, given: Any) -> Any:
    dtype = value.dtype.base_dtype
    if not dtype.has_numpy:
        return given
    array = _converted(value, given, dtype)
    if not value.shape.is_compatible_with(Shape(array.shape)):
        raise InvalidFeedError(
            f"Cannot feed value of shape {array.shape} for Tensor '{value.name}', "
            f"which has shape {value.shape}."
        )
    return array


def _converted(value: Value, given: Any, dtype: DType) -> np.ndarray[Any, Any]:
    if hasattr(given, "numpy"):
        given = given.numpy()
    if dtype.name == "string":
        return _string_array(given)
    array = np.asarray(given)
    if array.dtype == dtype.numpy_dtype:
        return array
    is_python = not hasattr(given, "dtype")
    if not _can_convert(array, dtype, is_python):
        raise InvalidFeedError(
            f"Cannot feed a value of dtype {array.dtype} for Tensor '{value.name}', "
            f"which has dtype {dtype.name}: convert it first."
        )
    return array.astype(dtype.numpy_dtype)


def _can_convert(array: np.ndarray[Any, Any], dtype: DType, is_python: bool) -> bool:
    if not is_python:
        return np.can_cast(array.dtype, dtype.numpy_dtype, "safe")
    if dtype.is_integer:
        return _holds(array, dtype)
    return np.can_cast(array.dtype, dtype.numpy_dtype, "same_kind") or _holds(
        array, dtype
    )


def _holds(array: np.ndarray[Any, Any], dtype: DType) -> bool:
    """Whether Python integers keep their values in a dtype."""
    if array.dtype.kind not in "iu" or not dtype.is_numeric:
        return False
    return bool(np.array_equal(array.astype(dtype.numpy_dtype), array))


def _string_array(given: Any) -> np.ndarray[Any, Any]:
    array = np.asarray(given, dtype=object)
    encoded = np.empty(array.shape, object)
    for index in np.ndindex(array.shape):
        each = array[index]
        encoded[index] = each.encode() if isinstance(each, str) else each
    return encoded


def _as_array(result: Any, dtype: DType) -> np.ndarray[Any, Any]:
    if not dtype.has_numpy:
        raise InvalidArgumentError(
            f"A tensor of dtype {dtype.name} cannot be fetched: it is no array."
        )
    if isinstance(result, (bytes, str)):
        return _string_array(result)
    array: np.ndarray[Any, Any] = np.asarray(result)
    return array


__all__ = ["InvalidFeedError", "PreparedRun", "fed_arrays", "fed_values", "run_graph"]
