"""Compiled functions of stages, with their captured values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final
from weakref import WeakKeyDictionary

from graphir.attributes import TensorValue
from graphir.compute.forks import forkable_lock
from graphir.dtypes import DType, resource
from graphir.errors import OpError, OutOfRangeError
from graphir.graph import Graph
from graphir.node import Node
from graphir.ops.datasets.families import MakesDataset, PipelineOp
from graphir.origin import Origin
from graphir.shapes import Shape
from runtime.data.stages.stage import IterationSettings
from runtime.devices.config import SETTINGS
from runtime.executor import Program, compile_graph
from runtime.executor.kernels.failures import explained
from runtime.executor.kernels.kernels import LinkedFunction
from runtime.executor.planning.call_graph import called_functions
from runtime.executor.planning.plan import function_roots
from runtime.tracing.dependencies import has_effect

Content = tuple[Any, ...]
"""What a function computes, how, and from which lines it was recorded."""

_PROGRAMS: Final[WeakKeyDictionary[Graph, tuple[Program, bool]]] = WeakKeyDictionary()
"""By the body: what it was compiled to, and whether calls depend on earlier ones."""

KEPT: Final = 64
"""Programs that are kept by their content, the last ones made."""
LARGEST: Final = 4096
"""Bytes of a constant in a function whose program is kept by its content."""

_LOCK: Final = forkable_lock()
_BY_CONTENT: Final[dict[Content, tuple[Program, tuple[Origin | None, ...]]]] = {}
"""Pipelines that are made anew, as by each `fit` of Keras, have equal functions again.
The origins are those whose identities are in the key: they stay as long as it does."""


def _compiled(body: Graph) -> tuple[Program, bool]:
    found = _PROGRAMS.get(body)
    if found is None:
        # datasets that it makes have instances of their functions of their own
        remembers = _remembers(body, is_inside_datasets=False)
        program = _own_program(body) if remembers else _equal_program(body)
        found = _PROGRAMS[body] = program, remembers
    return found


def _own_program(body: Graph) -> Program:
    graph = optimized(body)
    return compile_graph(graph, graph.inputs, graph.outputs, function_roots(graph))


def _equal_program(body: Graph) -> Program:
    """The program of a body, or of an equal one from the same lines before."""
    content = _content(body)
    if content is None:
        return _own_program(body)
    with _LOCK:
        known = _BY_CONTENT.get(content)
    if known is not None:
        return known[0]
    program = _own_program(body)
    with _LOCK:
        _BY_CONTENT[content] = program, tuple(node.origin for node in body)
        while len(_BY_CONTENT) > KEPT:
            del _BY_CONTENT[next(iter(_BY_CONTENT))]
    return program


def _content(body: Graph) -> Content | None:
    """All that the program of a body depends on; None if that is not known here."""
    parts: list[Any] = [repr(sorted(SETTINGS.optimizer_options.items()))]
    for places in (body.inputs, body.outputs):
        parts.append(tuple([(value.node.name, value.index) for value in places]))
    parts.append(tuple([node.name for node in body.control_outputs]))
    for node in body:
        attrs = [(name, _content_of_attr(value)) for name, value in node.attrs.items()]
        if any(found is None for _, found in attrs):
            return None
        parts += (
            (node.name, node.op, node.declaration, node.device, id(node.origin)),
            tuple([(value.node.name, value.index) for value in node.inputs]),
            tuple([each.name for each in node.control_inputs]),
            tuple(attrs),
            tuple([(v.dtype, str(v.shape), repr(v.handle_data)) for v in node.outputs]),
        )
    return tuple(parts)


def _content_of_attr(value: Any) -> tuple[Any, ...] | None:
    """Of an attribute; None of functions, Python objects, and large constants."""
    if isinstance(value, TensorValue):
        is_small = value.array.nbytes <= LARGEST and value.array.dtype != object
        return value.content_key() if is_small else None
    if isinstance(value, list):
        parts = [_content_of_attr(each) for each in value]
        return None if None in parts else ("list", *parts)
    if isinstance(value, (bool, int, float, bytes, DType, Shape)):
        return type(value).__name__, repr(value)
    return None


def optimized(body: Graph) -> Graph:
    """A copy of a function's body after the passes of the optimizer."""
    from graphir.passes.optimizer import default_pipeline, optimize_graph

    graph = body.copy()
    optimize_graph(graph, default_pipeline(SETTINGS.optimizer_options))
    return graph


