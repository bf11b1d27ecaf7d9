"""Hooks that watch a training: they log, stop, wait and fetch at its end."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from runtime.compat.v1.monitoring.session_hooks import (
    Feeds,
    Fetches,
    SessionRunArgs,
    SessionRunContext,
    SessionRunHook,
    SessionRunValues,
)
from runtime.compat.v1.monitoring.timers import SecondOrStepTimer
from runtime.compat.v1.sessions import Session
from runtime.compat.v1.training.global_steps import get_global_step
from runtime.messages.logs import get_logger
from runtime.queues.coordinator import Coordinator
from runtime.tracing.graphs import default_graph

_PAUSE: Final = 0.5
"""Seconds between looks at a step that is waited for."""


def required_global_step(user: str) -> Any:
    """The step of the graph in progress.

    Raises:
      RuntimeError: if it has none.
    """
    found = get_global_step()
    if found is None:
        raise RuntimeError(f"Global step should be created to use {user}.")
    return found


class LoggingTensorHook(SessionRunHook):
    """Logs the values of tensors every so many runs or seconds, or at the end.

    Args:
      tensors: tensors or their names, in a list, or in a dict by their labels.
      every_n_iter: a number of runs.
      every_n_secs: a number of seconds.
      at_end: whether to log at the end too.
      formatter: makes the line from a dict of the values.

    Raises:
      ValueError: unless there is one of ``every_n_iter`` and ``every_n_secs``, or
        ``at_end`` alone.
    """

    def __init__(
        self,
        tensors: Mapping[str, Any] | Sequence[Any],
        every_n_iter: int | None = None,
        every_n_secs: float | None = None,
        at_end: bool = False,
        formatter: Callable[[dict[Any, Any]], str] | None = None,
    ) -> None:
        is_only_at_end = at_end and every_n_iter is None and every_n_secs is None
        if not is_only_at_end and (every_n_iter is None) == (every_n_secs is None):
            raise ValueError(
                "either at_end and/or exactly one of every_n_iter and every_n_secs "
                "must be provided."
            )
        if every_n_iter is not None and every_n_iter <= 0:
            raise ValueError(f"invalid every_n_iter={every_n_iter}.")
        is_dict = isinstance(tensors, Mapping)
        self._tensors = dict(tensors) if is_dict else {each: each for each in tensors}
        self._timer: SecondOrStepTimer | None = None
        if not is_only_at_end:
            self._timer = SecondOrStepTimer(every_n_secs, every_n_iter)
        self._at_end, self._formatter = at_end, formatter
        self._runs = 0
        self._is_due = False

    def begin(self) -> None:
        """Finds the tensors in the graph."""
        if self._timer is not None:
            self._timer.reset()
        self._runs = 0
        graph: Any = default_graph()
        self._found = {
            label: graph.as_graph_element(getattr(each, "snapshot", each))
            for label, each in self._tensors.items()
        }

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        """Asks for the tensors when it is time."""
        timer = self._timer
        self._is_due = timer is not None and timer.should_trigger_for_step(self._runs)
        return SessionRunArgs(self._found) if self._is_due else None

    def after_run(
        self, run_context: SessionRunContext, run_values: SessionRunValues
    ) -> None:
        """Logs the values."""
        if self._is_due:
            self._log(run_values.results)
        self._runs += 1

    def end(self, session: Session) -> None:
        """Logs the values of the end."""
        if self._at_end:
            self._log(session.run(self._found))

    def _log(self, values: dict[Any, Any]) -> None:
        seconds = None
        if self._timer is not None:
            seconds, _ = self._timer.update_last_triggered_step(self._runs)
        if self._formatter is not None:
            get_logger().info(self._formatter(values))
            return
        with np.printoptions(suppress=True):
            shown = ", ".join(f"{label} = {values[label]}" for label in self._tensors)
        if seconds is None:
            get_logger().info("%s", shown)
        else:
            get_logger().info("%s (%.3f sec)", shown, seconds)


class StopAtStepHook(SessionRunHook):
    """Asks for the end at a step, or after a number of steps.

    Raises:
      ValueError: unless there is one of both.
    """

    def __init__(
        self, num_steps: int | None = None, last_step: int | None = None
    ) -> None:
        if num_steps is None and last_step is None:
            raise ValueError("One of num_steps or last_step must be specified.")
        if num_steps is not None and last_step is not None:
            raise ValueError("Only one of num_steps or last_step can be specified.")
        self._num_steps, self._last_step = num_steps, last_step

    def begin(self) -> None:
        """Finds the step of the graph."""
        self._step = required_global_step("StopAtStepHook")

    def after_create_session(self, session: Session, coord: Coordinator) -> None:
        """Finds the last step, counted from the one that was restored."""
        if self._last_step is None:
            self._last_step = int(session.run(self._step)) + (self._num_steps or 0)

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        """Asks for the step."""
        return SessionRunArgs(self._step)

    def after_run(
        self, run_context: SessionRunContext, run_values: SessionRunValues
    ) -> None:
        """Asks for the end at the last step."""
        last = self._last_step or 0
        # what was fetched may be the step from before the run
        is_near = run_values.results + 1 >= last
        if is_near and run_context.session.run(self._step) >= last:
            run_context.request_stop()


class NanLossDuringTrainingError(RuntimeError):
    """A loss is NaN."""

    def __str__(self) -> str:
        return "NaN loss during training."


class NanTensorHook(SessionRunHook):
    """Ends the training when a loss is NaN: with an error, or by asking for the end."""

    def __init__(self, loss_tensor: Fetches, fail_on_nan_loss: bool = True) -> None:
        self._loss, self._fails = loss_tensor, fail_on_nan_loss

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        """Asks for the loss."""
        return SessionRunArgs(self._loss)

    def after_run(
        self, run_context: SessionRunContext, run_values: SessionRunValues
    ) -> None:
        """Looks at the loss.

        Raises:
          NanLossDuringTrainingError: if it is NaN, unless that is not to fail.
        """
        if not np.isnan(run_values.results):
            return
        told = "Model diverged with loss = NaN."
        if self._fails:
            get_logger().error(told)
            raise NanLossDuringTrainingError
        get_logger().warning(told)
        run_context.request_stop()


class GlobalStepWaiterHook(SessionRunHook):
    """Waits before the first run until other workers have come to a step."""

    def __init__(self, wait_until_step: int) -> None:
        self._wait_until_step = wait_until_step

    def begin(self) -> None:
        """Finds the step of the graph."""
        self._is_over = False
        self._step = required_global_step("_GlobalStepWaiterHook")

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        """Waits, once."""
        while not self._is_over and self._wait_until_step > 0:
            if run_context.session.run(self._step) >= self._wait_until_step:
                break
            time.sleep(_PAUSE)
        self._is_over = True
        return None


class FinalOpsHook(SessionRunHook):
    """Runs operations at the end, and keeps what they give."""

    def __init__(
        self, final_ops: Fetches, final_ops_feed_dict: Feeds | None = None
    ) -> None:
        self._final_ops, self._feeds = final_ops, final_ops_feed_dict
        self._values: Fetches = None

    @property
    def final_ops_values(self) -> Fetches:
        """What the operations gave; None before the end."""
        return self._values

    def end(self, session: Session) -> None:
        """Runs them."""
        if self._final_ops is not None:
            self._values = session.run(self._final_ops, self._feeds)


class FeedFnHook(SessionRunHook):
    """Feeds what a function returns, at each run."""

    def __init__(self, feed_fn: Callable[[], Feeds]) -> None:
        self.feed_fn = feed_fn

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        """Calls the function."""
        return SessionRunArgs(fetches=None, feed_dict=self.feed_fn())


__all__ = [
    "FeedFnHook",
    "FinalOpsHook",
    "GlobalStepWaiterHook",
    "LoggingTensorHook",
    "NanLossDuringTrainingError",
    "NanTensorHook",
    "StopAtStepHook",
    "required_global_step",
]
