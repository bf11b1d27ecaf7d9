"""A SavedModel as target: its signatures, and its message, read without loading it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from ..failures import BAD_INPUT, Failure
from ..output.listing import type_text
from .arguments import Arguments

_DEFAULT: Final = "serving_default"


def is_model(target: str) -> bool:
    """Whether the target is the folder of a SavedModel.

    >>> is_model("no such folder")
    False
    """
    names = ("saved_model.pb", "saved_model.pbtxt")
    return any((Path(target) / name).is_file() for name in names)


def add_signature_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares ``--signature`` and ``--allow``."""
    parser.add_argument(
        "--signature",
        metavar="NAME",
        help=f"of a SavedModel: a signature or a function; else {_DEFAULT}",
    )
    parser.add_argument(
        "--allow",
        action="append",
        default=[],
        choices=("files", "python"),
        help="what the graphs of a SavedModel may use besides its folder",
    )


def read_meta_graph(target: str, tags: list[str] | None = None) -> Any:
    """The ``MetaGraphDef`` of a SavedModel, read without running any op.

    Raises:
      Failure: if it is missing or damaged.
    """
    from graphir.errors import GraphirError, OpError
    from runtime.saved_model.model_files import choose_meta_graph, read_saved_model

    try:
        return choose_meta_graph(read_saved_model(target), tags, target)
    except (GraphirError, OpError, OSError, ValueError, RuntimeError) as error:
        raise Failure(f"{target}: {error}", BAD_INPUT) from error


def load_model(target: str, allow: Sequence[str]) -> Any:
    """The objects of a SavedModel.

    Raises:
      Failure: if it cannot be loaded.
    """
    import runtime as tf
    from graphir.errors import GraphirError, OpError

    try:
        return tf.saved_model.load(target, allow=allow)
    except (GraphirError, OpError, OSError, ValueError, RuntimeError) as error:
        raise Failure(f"{target}: {error}", BAD_INPUT) from error


def check_inputs(target: str, function: Any, arguments: Arguments) -> None:
    """Raises a Failure unless a signature's inputs are those that are given.

    One input may be given without its name; nested ones are left to the call.
    """
    positional, named = function.structured_input_signature
    if positional or (arguments.positional and len(named) == 1):
        return
    inputs = ", ".join(f"{name}: {_spec_text(spec)}" for name, spec in named.items())
    for name in arguments.named.keys() - named.keys():
        text = f"{target} has no input {name!r}; its inputs are {inputs}."
        raise Failure(text, BAD_INPUT)
    for name in named.keys() - arguments.named.keys():
        text = f"input {name!r} is missing: {target} takes {inputs}. Give it with --arg"
        raise Failure(f"{text} {name}=VALUE.", BAD_INPUT)


def with_dtypes(target: str, function: Any, arguments: Arguments) -> Arguments:
    """The arguments, whole numbers in the dtypes of a signature's inputs.

    Raises:
      Failure: for values of another dtype, or that do not fit into the input's.
    """
    specs = function.structured_input_signature[1]
    names = list(specs) if len(specs) == 1 else []
    given = {**dict(zip(names, arguments.positional)), **arguments.named}
    if len(given) != len(arguments.positional) + len(arguments.named):
        return arguments
    return Arguments(
        (),
        {
            name: _with_dtype(target, name, specs.get(name), given[name])
            for name in given
        },
    )


def _with_dtype(target: str, name: str, spec: Any, value: Any) -> Any:
    import numpy as np

    import runtime as tf

    if not isinstance(spec, tf.TensorSpec) or not isinstance(value, tf.Tensor):
        return value
    if value.dtype == spec.dtype:
        return value
    array = value.numpy()
    if array.dtype.kind in "iu" and spec.dtype.has_numpy:
        cast = array.astype(spec.dtype.as_numpy_dtype)
        if cast.dtype.kind in "iuf" and np.array_equal(cast, array):
            return tf.constant(cast)
    short = spec.dtype.short_name
    raise Failure(
        f"input {name!r} of {target} is {_spec_text(spec)}, and its value "
        f"{type_text(value)}: write {name}={short}=... for values of that dtype.",
        BAD_INPUT,
    )


def _spec_text(spec: Any) -> str:
    return type_text(spec) if hasattr(spec, "name") else str(spec)


def signature_of(
    target: str, name: str | None, allow: Sequence[str]
) -> tuple[Any, Any]:
    """The model, which keeps the variables alive, and one of its traced functions.

    Raises:
      Failure: if no function has that name, or it has several traces.
    """
    model = load_model(target, allow)
    signatures = dict(model.signatures)
    functions = {
        key: each.concrete_functions
        for key, each in vars(model).items()
        if hasattr(each, "concrete_functions")
    }
    if name is None:
        name = _DEFAULT if _DEFAULT in signatures or len(signatures) != 1 else None
        name = name or next(iter(signatures))
    if name in signatures:
        return model, signatures[name]
    traces = functions.get(name, [])
    if len(traces) == 1:
        return model, traces[0]
    if traces:
        raise Failure(
            f"{target}: {name} has {len(traces)} traces, and no signature says which: "
            "name a signature.",
            BAD_INPUT,
        )
    offered = ", ".join(dict.fromkeys([*signatures, *functions])) or "none"
    raise Failure(
        f"{target} has no signature or function {name!r}; it has: {offered}. "
        "Give one with --signature.",
        BAD_INPUT,
    )


__all__ = [
    "add_signature_arguments",
    "is_model",
    "load_model",
    "read_meta_graph",
    "signature_of",
    "with_dtypes",
]
