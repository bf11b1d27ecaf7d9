"""`autograph model DIR`: the contents of a SavedModel; runs and freezes it."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any, Final

from ..failures import BAD_INPUT, DONE, Failure
from ..output.results import Table, show, show_json
from ..output.suspicious import show_suspicious, suspicious_ops_of_model
from ..targets.models import (
    add_signature_arguments,
    is_model,
    read_meta_graph,
)

EXAMPLE: Final = """\
example: autograph model saved/adder
         autograph model saved/adder --scan
         autograph model saved/adder run --arg 'x=[1.0, 2.0]'
         autograph model saved/adder freeze -o adder.pb"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the flags of this verb."""
    parser.add_argument("target", metavar="DIR", help="the folder of a SavedModel")
    parser.add_argument(
        "action", nargs="?", default="show", choices=("show", "run", "freeze")
    )
    parser.add_argument(
        "--all", action="store_true", help="functions, traces and ops too"
    )
    parser.add_argument(
        "--scan",
        action="store_true",
        help="the ops that use files, call Python or are not known; nothing is run",
    )
    parser.add_argument(
        "--tags", metavar="A,B", help="the graph of these tags, where there are several"
    )
    parser.add_argument(
        "--arg", action="append", default=[], metavar="NAME=V", help="an argument"
    )
    add_signature_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Shows the model, or runs or freezes one of its signatures."""
    if not is_model(args.target):
        raise Failure(f"{args.target}: there is no SavedModel.", BAD_INPUT)
    if args.scan:
        return _scan(args)
    actions = {"show": _show, "run": _run, "freeze": _freeze}
    return actions[args.action](args)


def _meta(args: argparse.Namespace) -> Any:
    return read_meta_graph(args.target, args.tags.split(",") if args.tags else None)


# --- what it holds


def _show(args: argparse.Namespace) -> int:
    meta = _meta(args)
    objects, signatures = _objects(meta.object_graph_def), _signatures(meta)
    tables = {"objects": objects, "signatures": signatures}
    if args.all:
        tables["functions"] = _functions(meta)
        tables["ops"] = _ops(meta.graph_def)
    info = meta.meta_info_def
    if args.json:
        data = {name: table.as_data() for name, table in tables.items()}
        tags = {"tags": list(info.tags), "tensorflow": info.tensorflow_version}
        show_json(args, {**tags, **data})
        return DONE
    total = sum(row[-1] for row in objects.rows if isinstance(row[-1], int))
    parts: list[str | Table] = [
        f"{args.target}: tags {', '.join(info.tags) or 'none'}; "
        f"TensorFlow {info.tensorflow_version or 'unknown'}; "
        f"{total:,} bytes in variables and constants"
    ]
    for name, table in tables.items():
        if table.rows:
            parts += ["", table] if name == "objects" else ["", f"{name}:", table]
    show(args, *parts)
    return DONE


def _objects(graph: Any) -> Table:
    """The tree of objects; one that is met again is named, not shown again."""
    rows = []
    seen: dict[int, str] = {}
    waiting = [(0, "", 0)] if len(graph.nodes) else []
    while waiting:
        number, path, depth = waiting.pop()
        if not 0 <= number < len(graph.nodes):
            raise Failure(f"object {path} is not there.", BAD_INPUT)
        node = graph.nodes[number]
        name = "  " * depth + (path.rpartition("/")[2] or "root")
        if number in seen:
            rows.append((name, f"= {seen[number] or 'root'}", "", "", ""))
            continue
        seen[number] = path
        rows.append((name, *_described(node)))
        if node.WhichOneof("kind") in ("function", "bare_concrete_function"):
            continue  # what it captures is shown where it is held
        for child in reversed(node.children):
            inner = f"{path}/{child.local_name}" if path else child.local_name
            waiting.append((child.node_id, inner, depth + 1))
    return Table(("object", "kind", "dtype", "shape", "bytes"), tuple(rows))


def _described(node: Any) -> tuple[Any, ...]:
    kind = node.WhichOneof("kind") or "unknown"
    if kind == "variable":
        from graphir.dtypes import as_dtype
        from graphir.wire.shapes import from_shape_proto

        dtype, shape = (
            as_dtype(node.variable.dtype),
            from_shape_proto(node.variable.shape),
        )
        size: int | str = ""
        if shape.is_fully_defined() and dtype.has_numpy:
            size = (shape.num_elements() or 0) * dtype.numpy_dtype.itemsize
        title = "variable" if node.variable.trainable else "variable, not trained"
        return title, dtype.name, str(shape), size
    if kind == "user_object":
        identifier = node.user_object.identifier
        return ("object" if identifier == "_generic_user_object" else identifier), *_NO
    if kind == "function":
        count = len(node.function.concrete_functions)
        return f"function, {count} trace{'' if count == 1 else 's'}", *_NO
    return kind.replace("_", " "), *_NO


_NO: Final = ("", "", "")


def _signatures(meta: Any) -> Table:
    rows = []
    for name, each in sorted(meta.signature_def.items()):
        if name == "__saved_model_init_op":
            continue
        rows.append((name, _infos(each.inputs), _infos(each.outputs)))
    return Table(("signature", "inputs", "outputs"), tuple(rows))


def _infos(infos: Any) -> str:
    return ", ".join(f"{name}: {_info(each)}" for name, each in sorted(infos.items()))


def _info(info: Any) -> str:
    """The dtype and shape of a value, of a composite one its kind too."""
    from graphir.errors import OpError
    from runtime.saved_model.tensor_infos import spec_of_info

    try:
        spec = spec_of_info(info)
    except (OpError, TypeError):
        return "unknown"
    if info.WhichOneof("encoding") not in ("coo_sparse", "composite_tensor"):
        return f"{spec.dtype.name}{spec.shape}"
    kind = type(spec).__name__.removesuffix("Spec").removesuffix("Tensor").lower()
    if not (hasattr(spec, "dtype") and hasattr(spec, "shape")):
        return kind
    return f"{kind} {spec.dtype.name}{spec.shape}"


def _functions(meta: Any) -> Table:
    sizes = {
        each.signature.name: len(each.node_def)
        for each in meta.graph_def.library.function
    }
    captures = {
        name: len(each.bound_inputs)
        for name, each in meta.object_graph_def.concrete_functions.items()
    }
    rows = [(name, sizes[name], captures.get(name, "")) for name in sorted(sizes)]
    return Table(("function", "nodes", "captures"), tuple(rows))


def _ops(graph_def: Any) -> Table:
    counts: dict[str, int] = {}
    for node in _every_node(graph_def):
        counts[node.op] = counts.get(node.op, 0) + 1
    rows = sorted(counts.items(), key=lambda row: (-row[1], row[0]))
    return Table(("op", "nodes"), tuple(rows))


def _every_node(graph_def: Any) -> Iterator[Any]:
    yield from graph_def.node
    for function in graph_def.library.function:
        yield from function.node_def


def _scan(args: argparse.Namespace) -> int:
    show_suspicious(args, *suspicious_ops_of_model(_meta(args)))
    return DONE


# --- what it does


def _run(args: argparse.Namespace) -> int:
    from . import run as running

    flags = {"inputs": None, "compare": False, "jit": False, "profile": False}
    more = {"trace_file": None, "repeat": None, "fetch": None}
    return running.run(argparse.Namespace(**{**vars(args), **flags, **more}))


def _freeze(args: argparse.Namespace) -> int:
    from . import freeze

    args.value, args.fetch = [], None
    return freeze.run(args)
