"""`tf.print`: prints tensors to a stream, eagerly and when a graph runs."""

from __future__ import annotations

import sys
from typing import Any, Final

from runtime.apply import apply_op
from runtime.tensors.composites import CompositeTensor
from runtime.tensors.conversion import TEXTS, convert_to_tensor
from runtime.tensors.structure import flatten, pack
from runtime.tensors.tensor import Tensor
from runtime.tracing.graph_trace import current_trace

_LEVELS: Final = ("debug", "info", "warning", "error", "fatal")


class _Placeholder:
    """Represents a tensor while a structure is formatted."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text


def print(
    *inputs: Any,
    output_stream: Any = None,
    summarize: int | None = 3,
    sep: str = " ",
    end: str = "\n",
    name: str | None = None,
) -> Any:
    """Prints values separated by ``sep``; in a graph, tensors when the graph runs.

    Goes to the standard error descriptor (in a notebook: to the cell), or to
    ``output_stream``: ``sys.stdout``, ``sys.stderr`` or ``"file://PATH"``. Of long
    axes the first and last ``summarize`` elements are shown; -1 shows all.

    >>> tf.print(tf.range(8), "done")

    Raises:
      ValueError: for a stream that cannot be written to.
    """
    stream = _stream_name(output_stream)
    text = _text_tensor(inputs, sep, 3 if summarize is None else summarize)
    attrs = {"output_stream": stream.encode(), "end": end.encode()}
    return apply_op("PrintV2", [text], attrs, name)


def _stream_name(stream: Any) -> str:
    if stream is None or stream is sys.stderr or stream == "stderr":
        return "stderr"
    if stream is sys.stdout or stream == "stdout":
        return "stdout"
    if isinstance(stream, str) and stream.startswith("file://"):
        return stream
    if isinstance(stream, str) and stream.removeprefix("log(").strip(")") in _LEVELS:
        return stream
    raise ValueError(
        f"Unsupported output stream, logging level, or file: {stream!r}. Use "
        "sys.stderr, sys.stdout, 'log(info)' or the like, or 'file://PATH'."
    )


def _describes_tensor(value: Any) -> bool:
    """Whether it is text, made while tracing, of a tensor without a value."""
    trace = current_trace()
    if not isinstance(value, str) or trace is None or not TEXTS.of(trace):
        return False
    from runtime.staging.staged_text import has_values

    return has_values(value)


def _text_tensor(inputs: tuple[Any, ...], sep: str, summarize: int) -> Any:
    if len(inputs) == 1 and _describes_tensor(inputs[0]):
        return convert_to_tensor(inputs[0])
    if len(inputs) == 1 and _is_tensor(inputs[0]):
        alone = inputs[0]
        if alone.dtype.name == "string" and alone.shape.rank == 0:
            return convert_to_tensor(alone)
    if any(map(_describes_tensor, inputs)):
        made = [_text_tensor((each,), sep, summarize) for each in inputs]
        return apply_op("StringJoin", [made], {"separator": sep.encode()})
    tensors: list[Any] = []
    # what is no tensor is written first, to find a placeholder it does not contain
    fixed = sep.join(_written(each, "", []) for each in inputs)
    placeholder = unused_placeholder(fixed)
    template = sep.join(_written(each, placeholder, tensors) for each in inputs)
    return string_format(template, tensors, placeholder, summarize)


def unused_placeholder(text: str) -> str:
    """A placeholder that the text does not contain: ``{}``, or ``{}`` and a number."""
    placeholder, number = "{}", 0
    while placeholder in text:
        placeholder, number = f"{{}}{number}", number + 1
    return placeholder


def _written(value: Any, placeholder: str, tensors: list[Any]) -> str:
    if _is_tensor(value):
        tensors.append(value)
        return placeholder
    if isinstance(value, str):
        return value
    from pprint import pformat

    if isinstance(value, range):
        value = list(value)
    leaves = []
    for leaf in flatten(value, composites=False):
        if isinstance(leaf, CompositeTensor):
            text, parts = leaf.printed(placeholder)
            tensors.extend(parts)
            leaf = _Placeholder(text) if text == placeholder else text
        elif _is_tensor(leaf):
            tensors.append(leaf)
            leaf = _Placeholder(placeholder)
        leaves.append(leaf)
    return pformat(pack(value, leaves, composites=False))


def _is_tensor(value: Any) -> bool:
    return isinstance(value, Tensor) or hasattr(type(value), "__tf_tensor__")


def string_format(
    template: str, tensors: list[Any], placeholder: str, summarize: int
) -> Any:
    """The template as a string tensor, each placeholder replaced by a tensor's text."""
    for at, each in enumerate(tensors):
        if isinstance(each, CompositeTensor):
            pieces = template.split(placeholder)
            parts = [
                _piece(pieces[: at + 1], tensors[:at], placeholder, summarize),
                each.as_text(summarize),
                _piece(pieces[at + 1 :], tensors[at + 1 :], placeholder, summarize),
            ]
            return apply_op("StringJoin", [parts], {"separator": b""})
    attrs = {
        "template": template.encode(),
        "placeholder": placeholder.encode(),
        "summarize": summarize,
    }
    return apply_op("StringFormat", [tensors], attrs)


def _piece(
    pieces: list[str], tensors: list[Any], placeholder: str, summarize: int
) -> Any:
    if not tensors:
        return convert_to_tensor(pieces[0])
    return string_format(placeholder.join(pieces), tensors, placeholder, summarize)
