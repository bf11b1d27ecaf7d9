"""The times beside ONNX Runtime in `docs/performance.md`.

    python benchmarks/onnx_engines.py [--rounds N] [--only WORDS] [--write FILE]

Programs are exported, and run here as they are, and by ONNX Runtime; the light models
of the `onnx` package are read and run here, and by ONNX Runtime. All run in this
process on the threads that each takes by default and take turns, a call at a time; a
figure is the median of the rounds. Needs the packages onnx and onnxruntime.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np
import onnx
import onnxruntime

import graphir
import graphir.onnx
import runtime as tf

Array = np.ndarray[Any, Any]
Case = tuple[dict[str, Callable[[], Any]], float]
"""The calls by the name of their engine, and how far their results are apart."""

ENGINES = ("default", "jit", "ONNX Runtime")
RANDOM = np.random.default_rng(0)


def floats(*sizes: int) -> Array:
    """Random numbers, of about the size that weights of layers have."""
    scale = max(1, sizes[-2] if len(sizes) > 1 else 1) ** -0.5
    return (RANDOM.standard_normal(sizes) * scale).astype(np.float32)


def perceptron() -> tuple[Callable[..., Any], list[Array]]:
    """Three layers of 512 for 64 rows."""
    weights = [tf.constant(floats(512, 512)) for _ in range(3)]

    def call(x: Any) -> Any:
        for each in weights:
            x = tf.nn.relu(x @ each)
        return x

    return call, [floats(64, 512)]


def lstm() -> tuple[Callable[..., Any], list[Array]]:
    """A hundred steps of 64 units for 32 rows, over a TensorArray."""
    kernel, recurrent = tf.constant(floats(32, 256)), tf.constant(floats(64, 256))

    def call(x: Any) -> Any:
        h, c = tf.zeros([32, 64]), tf.zeros([32, 64])
        made = tf.TensorArray(tf.float32, size=100)
        for t in tf.range(100):
            z = x[t] @ kernel + h @ recurrent
            i, f, g, o = tf.split(z, 4, axis=1)
            c = tf.sigmoid(f) * c + tf.sigmoid(i) * tf.tanh(g)
            h = tf.sigmoid(o) * tf.tanh(c)
            made = made.write(t, h)
        return made.stack()

    return call, [floats(100, 32, 32)]


def attention() -> tuple[Callable[..., Any], list[Array]]:
    """Eight heads of 64 over 128 places, for 4 sentences."""

    def call(q: Any, k: Any, v: Any) -> Any:
        scores = tf.einsum("bihd,bjhd->bhij", q, k) / 8.0
        return tf.einsum("bhij,bjhd->bihd", tf.nn.softmax(scores), v)

    return call, [floats(4, 128, 8, 64) for _ in range(3)]


def convolutions() -> tuple[Callable[..., Any], list[Array]]:
    """Two convolutions of 32 channels, 56 by 56, with a pool between."""
    first, second = (tf.constant(floats(3, 3, n, 32)) for n in (3, 32))

    def call(x: Any) -> Any:
        y = tf.nn.relu(tf.nn.conv2d(x, first, strides=1, padding="SAME"))
        y = tf.nn.max_pool2d(y, 2, 2, "SAME")
        return tf.nn.relu(tf.nn.conv2d(y, second, strides=1, padding="SAME"))

    return call, [floats(4, 56, 56, 3)]


def chain() -> tuple[Callable[..., Any], list[Array]]:
    """Ten operations on each of a million elements."""

    def call(x: Any) -> Any:
        for _ in range(5):
            x = tf.tanh(x * 1.1)
        return x

    return call, [floats(1000, 1000)]


def collatz() -> tuple[Callable[..., Any], list[Array]]:
    """A loop over whole numbers with a branch: 111 steps."""

    def call(n: Any) -> Any:
        steps = 0
        while n != 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps = steps + 1
        return steps

    return call, [np.array(27, np.int32)]


PROGRAMS = {
    "three dense layers of 512": perceptron,
    "LSTM, 100 steps": lstm,
    "attention, 8 heads": attention,
    "two convolutions": convolutions,
    "tanh, 5 times, 1e6": chain,
    "Collatz of 27": collatz,
}


def program(make: Callable[[], tuple[Callable[..., Any], list[Array]]]) -> Case:
    """A program of ours, and its export in ONNX Runtime."""
    function, args = make()
    plain = tf.function(function, jit_compile=False)
    native = tf.function(function, jit_compile=True)
    tensors = [tf.constant(each) for each in args]
    model = graphir.onnx.to_model(plain.get_concrete_function(*tensors))
    calls = {
        "default": lambda: plain(*tensors).numpy(),
        "jit": lambda: native(*tensors).numpy(),
        "ONNX Runtime": session(model, args),
    }
    return calls, apart(calls)


def light(file: Path) -> Case:
    """A model that nobody here made, read by both."""
    model = onnx.load(file)
    graph = graphir.onnx.load(model)
    (source,), (result,) = graph.inputs, graph.outputs
    message = graph.as_graph_def()
    names = [f"{result.node.name}:{result.index}"]

    def call(x: Any) -> Any:
        return tf.import_graph_def(message, {source.name: x}, names, name="")[0]

    plain = tf.function(call, jit_compile=False, autograph=False)
    native = tf.function(call, jit_compile=True, autograph=False)
    array = floats(*source.shape.as_list())
    x = tf.constant(array)
    calls = {
        "default": lambda: plain(x).numpy(),
        "jit": lambda: native(x).numpy(),
        "ONNX Runtime": session(model, [array]),
    }
    return calls, apart(calls)


def session(model: Any, args: list[Array]) -> Callable[[], Any]:
    """A call of ONNX Runtime."""
    made = onnxruntime.InferenceSession(model.SerializeToString())
    named = {each.name: x for each, x in zip(made.get_inputs(), args, strict=False)}
    return lambda: made.run(None, named)[0]


def apart(calls: dict[str, Callable[[], Any]]) -> float:
    """The largest difference of results, by the largest element."""
    wanted = calls["ONNX Runtime"]()
    largest = float(np.abs(wanted).max()) or 1.0
    return max(
        float(np.abs(call() - wanted).max()) / largest for call in calls.values()
    )


def seconds(calls: dict[str, Callable[[], Any]], rounds: int) -> dict[str, float]:
    """The median time of each, which take turns."""
    times: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(rounds):
        for name, call in calls.items():
            start = perf_counter()
            call()
            times[name].append(perf_counter() - start)
    return {name: median(each) for name, each in times.items()}


def cases() -> Iterator[tuple[str, Callable[[], Case]]]:
    """All workloads by name."""
    for name, make in PROGRAMS.items():
        yield name, lambda make=make: program(make)
    folder = Path(onnx.__file__).parent / "backend/test/data/light"
    for file in sorted(folder.glob("light_*.onnx")):
        yield file.stem, lambda file=file: light(file)


def shown(time: float) -> str:
    """A time in the unit that fits it."""
    factor, unit = (1e3, "ms") if time >= 1e-3 else (1e6, "µs")
    return f"{time * factor:.3g} {unit}"


def main() -> None:
    """Prints the table; with ``--write`` it replaces that of the page."""
    load = os.getloadavg()[0]  # before this process adds its own
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--rounds", type=int, default=21)
    parser.add_argument("--only", default="", help="words of the workloads to run")
    parser.add_argument("--write", help="the page whose table to replace")
    options = parser.parse_args()
    lines = [
        f"| workload | {' | '.join(ENGINES)} | jit / ONNX Runtime | difference |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for name, make in cases():
        if not any(word in name for word in options.only.split(",")):
            continue
        calls, difference = make()
        times = seconds(calls, options.rounds)
        ratio = times["jit"] / times["ONNX Runtime"]
        row = " | ".join(shown(times[each]) for each in ENGINES)
        lines.append(f"| {name} | {row} | {ratio:.1f} | {difference:.0e} |")
        print(lines[-1], flush=True)
    if options.write:
        page = Path(options.write)
        page.write_text(replaced(page.read_text(), lines, load))


def replaced(text: str, lines: list[str], load: float) -> str:
    """The page with another table, and where it was measured."""
    where = (
        f"Measured on {date.today()}, {os.cpu_count()} cores, Python "
        f"{platform.python_version()}, ONNX Runtime {onnxruntime.__version__}, "
        f"with a load average of {load:.1f} from other work:"
    )
    pattern = r"(?s)(<!-- onnx engines -->\n).*?(\n<!-- end -->)"
    made = "\n".join([where, "", *lines])
    found, count = re.subn(pattern, lambda m: f"{m[1]}{made}{m[2]}", text)
    if count != 1:
        raise SystemExit("The page has no place for this table.")
    return found


if __name__ == "__main__":
    main()
