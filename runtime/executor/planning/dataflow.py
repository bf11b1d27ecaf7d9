"""A dataflow interpreter for graphs with Switch, Merge, Enter, Exit, NextIteration.

Values travel as tokens. Switch sends dead tokens into the branch that does not run, and
Merge drops them. A loop is a frame, each iteration of which has its own tokens. A node
runs when every input has a token, Merge when one live token has arrived.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphir.errors import InvalidArgumentError
from graphir.graph import Graph
from graphir.node import Node, Value
from runtime.executor.kernels.failures import explained_at
from runtime.executor.kernels.kernels import Bind, bind_kernel
from runtime.executor.planning.dataflow_nodes import DEAD, CompileNode, Item, make_items
from runtime.tensors.quiet import run_quietly


def has_dataflow(graph: Graph) -> bool:
    """Whether the graph's own control flow is made of tokens and frames."""
    return any(node.has_trait("dataflow") for node in graph)


class _Iteration:
    """One iteration of a frame: the tokens received so far, by node."""

    __slots__ = ("children", "frame", "number", "queued", "waiting")

    def __init__(self, frame: _Frame, number: int) -> None:
        self.frame = frame
        self.number = number
        self.waiting: dict[int, _Waiting] = {}
        self.children: dict[bytes, _Frame] = {}
        """Frames entered from here that have not left through every exit."""
        self.queued = 0


class _Frame:
    """One execution of a loop, or of the graph itself."""

    __slots__ = (
        "dead_exits",
        "entered",
        "invariants",
        "iterations",
        "live_exits",
        "name",
        "parent",
    )

    def __init__(self, name: bytes, parent: _Iteration | None) -> None:
        self.name = name
        self.parent = parent
        self.iterations: dict[int, _Iteration] = {}
        self.invariants: list[tuple[Item, Any]] = []
        self.entered = 0
        self.dead_exits: dict[int, Item] = {}
        self.live_exits: set[int] = set()

    def depth(self) -> int:
        """The number of frames around this one."""
        return 0 if self.parent is None else 1 + self.parent.frame.depth()


class _Waiting:
    """A node with tokens for some of its inputs."""

    __slots__ = ("has_fired", "inputs", "is_dead", "left", "merged")

    def __init__(self, item: Item) -> None:
        self.inputs: list[Any] = [None] * item.input_count
        self.left = item.input_count + item.control_count
        self.is_dead = False
        self.has_fired = False
        self.merged: tuple[Any, int] | None = None


class DataflowProgram:
    """Part of a graph with Switch and Merge, ready to run; one run is one call.

    Raises:
      MissingKernelError: from a run that reaches a node without a kernel.
    """

    def __init__(
        self,
        graph: Graph,
        inputs: Sequence[Value],
        outputs: Sequence[Value],
        control_outputs: Sequence[Node],
        compile_node: CompileNode,
        bind: Bind = bind_kernel,
    ) -> None:
        self.graph = graph
        self.inputs = tuple(inputs)
        self.outputs = tuple(outputs)
        self.items, self.by_node = make_items(
            graph, inputs, outputs, control_outputs, compile_node, bind
        )
        self.enter_counts: dict[bytes, int] = {}
        for item in self.items:
            if item.frame_change == "enters_frame":
                self.enter_counts[item.frame] = self.enter_counts.get(item.frame, 0) + 1

    def run(self, *arrays: Any) -> tuple[Any, ...]:
        """The outputs for these inputs; the caller suppresses NumPy's warnings."""
        return _Run(self).run(arrays)

    def as_entry(self) -> Callable[..., tuple[Any, ...]]:
        """A callable that suppresses NumPy's warnings itself."""

        def run(*arrays: Any) -> tuple[Any, ...]:
            if self.needs_caller_context:
                with np.errstate(all="ignore"):
                    return self.run(*arrays)
            result: tuple[Any, ...] = run_quietly(self.run, *arrays)
            return result

        return run

    @property
    def needs_caller_context(self) -> bool:
        """Whether a kernel looks at context variables, as users' code may."""
        return any(item.needs_caller_context for item in self.items)

    def as_function(self) -> Callable[..., Any]:
        """A callable for generated code; it returns one result or a sequence."""

        def run(*arrays: Any) -> Any:
            results = self.run(*arrays)
            return results[0] if len(results) == 1 else results

        run.needs_caller_context = self.needs_caller_context  # type: ignore[attr-defined]
        return run

    def describe(self) -> str:
        """A description of the interpreted graph, in place of Python source."""
        head = "# Lowered control flow (Switch, Merge, Enter, ...): run node by node.\n"
        lines = [f"#   {item.node.op}  {item.node.name}\n" for item in self.items]
        return head + "".join(lines)


