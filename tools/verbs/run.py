"""`autograph run TARGET`: the result, also beside the result of plain Python."""

from __future__ import annotations

import argparse
from collections.abc import Set
from pathlib import Path
from typing import Any, Final

from ..failures import BAD_INPUT, DIFFERENT, DONE, FAILED, Failure, cannot, failing_with
from ..output.array_files import write_arrays
from ..output.listing import type_text
from ..output.profiling import median_microseconds, profile_table, write_chrome_trace
from ..output.results import Part, show, show_json, show_written
from ..parsing import ARGUMENT_FORM, FUNCTION_FORM, GRAPH_FORM, whole_number
from ..targets.arguments import Arguments, archive_names, parse_arguments
from ..targets.functions import is_graph_file, load_function
from ..targets.models import (
    add_signature_arguments,
    check_inputs,
    is_model,
    signature_of,
    with_dtypes,
)
from ..targets.tracing import graph_of, is_signed, trace

FORMS: Final = FUNCTION_FORM + GRAPH_FORM + ARGUMENT_FORM
EXAMPLE: Final = """\
example: autograph run examples/collatz.py:collatz_length --arg i64=97 --compare
         autograph run examples/collatz.py:collatz_length --arg i64=97 --profile"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the flags of this verb."""
    parser.add_argument("target", metavar="TARGET", help="a function or a graph file")
    parser.add_argument(
        "--arg", action="append", default=[], metavar="A", help="an argument, see below"
    )
    parser.add_argument(
        "--inputs", metavar="F.npz", help="arguments by name: the arrays of a file"
    )
    parser.add_argument(
        "--compare", action="store_true", help="run it as plain Python too"
    )
    parser.add_argument(
        "--jit",
        action="store_true",
        help="compile to native code, a function or a graph",
    )
    parser.add_argument(
        "--profile", action="store_true", help="the time of each node, with its line"
    )
    parser.add_argument(
        "--trace-file", metavar="T.json", help="write the profile for Chrome's viewer"
    )
    parser.add_argument(
        "--repeat",
        type=whole_number(1),
        metavar="N",
        help="call it N times more; the median time",
    )
    parser.add_argument(
        "--fetch",
        action="append",
        metavar="NAME",
        help="a result to compute, of a graph in a file; else all",
    )
    add_signature_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Runs the target and shows its result."""
    _seed(args)
    arguments = parse_arguments([*args.arg, *_names_in_file(args)])
    if arguments.has_specs:
        raise _no_values()
    if is_graph_file(args.target):
        return _run_graph(args, arguments)
    if is_model(args.target):
        return _run_model(args, arguments)
    return _run_function(args, arguments)


def _no_values() -> Failure:
    return Failure("a spec has no value to run with: give values to --arg.", BAD_INPUT)


def _names_in_file(args: argparse.Namespace) -> list[str]:
    """The arrays of ``--inputs``, as texts of ``--arg``."""
    if args.inputs is None:
        return []
    names = archive_names(Path(args.inputs), f"--inputs {args.inputs}")
    return [f"{name}={args.inputs}[{name}]" for name in names]


def _is_profiled(args: argparse.Namespace) -> bool:
    return args.profile or args.trace_file is not None


def _seed(args: argparse.Namespace) -> None:
    if args.seed is not None:
        import runtime as tf

        with failing_with(BAD_INPUT, "--seed"):
            tf.random.set_seed(args.seed)


def _run_function(args: argparse.Namespace, arguments: Arguments) -> int:
    from autograph.checking import State

    target = load_function(args.target)
    given = arguments.positional, arguments.named
    # tracing runs the user's Python too, and may change objects
    before = State.of_call(target.callable(), *given) if args.compare else None
    traced = trace(target, arguments, jit=args.jit)
    if arguments.is_empty and is_signed(traced.call):
        raise _no_values()
    profile = None

    def call() -> Any:
        return traced.call(*arguments.positional, **arguments.named)

    with failing_with(FAILED, f"running {args.target}"):
        if _is_profiled(args):
            profile = traced.concrete.profile(*arguments.positional, **arguments.named)
        result = call() if profile is None else profile.result
        median = median_microseconds(args, call)
    is_native = args.profile and traced.concrete.program.report is not None
    native = traced.concrete.jit_report() if is_native else ""
    if before is None:
        return _report(args, {"result": result}, profile, median, native)
    before.restore()
    _seed(args)
    with failing_with(FAILED, f"running {args.target} as plain Python"):
        plain = traced.python_function(*arguments.positional, **arguments.named)
    agree = results_agree(result, plain)
    shown = {"result": result, "plain Python": plain, "agree": agree}
    _report(args, shown, profile, median, native)
    return DONE if agree else DIFFERENT


def _by_key(result: Any) -> dict[str, Any]:
    """The results under their keys, those of inner structures under paths."""
    from runtime.tensors.structure import flatten_with_paths

    if not isinstance(result, dict) or not result:
        return {"result": result}
    return {
        ".".join(map(str, path)): value for path, value in flatten_with_paths(result)
    }


def _side_by_side(results: dict[str, Any]) -> dict[str, Any]:
    """Each result beside plain Python's, under its key where there are keys."""
    found: dict[str, Any] = {}
    for name, value in results.items():
        if not isinstance(value, dict):
            found[name] = value
            continue
        for key, part in _by_key(value).items():
            found[f"{name} {key}"] = part
    return found


