"""Kernels that write to streams and files."""

from __future__ import annotations

import builtins
import os
import sys
from collections.abc import Mapping
from itertools import count
from typing import Any, Final

from graphir.attributes import Attr
from graphir.errors import InvalidArgumentError
from graphir.ops.contract.declaration import Kernel
from graphir.ops.contract.ranks import text_of
from graphir.ops.state import state
from graphir.ops.strings.summaries import first_elements
from runtime.stateful_kernels.attaching import kernel_factory

_ERROR: Final = 2
"""The descriptor of standard error, wherever ``sys.stderr`` leads."""
_FILE: Final = "file://"


@kernel_factory(state.PrintV2)
def _print_v2(attrs: Mapping[str, Attr]) -> Kernel:
    stream = attrs.get("output_stream", b"stderr").decode()
    end = attrs.get("end", b"\n").decode("utf-8", "surrogateescape")
    return lambda text: _write(stream, _text(text) + end)


def _text(value: Any) -> str:
    return text_of(value, "input").decode("utf-8", "surrogateescape")


def _write(stream: str, text: str) -> None:
    # streams are looked up at each call: users redirect them
    if stream == "stdout":
        _show(text)
    elif stream in ("stderr", "log(info)", "log(warning)", "log(error)"):
        _write_error(text)
    elif stream.startswith("file://"):
        with open(stream.removeprefix("file://"), "ab") as file:
            file.write(text.encode("utf-8", "surrogateescape"))
    else:
        raise InvalidArgumentError(
            f"Unknown output stream: {stream!r}. It is stdout, stderr, log(info), "
            "log(warning), log(error) or file://PATH."
        )


def _show(text: str) -> None:
    """Writes to `sys.stdout`, which refuses bytes that are no text."""
    readable = text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    print(readable, end="", flush=True)


def _write_error(text: str) -> None:
    """Writes to the descriptor; in a notebook, which shows none, to its cell."""
    if hasattr(builtins, "get_ipython"):
        _show(text)
        return
    if sys.stderr is not None:
        sys.stderr.flush()  # what was printed before comes before
    data = text.encode("utf-8", "surrogateescape")
    while data:
        data = data[os.write(_ERROR, data) :]


@kernel_factory(state.Print)
def _print(attrs: Mapping[str, Attr]) -> Kernel:
    message = attrs.get("message", b"").decode("utf-8", "surrogateescape")
    first_n, summarize = attrs.get("first_n", -1), attrs.get("summarize", 3)
    calls = count()

    def log(value: Any, *data: Any) -> Any:
        if first_n < 0 or next(calls) < first_n:
            shown = "".join(f"[{first_elements(each, summarize)}]" for each in data)
            _write_error(f"{message}{shown}\n")
        return value

    return log
