"""Session: runs parts of a graph, and holds its variables and tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any, Final, NamedTuple

import numpy as np

from graphir import dtypes
from graphir.dtypes import DType
from runtime.compat.v1.fetched_values import fed_parts, fetched_value, parts_of
from runtime.compat.v1.programs.tensor_handles import TensorHandle
from runtime.devices.config import list_logical_devices
from runtime.executor.kernels.kernels import KeptKernels
from runtime.functions.run_graph import PreparedRun, fed_values
from runtime.messages.logs import get_logger
from runtime.stateful_kernels.stores.session_tensors import SessionTensors, tensors_of
from runtime.stateful_kernels.variables import ResourceScope
from runtime.tensors.structure import flatten, pack
from runtime.tensors.symbolic_tensor import DEFAULT_SESSION, SymbolicTensor
from runtime.tensors.tensor import EagerTensor
from runtime.tracing.graphs import Graph, Operation, default_graph
from runtime.variables.resource import UnreadVariable

_MOST_DEAD: Final = 10
"""How many kept tensors may be unreachable before a run forgets them."""


class SessionDevice(NamedTuple):
    """A device that operations run on."""

    name: str
    device_type: str


class Session:
    """Runs operations of a graph, by default of the current one.

    >>> graph = tf.Graph()
    >>> with graph.as_default():
    ...     x = tf.compat.v1.placeholder(tf.float32, [None])
    ...     total = tf.reduce_sum(x)
    >>> with tf.compat.v1.Session(graph=graph) as session:
    ...     session.run(total, {x: [1.0, 2.0]})
    np.float32(3.0)

    Raises:
      RuntimeError: without a graph while ops run eagerly.
      TypeError: for a graph that is none.
    """

    def __init__(
        self, target: str = "", graph: Graph | None = None, config: object = None
    ) -> None:
        if graph is not None and not isinstance(graph, Graph):
            raise TypeError(
                f'Argument `graph` must be a tf.Graph, but got "{type(graph).__name__}"'
            )
        self.graph = default_graph() if graph is None else graph
        self._resources: ResourceScope | None = ResourceScope()
        self._kernels = KeptKernels()
        self._runs: dict[tuple[tuple[str, ...], ...], PreparedRun] = {}
        """What was compiled, by the names that are fed and fetched."""
        self.dead_handles: list[str] = []
        """Handles of kept tensors whose `TensorHandle` is gone."""

    def run(
        self,
        fetches: Any,
        feed_dict: Mapping[Any, Any] | None = None,
        options: object = None,
        run_metadata: object = None,
    ) -> Any:
        """The values of tensors, nested as the fetches are; None for operations.

        Ragged and sparse tensors and indexed slices are fetched and fed as tuples of
        arrays: ``RaggedTensorValue``, ``SparseTensorValue``, ``IndexedSlicesValue``.
        A key of ``feed_dict`` may be a tuple of tensors, its value a tuple too.
        ``run_metadata`` stays as it is: times of nodes are not recorded here.

        Raises:
          RuntimeError: when the session is closed.
          TypeError: for a ``feed_dict`` that is no mapping, whose keys are not in the
            graph, or whose values are tensors.
          ValueError: for a fetch that is not in the graph, or a fed value that does not
            fit its tensor, or its key of several tensors.
          InvalidArgumentError: for a placeholder that was not fed; operations raise
            errors of their own too.
        """
        if self._resources is None:
            raise RuntimeError("Attempted to use a closed Session.")
        if getattr(options, "trace_level", 0):
            get_logger().warning(
                "Session.run records no times of nodes: run_metadata stays as it is. "
                "tf.profiler.experimental measures functions."
            )
        if len(self.dead_handles) > _MOST_DEAD:
            dead, self.dead_handles = self.dead_handles, []
            self.kept_tensors().forget(dead)
        things = flatten(fetches, composites=False)
        parts = [parts_of(each) for each in things]
        names = [self._fetch(each) for several in parts for each in several]
        fed = dict(self._fed(*pair) for pair in fed_parts(feed_dict or {}))
        # tables that were made outside of the graph are held by their objects
        for outside, inside in self.graph.captures:
            if isinstance(outside, EagerTensor):
                fed.setdefault(inside.name, outside._array)
        prepared = self._prepared(tuple(fed), tuple(names))
        results = prepared.run_with(list(fed.values()), self._resources)
        arrays = [None if each is None else each[()] for each in results]
        values = iter([self._held(*each) for each in zip(names, arrays)])
        whole = [
            fetched_value(thing, list(islice(values, len(several))))
            for thing, several in zip(things, parts)
        ]
        return pack(fetches, whole, composites=False)

    def _prepared(self, fed: tuple[str, ...], names: tuple[str, ...]) -> PreparedRun:
        """What was compiled for these names, anew where the graph has other edges."""
        found = self._runs.get((fed, names))
        if found is None or not found.is_current():
            graph = self.graph.ir
            values = fed_values(graph, fed)
            found = PreparedRun(graph, values, names, self._kernels.bind)
            self._runs[fed, names] = found
        return found

    def _held(self, name: str, value: Any) -> Any:
        """A fetched value, or what holds the tensor that it is the handle of."""
        if type(value) is not bytes:
            return value
        operation = self.graph.as_graph_element(name).op
        if operation.type != "GetSessionHandle":
            return value
        return TensorHandle(value.decode(), operation.inputs[0].dtype, self)

    def kept_tensors(self) -> SessionTensors:
        """The tensors that stay in this session, by their handles.

        Raises:
          RuntimeError: when the session is closed.
        """
        if self._resources is None:
            raise RuntimeError("Attempted to use a closed Session.")
        return tensors_of(self._resources)

    def make_callable(
        self, fetches: Any, feed_list: Sequence[Any] | None = None
    ) -> Callable[..., Any]:
        """A function of the values of the tensors in ``feed_list`` that runs fetches.

        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     x = tf.compat.v1.placeholder(tf.float32)
        ...     session.make_callable(x * 2, [x])(3.0)
        np.float32(6.0)

        Raises:
          TypeError: when called, for too few or too many values.
        """
        fed = list(feed_list or ())

        def run(*values: Any) -> Any:
            if len(values) != len(fed):
                raise TypeError(
                    f"The callable takes {len(fed)} values, not {len(values)}."
                )
            return self.run(fetches, dict(zip(fed, values)))

        return run

    def _fetch(self, thing: Any) -> str:
        try:
            element = self._element(thing)
        except (KeyError, ValueError) as error:
            raise ValueError(
                f"Argument `fetch` = {thing} cannot be interpreted as a Tensor. "
                f"({error})"
            ) from None
        if not self.graph.is_fetchable(element):
            raise ValueError(f"Tensor {element} may not be fetched.")
        mark = "^" if isinstance(element, Operation) else ""
        return f"{mark}{element.name}"

    def _fed(self, thing: Any, value: Any) -> tuple[str, Any]:
        try:
            element = self._element(thing)
        except (KeyError, TypeError, ValueError) as error:
            raise TypeError(
                f"Cannot interpret feed_dict key as Tensor: {error}"
            ) from None
        if isinstance(value, TensorHandle):
            value = value.eval()
        if isinstance(value, SymbolicTensor):
            raise TypeError(
                f"A tensor of a graph, {value!r}, is no value to feed: run it first, "
                "and feed the array."
            )
        if not self.graph.is_feedable(element):
            raise ValueError(f"Tensor {element} may not be fed.")
        return element.name, _of_dtype(value, element.dtype)

    def _element(self, thing: Any) -> Any:
        thing = self._tensor_of(thing)
        if not isinstance(thing, (SymbolicTensor, Operation, str)):
            kind = type(thing).__name__
            told = (
                "Cannot be None"
                if thing is None
                else "must be a string or Tensor. "
                f"(Can not convert a {kind} into a Tensor or Operation.)"
            )
            raise TypeError(
                f'Argument `fetch` = {thing} has invalid type "{kind}"'
                f"{'.' if thing is None else ''} {told}"
            )
        return self.graph.as_graph_element(thing)

    def _tensor_of(self, thing: Any) -> Any:
        """What is fetched for a variable of the graph, or for a change of one."""
        if not isinstance(thing, UnreadVariable) or thing.change is None:
            return getattr(thing, "snapshot", thing)
        held = vars(thing)
        if "after_change" not in held:
            is_final = self.graph.finalized
            # the reader of a change is no node of the user's
            self.graph._unsafe_unfinalize()
            try:
                with self.graph.as_default():
                    held["after_change"] = thing.value()
            finally:
                if is_final:
                    self.graph.finalize()
        return held["after_change"]

    def list_devices(self) -> list[SessionDevice]:
        """The devices that operations run on.

        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     print(session.list_devices()[0].name)
        /job:localhost/replica:0/task:0/device:CPU:0
        """
        place = "/job:localhost/replica:0/task:0"
        return [
            SessionDevice(place + each.name, each.device_type)
            for each in list_logical_devices()
        ]

    def close(self) -> None:
        """Frees the variables and tables."""
        self._resources = None
        self._runs.clear()

    @contextmanager
    def as_default(self) -> Iterator[Session]:
        """A context manager: `eval` and `run` use this session, ops its graph."""
        token = DEFAULT_SESSION.set(self)
        try:
            with self.graph.as_default():
                yield self
        finally:
            DEFAULT_SESSION.reset(token)

    def __enter__(self) -> Session:
        self._entered = self.as_default()
        return self._entered.__enter__()

    def __exit__(self, *error: Any) -> None:
        self._entered.__exit__(*error)
        self.close()


def _of_dtype(value: Any, dtype: DType) -> Any:
    """A fed value as an array of the tensor's dtype, whichever it has itself.

    Raises:
      TypeError: for a number of Python that the dtype cannot hold.
    """
    if not dtype.has_numpy or dtype == dtypes.string:
        return value
    kind = dtype.numpy_dtype
    if isinstance(value, int) and np.array(value).astype(kind) != value:
        raise TypeError(
            f"Type of feed value {value} with type {type(value)} is not compatible "
            f"with Tensor type {kind.type}. Try explicitly setting the type of "
            "the feed tensor to a larger type (e.g. int64)."
        )
    return np.asarray(value, kind)


def get_default_session() -> Session | None:
    """The innermost session of a ``with`` block, or None.

    >>> tf.compat.v1.get_default_session() is None
    True
    """
    found: Session | None = DEFAULT_SESSION.get()
    return found


__all__ = ["Session", "SessionDevice", "get_default_session"]