def _run_model(args: argparse.Namespace, arguments: Arguments) -> int:
    if args.compare or args.jit:
        raise Failure("--compare and --jit go with a function.", BAD_INPUT)
    model, function = signature_of(args.target, args.signature, args.allow)
    check_inputs(args.target, function, arguments)
    arguments = with_dtypes(args.target, function, arguments)
    profile = None

    def call() -> Any:
        return function(*arguments.positional, **arguments.named)

    with failing_with(FAILED, f"running {args.target}"):
        if _is_profiled(args):
            profile = function.profile(*arguments.positional, **arguments.named)
        result = call() if profile is None else profile.result
        median = median_microseconds(args, call)
    del model  # it kept the variables
    shown = result if isinstance(result, dict) else {"result": result}
    return _report(args, shown, profile, median)


def _run_graph(args: argparse.Namespace, arguments: Arguments) -> int:
    from runtime.executor.profiles import Profile
    from runtime.functions.run_graph import run_graph

    if arguments.positional:
        raise Failure("a graph's inputs have names: --arg NAME=VALUE.", BAD_INPUT)
    if args.compare:
        raise Failure("--compare goes with a function, not with a graph.", BAD_INPUT)
    graph = graph_of(args.target, [], fetches=args.fetch)
    fetches = args.fetch or [value.name for value in graph.outputs]
    if not fetches:
        raise Failure(f"{args.target} has no results to compute.", BAD_INPUT)
    feeds = {name: _array(value) for name, value in arguments.named.items()}
    _check_feeds(graph, feeds)
    if args.jit:
        return _run_native(args, graph, feeds, fetches)
    profile = Profile() if _is_profiled(args) else None
    with failing_with(FAILED, f"running {args.target}"):
        results = run_graph(graph, feeds, fetches, profile)
        median = median_microseconds(args, lambda: run_graph(graph, feeds, fetches))
    return _report(args, dict(zip(fetches, results)), profile, median)


def _run_native(
    args: argparse.Namespace, graph: Any, feeds: dict[str, Any], fetches: list[str]
) -> int:
    """Runs a graph as a traced function, so optimized and compiled to native code."""
    import runtime as tf
    from runtime.functions.run_graph import fed_arrays

    message = graph.as_graph_def()
    with failing_with(FAILED, f"running {args.target}"):
        fed_values = fed_arrays(graph, feeds)
    taken = [f"{each.node.name}:{each.index}" for each in fed_values]
    given = [graph.value(name) for name in fetches]
    names = [f"{each.node.name}:{each.index}" for each in given]

    def call(*tensors: Any) -> Any:
        fed = dict(zip(taken, tensors, strict=True))
        return tf.import_graph_def(message, fed, names, name="")

    with failing_with(FAILED, f"running {args.target}"):
        tensors = [
            tf.constant(array, each.dtype.base_dtype)
            for each, array in fed_values.items()
        ]
        native = tf.function(call, jit_compile=True, autograph=False)
        concrete = native.get_concrete_function(*tensors)
        profile = concrete.profile(*tensors) if _is_profiled(args) else None
        results = concrete(*tensors) if profile is None else profile.result
        median = median_microseconds(args, lambda: concrete(*tensors))
    report = concrete.jit_report() if args.profile else ""
    shown = {name: _array(x) for name, x in zip(fetches, results, strict=True)}
    return _report(args, shown, profile, median, report)


