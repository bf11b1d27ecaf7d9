"""`tf.test.Benchmark`: benchmark classes and their reports."""

from __future__ import annotations

import inspect
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from graphir.wire import messages
from runtime.compat.v1.sessions import get_default_session
from runtime.context import executing_eagerly
from runtime.tensors.nest import map_structure


class Benchmark:
    """A base class whose methods `benchmark...` measure and report times.

    >>> class Sums(tf.test.Benchmark):
    ...     def benchmark_ones(self):
    ...         return self.evaluate(tf.ones([2])).tolist()
    >>> Sums.is_abstract(), Sums().benchmark_ones()
    (False, [1.0, 1.0])
    """

    @classmethod
    def is_abstract(cls) -> bool:
        """Whether the class has no benchmark methods."""
        return not any(name.startswith("benchmark") for name in dir(cls))

    def _get_name(self, overwrite_name: str | None = None) -> str:
        """`Class.method` of the method that reports, or another name for it.

        Raises:
          ValueError: if no such method is being called.
        """
        frame = inspect.currentframe()
        while frame is not None:
            name = frame.f_code.co_name
            if frame.f_locals.get("self") is self and name.startswith("benchmark"):
                return f"{type(self).__name__}.{overwrite_name or name}"
            frame = frame.f_back
        raise ValueError("Unable to determine calling Benchmark class.")

    def report_benchmark(
        self,
        iters: int | None = None,
        cpu_time: float | None = None,
        wall_time: float | None = None,
        throughput: float | None = None,
        extras: dict[str, Any] | None = None,
        name: str | None = None,
        metrics: list[dict[str, Any]] | None = None,
    ) -> None:
        """Writes the measurements, times in seconds, to standard error.

        Raises:
          ValueError: outside of a method that measures.
        """
        found = {
            "iters": iters,
            "wall_time": wall_time,
            "cpu_time": cpu_time,
            "throughput": throughput,
            "extras": extras,
            "metrics": metrics,
        }
        given = {key: value for key, value in found.items() if value is not None}
        print(f"{self._get_name(name)}: {given}", file=sys.stderr)

    def evaluate(self, tensors: Any) -> Any:
        """The values of nested tensors as arrays.

        Raises:
          RuntimeError: while a graph is recorded and no session is entered.
        """
        if not executing_eagerly():
            session = get_default_session()
            if session is None:
                raise RuntimeError("A graph is evaluated in a session.")
            return session.run(tensors)
        return map_structure(_value_of, tensors)

    def run_op_benchmark(
        self,
        sess: Any,
        op_or_tensor: Any,
        feed_dict: dict[Any, Any] | None = None,
        burn_iters: int = 2,
        min_iters: int = 10,
        store_trace: bool = False,
        store_memory_usage: bool = True,
        name: str | None = None,
        extras: dict[str, Any] | None = None,
        mbs: float = 0,
    ) -> dict[str, Any]:
        """Measures the median wall time of an operation; prints and returns a report.

        The report is a dict with ``wall_time`` in seconds, and with ``mbs`` megabytes
        per run a ``throughput`` in megabytes per second.

        Raises:
          ValueError: outside of a benchmark method, or without iterations.
        """
        if min_iters < 1:
            raise ValueError(f"min_iters must be positive, not {min_iters}.")
        for _ in range(burn_iters):
            sess.run(op_or_tensor, feed_dict=feed_dict)
        times = [
            _seconds(lambda: sess.run(op_or_tensor, feed_dict=feed_dict))
            for _ in range(min_iters)
        ]
        median = float(np.median(times))
        more = {
            **(extras or {}),
            "wall_time_mean": float(np.mean(times)),
            "wall_time_stdev": float(np.std(times)),
        }
        rate = mbs / median if mbs else None
        self.report_benchmark(min_iters, None, median, rate, more, name)
        return {
            "name": self._get_name(name),
            "iters": min_iters,
            "wall_time": median,
            "extras": more,
            "throughput": rate or 0.0,
        }


def benchmark_config() -> Any:
    """A session configuration without the optimization that removes control nodes.

    >>> tf.test.benchmark_config().graph_options.rewrite_options.dependency_optimization
    2
    """
    config = messages.get("ConfigProto")()
    rewrites = config.graph_options.rewrite_options
    rewrites.dependency_optimization = type(rewrites).OFF
    return config


def _seconds(call: Callable[[], Any]) -> float:
    started = time.perf_counter()
    call()
    return time.perf_counter() - started


def _value_of(each: Any) -> Any:
    return each.numpy() if hasattr(each, "numpy") else each


__all__ = ["Benchmark", "benchmark_config"]