def _remembers(body: Graph, is_inside_datasets: bool = True) -> bool:
    """Whether a kernel has state of its own, as a generator of random numbers.

    In the functions of datasets that are made there too, if ``is_inside_datasets``.
    """
    seen: set[str] = set()
    waiting = [body]
    while waiting:
        graph = waiting.pop()
        for node in graph:
            if node.is_stateful and not _is_plain(node):
                return True
            if not is_inside_datasets and _makes_dataset(node):
                continue
            for name in set(called_functions(node)) - seen:
                seen.add(name)
                function = graph.functions.get(name)
                waiting += [] if function is None else [function.body]
    return False


def _makes_dataset(node: Node) -> bool:
    declaration = node.declaration
    return declaration is not None and issubclass(declaration, MakesDataset)


def _is_plain(node: Node) -> bool:
    """Whether a stateful op has no state but that of its inputs."""
    declaration = node.declaration
    if declaration is not None and issubclass(declaration, PipelineOp):
        return True
    reads_resource = bool(node.inputs) and node.inputs[0].dtype is resource
    return reads_resource or node.has_trait("calls_functions")


class StageFunction:
    """A function of a stage and the tensors that it captured."""

    __slots__ = ("_captured", "_linked")

    def __init__(self, linked: LinkedFunction, captured: Sequence[Any] = ()) -> None:
        self._linked = linked
        self._captured = tuple(captured)

    @property
    def name(self) -> str:
        """The name of the function in the library."""
        return self._linked.reference.name

    @property
    def body(self) -> Graph:
        """The graph of the function, as it was recorded."""
        return self._linked.function.body

    @property
    def has_effect(self) -> bool:
        """Whether a call has side effects, or results that differ from call to call."""
        return any(map(has_effect, self.body)) or _remembers(self.body)

    def instance(self, settings: IterationSettings) -> Callable[..., tuple[Any, ...]]:
        """The callable for an iterator: components in, a tuple of components out.

        Random ops restart their sequences in each iterator, not in each epoch.
        """
        found = settings.instances.get(self)
        if found is None:
            found = settings.instances[self] = self._new_instance()
        return found

    def _new_instance(self) -> Callable[..., tuple[Any, ...]]:
        program, remembers = _compiled(self.body)
        if remembers:
            program = _own_program(self.body)
        # what iterators do is quiet already: see ``IteratorResource``
        run = program.function or program.run
        captured = self._captured
        if not captured:
            return run
        return lambda *components: run(*components, *captured)

    def program_of(self, graph: Graph) -> Program:
        """A variant of the body, compiled."""
        return compile_graph(graph, graph.inputs, graph.outputs, function_roots(graph))

    @property
    def captured(self) -> tuple[Any, ...]:
        """The captured values."""
        return self._captured


def failure(error: Exception, stage: str, number: int) -> Exception:
    """The error to raise for an error that a function raised for an element.

    Its message names the stage and the element's number, counted from 0.
    """
    told = explained(error)
    if not isinstance(told, OpError) or isinstance(told, OutOfRangeError):
        return told
    note = f"  in stage {stage}, element {number}"
    if note in told.message:
        return told
    kind: Any = type(told)
    again = kind(told.node_def, told.op, f"{told.message}\n{note}")
    again.__cause__ = told.__cause__
    return again  # type: ignore[no-any-return]