def _report(
    args: argparse.Namespace,
    results: dict[str, Any],
    profile: Any,
    median: float | None,
    native: str = "",
) -> int:
    """Shows the results, and the requested times, and what is native, below them."""
    if args.trace_file is not None:
        try:
            write_chrome_trace(profile, args.trace_file)
        except OSError as error:
            raise cannot("write", args.trace_file, error) from error
    table = profile_table(profile) if args.profile else None
    by_key = results
    if list(results) == ["result"]:
        by_key = _by_key(results["result"])
    elif "plain Python" in results:
        by_key = _side_by_side(results)
    is_archive = args.output is not None and args.output.endswith(".npz")
    if is_archive:
        write_arrays(args, by_key)
    if args.json and is_archive:
        show_written(args, arrays=list(by_key))
        return DONE
    if args.json:
        data = {name: _data(value) for name, value in results.items()}
        data |= {} if table is None else {"profile": table.as_data()}
        data |= {"native_code": native.splitlines()} if native else {}
        data |= {"native_code_ms": profile.compiling / 1e6} if native else {}
        data |= {} if median is None else {"median_us": median}
        show_json(args, data)
        return DONE
    if is_archive:
        return DONE
    parts: list[str | Part] = [_text(args, by_key)]
    parts += [] if table is None else [table]
    parts += [f"native code: {native}{_making(profile)}"] if native else []
    parts += [] if median is None else [f"median of {args.repeat}: {median:.1f} µs"]
    show(args, *parts)
    return DONE


def _making(profile: Any) -> str:
    """How long the making of native code took, as a line; empty if none was made."""
    if not profile.compiling:
        return ""
    return f"\n  made in {profile.compiling / 1e6:.1f} ms, which no later call takes"


def _check_feeds(graph: Any, feeds: dict[str, Any]) -> None:
    """Every feed is in the graph, and every input that the results need is fed."""
    inputs = ", ".join(f"{each.name}: {type_text(each)}" for each in _inputs(graph))
    for name in feeds:
        if name.partition(":")[0] not in graph:
            raise Failure(
                f"--arg {name}=...: the graph has no {name!r}; its inputs are: "
                f"{inputs or 'none'}.",
                BAD_INPUT,
            )
    fed = {name.removesuffix(":0") for name in feeds}
    missing = [each for each in _inputs(graph, fed) if each.name not in fed]
    if missing:
        raise Failure(
            f"no value for {', '.join(each.name for each in missing)}; give each input "
            f"as --arg NAME=VALUE. The inputs are: {inputs}.",
            BAD_INPUT,
        )


def _inputs(graph: Any, fed: Set[str] = frozenset()) -> list[Any]:
    """The placeholders that the outputs read, up to the fed values."""
    found: dict[Any, None] = {}
    waiting = list(graph.outputs)
    while waiting:
        value = waiting.pop()
        if value in found or value.name in fed:
            continue
        found[value] = None
        waiting += value.node.inputs
    return [
        each.output
        for each in graph
        if each.op == "Placeholder" and each.output in found
    ]


def _array(value: Any) -> Any:
    return value.numpy() if hasattr(value, "numpy") else value


def results_agree(first: Any, second: Any) -> bool:
    """Whether two nests of tensors and numbers hold the same values.

    Staged and plain results may differ in kind (a tensor for a number), not in value.

    >>> results_agree([1.0, {"a": 2}], [1.0, {"a": 2}])
    True
    """
    if isinstance(first, dict) and isinstance(second, dict):
        return first.keys() == second.keys() and all(
            results_agree(first[key], second[key]) for key in first
        )
    if isinstance(first, (list, tuple)) and isinstance(second, (list, tuple)):
        return len(first) == len(second) and all(map(results_agree, first, second))
    if first is None or second is None:
        return first is second
    return _same_values(_array(first), _array(second))


def _same_values(first: Any, second: Any) -> bool:
    import numpy as np

    left, right = np.asarray(first), np.asarray(second)
    if left.shape != right.shape:
        return False
    if left.dtype.kind in "fc" or right.dtype.kind in "fc":
        # a graph may fuse or reorder: equal up to the precision of the dtype
        width = min(
            each.dtype.itemsize for each in (left, right) if each.dtype.kind in "fc"
        )
        tolerance = 1e-12 if width >= 8 else 1e-5
        return bool(np.allclose(left, right, tolerance, tolerance, equal_nan=True))
    return bool((left == right).all())


def _text(args: argparse.Namespace, results: dict[str, Any]) -> str:
    if args.quiet or len(results) == 1:
        return "\n".join(map(str, results.values()))
    width = max(map(len, results))
    return "\n".join(f"{name:<{width}}  {v}" for name, v in results.items())


def _data(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [_data(each) for each in value]
    if isinstance(value, dict):
        return {key: _data(each) for key, each in value.items()}
    array = _array(value)
    return array.tolist() if hasattr(array, "tolist") else array
