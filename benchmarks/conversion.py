"""Converting a function, and running the converted one on plain Python values.

    python benchmarks/conversion.py [--tensorflow PYTHON] [--rounds N]
    python benchmarks/conversion.py --modules

Medians of the rounds. A function is converted anew each time, from a new module; the
first conversion, which imports the converter, is left out. `--modules` prints lines a
second of processor time for modules of the standard library: to the form that runs, and
to the text that is shown.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from inspect import getsourcelines
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from types import FunctionType, ModuleType
from typing import Any

SAMPLE = Path(__file__).with_name("samples") / "nested_control_flow.py"
ITERATIONS = 10_000
MODULES = (
    *("argparse", "ast", "difflib", "inspect", "logging", "plistlib", "statistics"),
    *("tarfile", "typing", "_pydecimal"),
)


def collatz_steps(n: int) -> int:
    """A `while` with an `if` inside."""
    count, value = 0, 27
    while count < n:
        if value % 2 == 0:
            value = value // 2
        else:
            value = 3 * value + 1
        count = count + 1
    return value


def main() -> None:
    """Measures and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--tensorflow", help="a Python that has TensorFlow")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--modules", action="store_true", help="whole modules instead")
    options = parser.parse_args()
    if options.modules:
        show_modules()
        return
    if options.worker:
        print(json.dumps(figures_of_tensorflow(options.rounds)))
        return
    ours = figures_of_ours(options.rounds)
    theirs: dict[str, float] = {}
    if options.tensorflow:
        rounds = ["--rounds", str(options.rounds)]
        command = [options.tensorflow, __file__, "--worker", *rounds]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        theirs = json.loads(done.stdout.splitlines()[-1])
    show(ours, theirs)


def show(ours: dict[str, float], theirs: dict[str, float]) -> None:
    """Prints the table."""
    print(f"{'':44}{'ours':>10}{'TensorFlow':>13}{'goal':>8}")
    convert = theirs.get("convert")
    other = "-" if convert is None else f"{convert * 1e3:.0f} ms"
    label = "converting 100 lines of nested control flow"
    print(f"{label:44}{ours['convert'] * 1e3:>7.1f} ms{other:>13}{'20 ms':>8}")
    other = "-" if not theirs else f"{theirs['run'] / theirs['plain']:.0f} x"
    label = f"{ITERATIONS:,} iterations of while and if: plain"
    print(f"{label:44}{ours['plain'] * 1e3:>7.2f} ms")
    label, ratio = "... converted", ours["run"] / ours["plain"]
    print(f"{label:44}{ratio:>8.1f} x{other:>13}{'15 x':>8}")


def show_modules() -> None:
    """Prints the lines a second of each module."""
    print("| module | lines | running form | text |\n| --- | --- | --- | --- |")
    for name in MODULES:
        functions = functions_of(import_module(name))
        lines = sum(len(getsourcelines(each)[0]) for each in functions)
        running, text = seconds_to_convert(functions)
        rates = f"{lines / running:,.0f} | {lines / text:,.0f}"
        print(f"| {name} | {lines:,} | {rates} |")


def functions_of(module: ModuleType) -> list[FunctionType]:
    """Functions and methods whose code stands in the module's file."""
    holders = [module, *(x for x in vars(module).values() if isinstance(x, type))]
    found = {
        value.__code__: value
        for holder in holders
        for value in vars(holder).values()
        if isinstance(value, FunctionType)
        and value.__code__.co_filename == module.__file__
    }
    return list(found.values())


def seconds_to_convert(functions: list[FunctionType]) -> tuple[float, float]:
    """Processor seconds to the form that runs, and to the text."""
    from autograph import AutoGraphError, ConversionOptions
    from autograph.operators.running_calls import running_function_for
    from autograph.pipeline import convert_function

    options = ConversionOptions()

    def seconds_of(convert: Callable[[FunctionType], Any]) -> float:
        start = process_time()
        for each in functions:
            with suppress(AutoGraphError):  # refused, in its time
                convert(each)
        return process_time() - start

    running = seconds_of(lambda each: running_function_for(each, options))
    return running, seconds_of(lambda each: convert_function(each, options).text)


def figures_of_ours(rounds: int) -> dict[str, float]:
    """Seconds here."""
    import autograph

    return figures(autograph.to_graph, rounds)


def figures_of_tensorflow(rounds: int) -> dict[str, float]:
    """Seconds there; run by the Python that has it."""
    sys.path.remove(str(Path(__file__).parent))
    import tensorflow as tf

    return figures(tf.autograph.to_graph, rounds)


def figures(to_graph: Callable[..., Any], rounds: int) -> dict[str, float]:
    """Seconds to convert the sample, and to run a loop plain and converted."""
    converted = to_graph(collatz_steps)
    times: dict[str, list[float]] = {"convert": [], "plain": [], "run": []}
    with TemporaryDirectory() as folder:
        for number in range(rounds + 1):
            convert = partial(to_graph, sample(number, folder))
            times["convert"].append(seconds(convert))
            times["plain"].append(seconds(partial(collatz_steps, ITERATIONS)))
            times["run"].append(seconds(partial(converted, ITERATIONS)))
    del times["convert"][0]
    return {name: median(found) for name, found in times.items()}


def sample(number: int, folder: str) -> Any:
    """The function to convert, at other lines each time: equal code may be known."""
    path = Path(folder, f"sample_{number}.py")
    path.write_text("\n" * number + SAMPLE.read_text())
    spec = spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise SystemExit(f"{path} cannot be imported")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.sample


def seconds(call: Callable[[], Any]) -> float:
    """The time of one call."""
    start = perf_counter()
    call()
    return perf_counter() - start


if __name__ == "__main__":
    main()
