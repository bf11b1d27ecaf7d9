"""Hooks that write: checkpoints, summaries, the speed of steps, times of nodes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from graphir.wire import messages
from runtime.compat.v1.graph_variables import GraphKeys, get_collection
from runtime.compat.v1.monitoring.scaffolds import Scaffold
from runtime.compat.v1.monitoring.session_hooks import (
    Fetches,
    SessionRunArgs,
    SessionRunContext,
    SessionRunHook,
    SessionRunValues,
)
from runtime.compat.v1.monitoring.step_hooks import required_global_step
from runtime.compat.v1.monitoring.timers import SecondOrStepTimer
from runtime.compat.v1.saving.meta_graphs import export_meta_graph
from runtime.compat.v1.saving.saver import Saver
from runtime.compat.v1.sessions import Session
from runtime.compat.v1.summaries.file_writers import FileWriter, FileWriterCache
from runtime.io.graph_files import write_graph
from runtime.messages.logs import get_logger
from runtime.queues.coordinator import Coordinator
from runtime.tracing.graphs import default_graph


def _due_step(
    timer: SecondOrStepTimer,
    step: Any,
    run_context: SessionRunContext,
    run_values: SessionRunValues,
) -> int | None:
    """The step after a run, if a timer says that it is one to act at."""
    # what was fetched may be the step from before the run
    if not timer.should_trigger_for_step(run_values.results + 1):
        return None
    found = int(run_context.session.run(step))
    return found if timer.should_trigger_for_step(found) else None


class CheckpointSaverListener:
    """The base class of what is told of each checkpoint; its methods do nothing."""

    def begin(self) -> None:
        """Is called once before the session is made."""

    def before_save(self, session: Session, global_step_value: int) -> None:
        """Is called before a checkpoint is written."""

    def after_save(self, session: Session, global_step_value: int) -> bool | None:
        """Is called after a checkpoint is written; True asks for the end."""
        return None

    def end(self, session: Session, global_step_value: int) -> None:
        """Is called at the end, after the last checkpoint."""


class CheckpointSaverHook(SessionRunHook):
    """Writes a checkpoint at the start, every so many steps or seconds, and at the end.

    Args:
      checkpoint_dir: the folder.
      save_secs: a number of seconds.
      save_steps: a number of steps.
      saver: writes them; by default that of the scaffold, or the graph's own.
      checkpoint_basename: how their names begin.
      scaffold: has the saver.
      listeners: what is told of each.
      save_graph_def: whether the graph is written beside each.

    Raises:
      ValueError: for a saver and a scaffold, or unless there is one of ``save_secs``
        and ``save_steps``.
    """

    def __init__(
        self,
        checkpoint_dir: str,
        save_secs: float | None = None,
        save_steps: int | None = None,
        saver: Saver | None = None,
        checkpoint_basename: str = "model.ckpt",
        scaffold: Scaffold | None = None,
        listeners: Sequence[CheckpointSaverListener] | None = None,
        save_graph_def: bool = True,
    ) -> None:
        if saver is not None and scaffold is not None:
            raise ValueError("You cannot provide both saver and scaffold.")
        self._saver, self._scaffold = saver, scaffold
        self._folder = os.fspath(checkpoint_dir)
        self._prefix = os.path.join(self._folder, checkpoint_basename)
        self._timer = SecondOrStepTimer(save_secs, save_steps)
        self._listeners = list(listeners or ())
        self._save_graph_def = save_graph_def

    def begin(self) -> None:
        """Finds the step of the graph."""
        self._writer = FileWriterCache.get(self._folder)
        self._step = required_global_step("CheckpointSaverHook")
        for each in self._listeners:
            each.begin()

    def after_create_session(self, session: Session, coord: Coordinator) -> None:
        """Writes the graph, and the first checkpoint."""
        step = int(session.run(self._step))
        graph = default_graph()
        if self._save_graph_def:
            whole = graph.as_graph_def(add_shapes=True)
            write_graph(whole, self._folder, "graph.pbtxt")
        self._writer.add_graph(graph)
        found = export_meta_graph(saver_def=self._found_saver().saver_def)
        self._writer.add_meta_graph(found)
        self._save(session, step)
        self._timer.update_last_triggered_step(step)

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        """Asks for the step."""
        return SessionRunArgs(self._step)

    def after_run(
        self, run_context: SessionRunContext, run_values: SessionRunValues
    ) -> None:
        """Writes a checkpoint when it is time."""
        step = _due_step(self._timer, self._step, run_context, run_values)
        if step is None:
            return
        self._timer.update_last_triggered_step(step)
        if self._save(run_context.session, step):
            run_context.request_stop()

    def end(self, session: Session) -> None:
        """Writes the last checkpoint, unless its step has one."""
        last = int(session.run(self._step))
        if last != self._timer.last_triggered_step():
            self._save(session, last)
        for each in self._listeners:
            each.end(session, last)

    def _save(self, session: Session, step: int) -> bool:
        get_logger().info("Saving checkpoints for %d into %s.", step, self._prefix)
        for each in self._listeners:
            each.before_save(session, step)
        self._found_saver().save(
            session,
            self._prefix,
            global_step=step,
            write_meta_graph=self._save_graph_def,
        )
        log = messages.get("SessionLog")
        saved = log(status=log.CHECKPOINT, checkpoint_path=self._prefix)
        self._writer.add_session_log(saved, step)
        wishes = [each.after_save(session, step) for each in self._listeners]
        return any(wishes)

    def _found_saver(self) -> Saver:
        if self._saver is not None:
            return self._saver
        if self._scaffold is not None:
            return self._scaffold.saver
        found = get_collection(GraphKeys.SAVERS)
        if not found:
            raise RuntimeError(
                f"No items in collection {GraphKeys.SAVERS}. Please add a saver to the "
                "collection or provide a saver or scaffold."
            )
        if len(found) > 1:
            raise RuntimeError(
                f"More than one item in collection {GraphKeys.SAVERS}. Please indicate "
                "which one to use by passing it to the constructor."
            )
        self._saver = found[0]
        saver: Saver = found[0]
        return saver


class StepCounterHook(SessionRunHook):
    """Logs the number of steps a second, and writes it as a summary.

    Raises:
      ValueError: unless there is one of ``every_n_steps`` and ``every_n_secs``.
    """

    def __init__(
        self,
        every_n_steps: int | None = 100,
        every_n_secs: float | None = None,
        output_dir: str | None = None,
        summary_writer: FileWriter | None = None,
    ) -> None:
        if (every_n_steps is None) == (every_n_secs is None):
            raise ValueError(
                "exactly one of every_n_steps and every_n_secs should be provided."
            )
        self._timer = SecondOrStepTimer(every_n_secs, every_n_steps)
        self._writer, self._folder = summary_writer, output_dir

    def begin(self) -> None:
        """Finds the step of the graph."""
        if self._writer is None and self._folder:
            self._writer = FileWriterCache.get(self._folder)
        self._step = required_global_step("StepCounterHook")
        self._tag = self._step.op.name + "/sec"

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        """Asks for the step."""
        return SessionRunArgs(self._step)

    def after_run(
        self, run_context: SessionRunContext, run_values: SessionRunValues
    ) -> None:
        """Tells the speed when it is time."""
        step = _due_step(self._timer, self._step, run_context, run_values)
        if step is None:
            return
        seconds, steps = self._timer.update_last_triggered_step(step)
        if seconds and steps is not None:
            self._tell(steps / seconds, step)

    def _tell(self, speed: float, step: int) -> None:
        if self._writer is not None:
            summary = messages.get("Summary")()
            summary.value.add(tag=self._tag, simple_value=speed)
            self._writer.add_summary(summary, step)
        get_logger().info("%s: %g", self._tag, speed)


class SummarySaverHook(SessionRunHook):
    """Writes summaries at the first run, and every so many steps or seconds.

    Args:
      save_steps: a number of steps.
      save_secs: a number of seconds.
      output_dir: the folder of the event file.
      summary_writer: a writer, in place of the folder.
      scaffold: has the summaries, if ``summary_op`` is not given.
      summary_op: a tensor of strings, or a list of such tensors.

    Raises:
      ValueError: unless there is one of ``scaffold`` and ``summary_op``, and one of
        ``save_steps`` and ``save_secs``.
    """

    def __init__(
        self,
        save_steps: int | None = None,
        save_secs: float | None = None,
        output_dir: str | None = None,
        summary_writer: FileWriter | None = None,
        scaffold: Scaffold | None = None,
        summary_op: Fetches = None,
    ) -> None:
        if (scaffold is None) == (summary_op is None):
            raise ValueError("Exactly one of scaffold or summary_op must be provided.")
        self._timer = SecondOrStepTimer(save_secs, save_steps)
        self._writer, self._folder = summary_writer, output_dir
        self._scaffold, self._summary_op = scaffold, summary_op

    def begin(self) -> None:
        """Finds the step of the graph."""
        if self._writer is None and self._folder:
            self._writer = FileWriterCache.get(self._folder)
        self._next_step: int | None = None
        self._step = required_global_step("SummarySaverHook")

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        """Asks for the step, and for the summaries when it is time."""
        step = self._next_step
        self._is_due = step is None or self._timer.should_trigger_for_step(step)
        wanted = {"global_step": self._step}
        summaries = self._summaries() if self._is_due else []
        if summaries:
            wanted["summary"] = summaries
        return SessionRunArgs(wanted)

    def after_run(
        self, run_context: SessionRunContext, run_values: SessionRunValues
    ) -> None:
        """Writes the summaries."""
        if self._writer is None:
            return
        step = int(run_values.results["global_step"]) + 1
        if self._is_due:
            step = int(run_context.session.run(self._step))
        if self._next_step is None:
            log = messages.get("SessionLog")
            self._writer.add_session_log(log(status=log.START), step)
        if self._is_due:
            self._timer.update_last_triggered_step(step)
            for each in run_values.results.get("summary", ()):
                self._writer.add_summary(each, step)
        self._next_step = step + 1

    def end(self, session: Session) -> None:
        """Writes what waits in memory."""
        if self._writer is not None:
            self._writer.flush()

    def _summaries(self) -> list[Any]:
        found = self._summary_op
        if found is None and self._scaffold is not None:
            found = self._scaffold.summary_op
        if found is None:
            return []
        return list(found) if isinstance(found, (list, tuple)) else [found]


__all__ = [
    "CheckpointSaverHook",
    "CheckpointSaverListener",
    "StepCounterHook",
    "SummarySaverHook",
]
