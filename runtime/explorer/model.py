"""The data of an explorer page: every step from source to result, as JSON.

The page's script reads the keys ``files``, ``code``, ``states``, ``graphs``, ``steps``,
``events``, ``parents``, ``rules``, ``program``, ``native``, ``result``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import dataclass, field
from typing import Any, Final

from graphir.errors import GraphirError, OpError
from graphir.graph import Graph
from graphir.passes.optimizer import default_pipeline
from graphir.passes.registry import PASSES, find_pass
from graphir.watching import watched_by
from runtime.executor import compile_graph
from runtime.explorer.answers import AnswerCheck, PassAnswers, can_check
from runtime.explorer.node_states import Files, NodeStates, cut
from runtime.explorer.programs import (
    Measured,
    NodeNumbers,
    native_data,
    program_data,
    timed_run,
    times_data,
)
from runtime.explorer.recording import Recorder, Step, rules_of
from runtime.explorer.sources import generated_code, source_texts

VERSION: Final = 1
"""Of the data; the page reads this one alone."""


@dataclass
class Explored:
    """The subject of a page: a graph before optimization, its source and results."""

    graph: Graph
    """It is optimized in place."""
    title: str
    function: Any = None
    """The Python function that was traced, if one was."""
    arrays: Sequence[Any] | None = None
    """A value for each input, where the graph is to be run."""
    native: Any = None
    """The options of native code; None for the default executor."""
    pipeline: Any = None
    """The passes; by default the passes of the default optimizer."""
    kept_state: AbstractContextManager[Any] = field(default_factory=nullcontext)
    """Inside, runs may change variables; afterwards they are as before."""
    measured: Measured | None = None
    """A run that was timed before, where the graph is not to be run."""
    notes: dict[str, str] = field(default_factory=dict)
    """Further facts on the page: signature, reason of the trace."""
    variables: Mapping[str, str] = field(default_factory=dict)
    """Input name -> the variable that it stands for, as the user's code names it."""
    result_names: Sequence[str] = ()
    """A name for each result; without any they are numbered."""


def model_of(subject: Explored) -> dict[str, Any]:
    """Optimizes, compiles and, with values, runs the graph; tells every step.

    >>> from graphir.text.parser import parse_graph
    >>> graph = parse_graph("graph @g(%x: f32[]) -> (%b) { %a = Neg(%x) %b = Neg(%a) }")
    >>> model = model_of(Explored(graph, "g"))
    >>> [step["title"] for step in model["steps"]]
    ['given', 'arithmetic']

    Raises:
      PassError: if a pass fails.
    """
    files = Files()
    states = NodeStates(files, subject.variables)
    code = generated_code(subject.function, files) if subject.function else []
    recorder = Recorder(states)
    recorder.start(subject.graph, "traced" if subject.function else "given")
    with subject.kept_state:
        _optimize(subject, recorder)
        data = _running(subject, states)
    used = [tuple(line) for state in states.states for line in state.get("lines", ())]
    used += [tuple(line) for each in code for line in each["from"].values()]
    return {
        "version": VERSION,
        "title": cut(subject.title),
        "notes": subject.notes,
        "files": source_texts(files, used),
        "code": code,
        "states": states.states,
        "graphs": states.graphs,
        "steps": [step.as_data() for step in recorder.steps],
        "idle": recorder.idle,
        "events": recorder.events(),
        "parents": sorted(recorder.parents),
        "rules": rules_of(recorder.steps, _classes(recorder.steps)),
        **data,
    }


def _optimize(subject: Explored, recorder: Recorder) -> None:
    answers = _answers(subject)
    pipeline = subject.pipeline or default_pipeline()
    with ExitStack() as stack:
        stack.enter_context(watched_by(recorder))
        if answers is not None:
            stack.enter_context(watched_by(answers))
        pipeline.run_with_report(subject.graph)
    for number, change in (answers.changes if answers else {}).items():
        recorder.steps[number].change = change


def _answers(subject: Explored) -> PassAnswers | None:
    if subject.arrays is None or not can_check(subject.graph):
        return None
    try:
        check = AnswerCheck(subject.graph, subject.arrays)
    except (GraphirError, OpError):
        return None  # it cannot run: told where the program is made
    return PassAnswers(check) if check.is_quick else None


def _classes(steps: Sequence[Step]) -> dict[str, Any]:
    names = {step.title for step in steps}
    return {name: find_pass(name) for name in names if name in PASSES}


def _running(subject: Explored, states: NodeStates) -> dict[str, Any]:
    """The program, its native code and the result, or why there is none."""
    graph = subject.graph
    nothing = {"program": None, "native": None, "result": None}
    if not graph.outputs and not graph.control_outputs:
        return {**nothing, "problem": "the graph names no results: nothing runs"}
    try:
        ends = graph, graph.inputs, graph.outputs, graph.control_outputs
        program = compile_graph(*ends, subject.native)
    except (GraphirError, OpError) as error:
        return {**nothing, "problem": f"no program: {error}"}
    numbers = NodeNumbers(states, graph)
    native = native_data(program, numbers)
    found = {"program": program_data(program, numbers), "native": native}
    if subject.arrays is None and subject.measured is not None:
        times = times_data(subject.measured.profile, program, numbers)
        result = _result(subject, subject.measured.values, times)
        return {**found, "result": result, "problem": ""}
    if subject.arrays is None:
        reason = "give values, not specs, to see the result and the time of each node"
        return {**found, "result": None, "problem": reason}
    try:
        results, times = timed_run(program, subject.arrays, numbers)
    except (GraphirError, OpError) as error:
        return {**found, "result": None, "problem": f"running it failed: {error}"}
    values = [cut(str(each), 2000) for each in results]
    return {**found, "result": _result(subject, values, times), "problem": ""}


def _result(
    subject: Explored, values: list[str], times: dict[str, Any]
) -> dict[str, Any]:
    names = list(subject.result_names)
    is_named = len(names) == len(values)
    return {"values": values, "names": names if is_named else None, **times}


__all__ = ["VERSION", "Explored", "model_of"]
