"""`tf.autograph`: conversion of Python functions, on demand."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import autograph
from autograph import (
    Feature,
    do_not_convert,
    set_loop_options,
    set_verbosity,
    to_code,
    to_graph,
    trace,
)
from runtime.autograph_operators import install


def check(fn: Callable[..., Any], *args: Any, **kwargs: Any) -> autograph.CheckReport:
    """Compares `fn` in Python with `fn` staged by tf.function: see `autograph.check`.

    >>> def double(x):
    ...     return x + x
    >>> print(tf.autograph.check(double, 3))
    no divergence
    """
    return autograph.check(fn, *args, **kwargs)


experimental: Any = SimpleNamespace(
    Feature=Feature,
    do_not_convert=do_not_convert,
    set_loop_options=set_loop_options,
)

__all__ = [
    "check",
    "experimental",
    "set_verbosity",
    "to_code",
    "to_graph",
    "trace",
]

# What is converted by these may meet tensors before any tf.function does.
install()
