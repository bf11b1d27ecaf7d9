"""Program: a graph compiled to Python text, ready to be called."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from time import perf_counter_ns
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from graphir.attachments import Attached
from graphir.compute.blas import OneThread
from graphir.errors import UnimplementedError
from graphir.graph import Graph
from graphir.node import Node, Value
from runtime.errors import is_raised_by_user
from runtime.executor.kernels.failures import SITES_NAME, explained
from runtime.executor.kernels.kernels import Bind, bind_kernel
from runtime.executor.planning.dataflow import DataflowProgram, has_dataflow
from runtime.executor.planning.names import identifier
from runtime.executor.planning.plan import Plan, make_plan, plan_of_node
from runtime.executor.planning.references import has_references, with_reads
from runtime.executor.profiles import Profile, timed_function
from runtime.executor.program_texts import keep_text
from runtime.executor.source import (
    control_flow_source,
    loop_source,
    repeated_call_source,
    replica_source,
)
from runtime.executor.source.block_source import runs_of
from runtime.executor.source.call_source import write_call
from runtime.executor.source.element_source import element_steps
from runtime.executor.source.expressions import inlined_steps
from runtime.executor.source.parallel_source import parallel_steps
from runtime.executor.source.python_source import (
    ProgramSource,
    Writers,
    write_constant,
)
from runtime.tensors.quiet import give_back, take_quiet_context

if TYPE_CHECKING:
    from runtime.native.calls.options import NativeOptions

WRITERS: Final = Writers(
    steps={
        "Const": write_constant,
        **control_flow_source.WRITERS,
        **loop_source.WRITERS,
        **repeated_call_source.WRITERS,
        **replica_source.WRITERS,
    },
    other=write_call,
    finders=(runs_of, inlined_steps, element_steps, parallel_steps),
)
_NUMBERS = count(1)
_WITH_NATIVE_REGIONS: Attached[Program] = Attached("program with native regions")


class Program:
    """A compiled graph: arrays in, a tuple of arrays out.

    ``run`` is the bare callable, for frequent calls. Arguments are only read,
    never written to; results may be views of the arguments or of constants. It may
    be called from many threads at once.
    """

    __slots__ = (
        "__weakref__",
        "filename",
        "function",
        "plan",
        "report",
        "run",
        "source",
    )

    def __init__(
        self,
        run: Callable[..., tuple[Any, ...]],
        source: str,
        filename: str = "",
        plan: Plan | None = None,
        function: Callable[..., Any] | None = None,
    ) -> None:
        self.run = run
        self.source = source
        """The Python text, as it is executed."""
        self.filename = filename
        """The name under which tracebacks and ``linecache`` know the text."""
        self.plan = plan
        self.function = function
        """The function of the text, without the error handling that ``run`` adds."""
        self.report: Any = None
        """The report on native regions, if native code was requested."""

    def __call__(self, *arrays: Any) -> tuple[Any, ...]:
        return self.run(*arrays)

    def timed(self, profile: Profile) -> Callable[..., tuple[Any, ...]]:
        """An instrumented copy of the program, which records node times in a profile.

        Raises:
          UnimplementedError: for a graph with Switch and Merge, which has no text.
        """
        if self.function is None:
            raise UnimplementedError(
                "A graph with Switch and Merge nodes runs node by node as values "
                "arrive, and has no profile."
            )
        namespace = self.function.__globals__
        name = self.function.__name__
        function = timed_function(self.source, name, namespace, profile)
        run = _entry(function, _needs_caller_context(namespace))

        def run_timed(*arrays: Any) -> tuple[Any, ...]:
            profile.begun = perf_counter_ns()
            try:
                return run(*arrays)
            finally:
                profile.ended = perf_counter_ns()

        return run_timed

    def __repr__(self) -> str:
        return f"<Program {self.filename}: {self.source.count(chr(10))} lines>"


def compile_graph(
    graph: Graph,
    inputs: Sequence[Value],
    outputs: Sequence[Value],
    control_outputs: Sequence[Node] = (),
    native: NativeOptions | None = None,
    bind: Bind = bind_kernel,
) -> Program:
    """Compiles the part of a graph that some values need to one Python function.

    Inputs may be any values of the graph; the nodes that compute them are not run, nor
    are nodes that no output and no control output needs. With ``native``, regions of
    the graph become native code. ``bind`` chooses kernels.

    >>> from graphir import dtypes
    >>> from graphir.builder import GraphBuilder
    >>> from graphir.shapes import Shape
    >>> graph = Graph("twice")
    >>> x = graph.add_input("x", dtypes.float32, Shape([2]))
    >>> y = GraphBuilder(graph).node("AddV2", [x, x], name="y").output
    >>> program = compile_graph(graph, [x], [y])
    >>> print(program.source)
    def twice(x):
        y = op_AddV2(x, x)
        return (y,)
    <BLANKLINE>
    >>> program(np.ones(2, np.float32))
    (array([2., 2.], dtype=float32),)

    Raises:
      InvalidGraphError: for a cycle or a call of a function that is not there.
      MissingKernelError: if a node that runs in every call has no kernel here.
    """
    if has_references(graph):
        graph, inputs, outputs, control_outputs = with_reads(
            graph, inputs, outputs, control_outputs
        )
    if has_dataflow(graph):
        dataflow = DataflowProgram(
            graph,
            inputs,
            outputs,
            control_outputs,
            partial(compile_node, bind=bind),
            bind,
        )
        return Program(dataflow.as_entry(), dataflow.describe())
    if native is not None:
        return _WITH_NATIVE_REGIONS(graph, inputs, outputs, control_outputs, native)
    plan = make_plan(graph, inputs, outputs, control_outputs)
    return _compile_plan(graph, plan, graph.name or "program", bind)


def compile_node(
    graph: Graph, node: Node, bind: Bind = bind_kernel
) -> Callable[..., tuple[Any, ...]]:
    """Compiles one node to a callable on its inputs, for interpreters."""
    plan = plan_of_node(node, graph.functions)
    program = _compile_plan(graph, plan, node.name, bind)
    positions = [node.inputs.index(value) for value in plan.inputs]

    def run(*arrays: Any) -> tuple[Any, ...]:
        return program.run(*[arrays[position] for position in positions])

    return run


def _compile_plan(graph: Graph, plan: Plan, base_name: str, bind: Bind) -> Program:
    source = ProgramSource(graph, partial(compile_node, bind=bind), WRITERS, bind)
    name = source.globals.names.unique(identifier(base_name))
    source.write_program(plan, name)
    text = "\n".join(source.lines) + "\n"
    # the name of a file cannot hold every character that the name of a graph can
    printable = base_name.replace("\0", r"\0")
    filename = f"<graph {printable} {next(_NUMBERS)}>"
    namespace = source.globals.namespace
    namespace[SITES_NAME] = source.sites
    exec(compile(text, filename, "exec", dont_inherit=True), namespace)
    run = _entry(namespace[name], _needs_caller_context(namespace))
    if source.globals.has_large_products:
        run = _with_one_blas_thread(run)
    program = Program(run, text, filename, plan, namespace[name])
    keep_text(program, filename, text)
    return program


def _with_one_blas_thread(
    function: Callable[..., tuple[Any, ...]],
) -> Callable[..., tuple[Any, ...]]:
    """The function, with BLAS set to one thread for the whole call, not per product."""
    alone = OneThread()

    def run(*arrays: Any) -> tuple[Any, ...]:
        with alone:
            return function(*arrays)

    return run


def _needs_caller_context(namespace: dict[str, Any]) -> bool:
    return any(
        getattr(value, "needs_caller_context", False) for value in namespace.values()
    )


_RAISES_AS_BEFORE: Final = sys.version_info < (3, 11)
"""Whether `raise` alone has the traceback that the error was caught with."""


def _entry(
    function: Callable[..., tuple[Any, ...]], in_caller_context: bool
) -> Callable[..., tuple[Any, ...]]:
    """The function with warnings off and errors explained."""

    def run_in_caller_context(*arrays: Any) -> tuple[Any, ...]:
        try:
            with np.errstate(all="ignore"):
                return function(*arrays)
        except Exception as error:
            told = explained(error)
            if told is error:
                if _RAISES_AS_BEFORE and is_raised_by_user(error):
                    raise error
                raise
            raise told from told.__cause__

    # written out rather than calling `run_quietly`: this is every call's overhead
    def run(*arrays: Any) -> tuple[Any, ...]:
        context = take_quiet_context()
        try:
            result: tuple[Any, ...] = context.run(function, *arrays)
            return result
        except Exception as error:
            told = explained(error)
            if told is error:
                if _RAISES_AS_BEFORE and is_raised_by_user(error):
                    raise error
                raise
            raise told from told.__cause__
        finally:
            give_back(context)

    return run_in_caller_context if in_caller_context else run