class _Run:
    """The tokens of one call."""

    def __init__(self, program: DataflowProgram) -> None:
        self.program = program
        self.items = program.items
        self.queue: deque[tuple[Item, _Iteration, list[Any], bool]] = deque()
        self.root = self._new_iteration(_Frame(b"", None), 0)
        self.results: dict[Value, Any] = {}
        self.with_dead_exits: dict[_Frame, None] = {}
        self.wanted = set(program.outputs)

    def run(self, arrays: Sequence[Any]) -> tuple[Any, ...]:
        for value, array in zip(self.program.inputs, arrays, strict=True):
            self._feed(value, array)
        for item in self.items:
            if not item.input_count and not item.control_count:
                self._push(item, self.root, [], False)
        while True:
            while self.queue:
                self._step(*self.queue.popleft())
            if not self._leave_dead_frame():
                break
        return tuple(self._result(value) for value in self.program.outputs)

    def _result(self, value: Value) -> Any:
        result = self.results.get(value, DEAD)
        if result is DEAD:
            raise InvalidArgumentError(
                f"%{value.name} has no value: it lies on a branch that did not run."
            )
        return result

    def _feed(self, value: Value, array: Any) -> None:
        self.results[value] = array
        for reader, index in self.program.by_node.readers(value):
            self._deliver(self.root, reader, index, array, None)

    def _push(
        self, item: Item, iteration: _Iteration, inputs: list[Any], is_dead: bool
    ) -> None:
        iteration.queued += 1
        self.queue.append((item, iteration, inputs, is_dead))

    def _step(
        self, item: Item, iteration: _Iteration, inputs: list[Any], is_dead: bool
    ) -> None:
        if is_dead:
            outputs: Sequence[Any] = (DEAD,) * item.output_count
        elif item.run is None:
            outputs = inputs
        else:
            try:
                outputs = item.run(*inputs)
            except Exception as error:
                told = explained_at(error, item.node, inputs)
                raise told from told.__cause__
        iteration.queued -= 1
        self._send(item, iteration, outputs, is_dead)

    def _send(
        self, item: Item, iteration: _Iteration, outputs: Sequence[Any], is_dead: bool
    ) -> None:
        target = self._target(item, iteration, outputs, is_dead)
        if target is None:
            return
        if target is self.root:
            self._keep_results(item, outputs)
        for readers, value in zip(item.readers, outputs, strict=True):
            for reader, index in readers:
                self._deliver(target, reader, index, value, item)
        for reader in item.followers:
            self._deliver(target, reader, -1, DEAD if is_dead else None, item)

    def _keep_results(self, item: Item, outputs: Sequence[Any]) -> None:
        for value, output in zip(item.node.outputs, outputs, strict=True):
            if value in self.wanted and value not in self.results:
                self.results[value] = output

    def _target(
        self, item: Item, iteration: _Iteration, outputs: Sequence[Any], is_dead: bool
    ) -> _Iteration | None:
        """The iteration that the results belong to; None if they go nowhere yet."""
        if item.frame_change is None:
            return iteration
        if item.frame_change == "enters_frame":
            return self._enter(item, iteration, outputs)
        frame = iteration.frame
        if item.frame_change == "leaves_frame":
            if is_dead:
                # dead in every turn but the last: it counts once the loop is over
                frame.dead_exits[item.number] = item
                self.with_dead_exits[frame] = None
                return None
            self._leave(item, frame)
            return frame.parent
        if is_dead:
            return None
        return self._iteration(frame, iteration.number + 1)

    def _leave(self, item: Item, frame: _Frame) -> None:
        frame.live_exits.add(item.number)
        frame.dead_exits.pop(item.number, None)
        if frame.dead_exits:
            return
        self.with_dead_exits.pop(frame, None)

    def _enter(
        self, item: Item, iteration: _Iteration, outputs: Sequence[Any]
    ) -> _Iteration:
        frame = iteration.children.get(item.frame)
        if frame is None:
            frame = iteration.children[item.frame] = _Frame(item.frame, iteration)
        first = self._iteration(frame, 0)
        frame.entered += 1
        if not item.is_constant:
            return first
        frame.invariants.append((item, outputs[0]))
        for other in list(frame.iterations.values()):
            if other is not first:
                self._send_invariant(other, item, outputs[0])
        return first

    def _iteration(self, frame: _Frame, number: int) -> _Iteration:
        found = frame.iterations.get(number)
        if found is not None:
            return found
        made = self._new_iteration(frame, number)
        for item, value in frame.invariants:
            self._send_invariant(made, item, value)
        self._forget_finished(frame)
        return made

    def _new_iteration(self, frame: _Frame, number: int) -> _Iteration:
        made = frame.iterations[number] = _Iteration(frame, number)
        return made

    def _forget_finished(self, frame: _Frame) -> None:
        """Frees iterations that can receive no more tokens, oldest first."""
        if frame.entered < self.program.enter_counts.get(frame.name, 0):
            return
        # a turn can still get tokens from the turn before it, if that is not over
        while len(frame.iterations) > 2:
            oldest = next(iter(frame.iterations.values()))
            if oldest.queued or not all(
                self._is_over(child) for child in oldest.children.values()
            ):
                return
            del frame.iterations[oldest.number]

    def _is_over(self, frame: _Frame) -> bool:
        if frame in self.with_dead_exits:
            return False
        return not any(
            each.queued or not all(map(self._is_over, each.children.values()))
            for each in frame.iterations.values()
        )

    def _send_invariant(self, iteration: _Iteration, item: Item, value: Any) -> None:
        for reader, index in item.readers[0]:
            self._deliver(iteration, reader, index, value, item)
        for reader in item.followers:
            control = DEAD if value is DEAD else None
            self._deliver(iteration, reader, -1, control, item)

    def _leave_dead_frame(self) -> bool:
        """Lets dead tokens out of a loop that was never live; whether there was one."""
        ready = [
            frame
            for frame in self.with_dead_exits
            if frame.entered >= self.program.enter_counts[frame.name]
        ]
        if not ready:
            return False
        frame = max(ready, key=_Frame.depth)
        del self.with_dead_exits[frame]
        parent = frame.parent
        assert parent is not None
        for item in frame.dead_exits.values():
            if parent is self.root:
                self._keep_results(item, (DEAD,))
            for reader, index in item.readers[0]:
                self._deliver(parent, reader, index, DEAD, item)
            for reader in item.followers:
                self._deliver(parent, reader, -1, DEAD, item)
        frame.dead_exits.clear()
        return True

    def _deliver(
        self,
        iteration: _Iteration,
        reader: Item,
        index: int,
        value: Any,
        sender: Item | None,
    ) -> None:
        waiting = iteration.waiting.get(reader.number)
        if waiting is None:
            waiting = iteration.waiting[reader.number] = _Waiting(reader)
        if reader.is_merge:
            self._deliver_to_merge(iteration, reader, waiting, index, value, sender)
            return
        waiting.left -= 1
        if value is DEAD:
            waiting.is_dead = True
        elif index >= 0:
            waiting.inputs[index] = value
        if not waiting.left:
            del iteration.waiting[reader.number]
            self._push(reader, iteration, waiting.inputs, waiting.is_dead)

    def _deliver_to_merge(
        self,
        iteration: _Iteration,
        reader: Item,
        waiting: _Waiting,
        index: int,
        value: Any,
        sender: Item | None,
    ) -> None:
        if index < 0:
            waiting.left -= 1
        elif value is not DEAD:
            if waiting.merged is None:
                waiting.merged = (value, index)
        else:
            waiting.inputs[index] = DEAD
            # a loop on a branch not taken: nothing will come back to its Merge
            if sender is not None and sender.frame_change == "enters_frame":
                waiting.inputs = [DEAD] * reader.input_count
        if waiting.left != reader.input_count or waiting.has_fired:
            return
        is_dead = all(each is DEAD for each in waiting.inputs)
        if waiting.merged is not None or is_dead:
            # stays, so that tokens still to come do not run it again
            waiting.has_fired = True
            merged = waiting.merged
            self._push(
                reader, iteration, list(merged) if merged else [], merged is None
            )
