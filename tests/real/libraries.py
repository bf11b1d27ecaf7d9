"""Every function of the standard library and of our dependencies, converted, not run.

`python -m tests.real.libraries [MODULE ...]` passes if each function has a form that
runs and a text that compiles, or is refused with an error that says where and why.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
import time
import warnings
from collections import Counter
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any

from autograph import AutoGraphError, ConversionOptions
from autograph.operators.running_calls import running_function_for
from autograph.pipeline import convert_function

DEPENDENCIES = ("gast", "ml_dtypes", "networkx", "numpy", "rich", "threadpoolctl")
# Importing them prints, opens a window, or starts a test.
_LEFT_OUT = (
    "antigravity",
    "idlelib",
    "test",
    "this",
    "tkinter",
    "turtle",
    "turtledemo",
)
_OPTIONS = ConversionOptions()


def modules_in(name: str) -> Iterator[ModuleType]:
    """The module `name` and those below it, as far as they can be imported."""
    top = _imported(name)
    if top is None:
        return
    yield top
    for each in pkgutil.iter_modules(getattr(top, "__path__", ()), f"{name}."):
        last = each.name.rpartition(".")[2]
        if last not in _LEFT_OUT and not last.startswith(("test", "__main__")):
            yield from modules_in(each.name)


def _imported(name: str) -> ModuleType | None:
    try:
        return importlib.import_module(name)
    except (Exception, SystemExit):
        return None  # for another system, or wants what is not installed


def functions_in(module: ModuleType) -> Iterator[FunctionType]:
    """Functions and methods whose code stands in the module's file."""
    seen: set[Any] = set()
    holders = [module, *(x for x in vars(module).values() if isinstance(x, type))]
    for holder in holders:
        for value in list(vars(holder).values()):
            function = getattr(value, "__func__", value)
            if not isinstance(function, FunctionType):
                continue
            code = function.__code__
            if code in seen or code.co_filename != getattr(module, "__file__", None):
                continue
            seen.add(code)
            yield function


def check(function: FunctionType) -> str:
    """`""`, what refused the function, or an error of ours, which begins with `!`."""
    try:
        running_function_for(function, _OPTIONS)
        text = convert_function(function, _OPTIONS).text
        compile(text, "<converted>", "exec", dont_inherit=True)
    except AutoGraphError as error:
        return getattr(error, "message", str(error))
    except Exception as error:
        return f"!{type(error).__name__}: {error}"
    return ""


def main() -> None:
    """Check the modules named, or all of them."""
    warnings.simplefilter("ignore")
    names = sys.argv[1:] or sorted({*sys.stdlib_module_names, *DEPENDENCIES})
    total, refused, failed = 0, Counter[str](), list[str]()
    begin = time.monotonic()
    for name in names:
        if name in _LEFT_OUT:
            continue
        for module in modules_in(name):
            for function in functions_in(module):
                total += 1
                found = check(function)
                if found.startswith("!"):
                    where = f"{module.__name__}.{function.__qualname__}"
                    failed.append(f"{where}: {found[1:]}")
                elif found:
                    refused[found.partition(":")[0]] += 1
    seconds = time.monotonic() - begin
    print(f"{total} functions in {seconds:.0f} s, {len(failed)} internal errors")
    for reason, count in refused.most_common():
        print(f"    {count:5} refused: {reason}")
    for each in failed:
        print(f"    {each}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
