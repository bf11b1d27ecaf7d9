"""Each way to run a function of tensors, and how what they give differs."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import runtime as tf


def as_arrays(values: Any) -> list[Any]:
    return [each.numpy() for each in values]


def _in_thread(action: Callable[[], Any]) -> Any:
    found: list[Any] = []
    thread = threading.Thread(target=lambda: found.append(action()))
    thread.start()
    thread.join()
    return found[0]


def ways(
    apply: Callable[..., Any], inputs: list[Any], folder: Path, is_saved: bool
) -> dict[str, Any]:
    """What the program gives in each way to run it."""
    specs = [tf.TensorSpec(each.shape, each.dtype) for each in inputs]
    traced = tf.function(apply)
    concrete = traced.get_concrete_function(*specs)
    found = {"traced": as_arrays(traced(*inputs))}
    found["again"] = as_arrays(concrete(*inputs))
    found["in a thread"] = _in_thread(lambda: as_arrays(traced(*inputs)))
    plain = tf.function(apply, jit_compile=False)
    found["by the default executor"] = as_arrays(plain(*inputs))
    tf.config.optimizer.set_experimental_options({"disable_meta_optimizer": True})
    try:
        found["not optimized"] = as_arrays(tf.function(apply)(*inputs))
    finally:
        tf.config.optimizer.set_experimental_options({"disable_meta_optimizer": False})
    unknown = [tf.TensorSpec(None, each.dtype) for each in inputs]
    if all(len(each.shape) == 1 for each in inputs):
        unknown = [tf.TensorSpec([None], each.dtype) for each in inputs]
        found["of any size"] = _attempt(
            lambda: as_arrays(tf.function(apply, input_signature=unknown)(*inputs))
        )
    found["native"] = as_arrays(tf.function(apply, jit_compile=True)(*inputs))
    message = concrete.graph.as_graph_def()
    names = [each.name for each in concrete.outputs]
    feeds = {key.name: value for key, value in zip(concrete.inputs, inputs)}
    found["GraphDef"] = tf.run_graph(message, feeds, names)
    if is_saved:
        module = tf.Module()
        module.call = tf.function(apply, input_signature=specs)
        tf.saved_model.save(module, str(folder / "model"))
        loaded = tf.saved_model.load(str(folder / "model"))
        found["SavedModel"] = as_arrays(loaded.call(*inputs))
    return {key: value for key, value in found.items() if value is not None}


@cache
def strategies() -> tuple[Any, ...]:
    """One device, and a replica on each CPU that is configured."""
    devices = tf.config.list_logical_devices("CPU")
    return (
        tf.distribute.OneDeviceStrategy("CPU:0"),
        tf.distribute.MirroredStrategy([each.name for each in devices]),
    )


def in_replicas(
    apply: Callable[..., Any], inputs: list[Any], number: int
) -> dict[str, Any]:
    """What each replica of one of the strategies makes of the inputs."""
    strategy = strategies()[number % len(strategies())]
    traced = tf.function(lambda *given: strategy.run(apply, given))
    run = traced if number % 8 < 4 else lambda *given: strategy.run(apply, given)
    values = [strategy.experimental_local_results(each) for each in run(*inputs)]
    # what was given to all of them comes back as one value
    return {
        f"{type(strategy).__name__}, replica {at}": as_arrays(
            [each[min(at, len(each) - 1)] for each in values]
        )
        for at in range(strategy.num_replicas_in_sync)
    }


def _attempt(action: Callable[[], Any]) -> Any:
    """None where a program needs sizes that are not known."""
    try:
        return action()
    except (ValueError, TypeError):
        return None


def difference(want: Any, got: Any, is_close: bool) -> str | None:
    """How two arrays differ, if they do: bits, but for NaN's."""
    want, got = np.asarray(want), np.asarray(got)
    if want.dtype != got.dtype or want.shape != got.shape:
        return f"{got.dtype}{got.shape}, not {want.dtype}{want.shape}"
    is_half = want.dtype.kind == "V" or want.dtype.name == "float16"
    if is_half:
        want, got = want.astype(np.float32), got.astype(np.float32)
    if is_close and want.dtype.kind in "fc":
        # of what overflows on the way, one order gives inf and the other one nan
        is_finite = np.isfinite(want) & np.isfinite(got)
        with np.errstate(all="ignore"):
            # of 1 + 2 x near 0 nothing is left but how the sums were rounded
            rtol, atol = (4e-2, 1e-2) if is_half else (1e-4, 1e-3)
            same = np.isclose(got, want, rtol, atol)
        same |= ~is_finite
    else:
        same = (got == want) | ((got != got) & (want != want))
    if want.dtype.kind == "f" and not is_close:
        same &= (np.signbit(got) == np.signbit(want)) | (want != want)
    if np.all(same):
        return None
    at = tuple(np.argwhere(~np.atleast_1d(same))[0]) if want.ndim else ()
    return f"{got[at]!r} at {[int(each) for each in at]}, not {want[at]!r}"
