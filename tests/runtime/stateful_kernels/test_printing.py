"""Kernels that print."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from graphir.errors import InvalidArgumentError
from graphir.ops.contract.registry import lookup


def run(op: str, *inputs: Any, **attrs: Any) -> Any:
    return lookup(op).bind(attrs)(*inputs)


@pytest.mark.parametrize(("stream", "index"), [(b"stdout", 0), (b"stderr", 1)])
def test_print_writes_to_its_stream(
    stream: bytes, index: int, capfd: pytest.CaptureFixture[str]
) -> None:
    run("PrintV2", b"caf\xc3\xa9", output_stream=stream, end=b"!\n")
    assert capfd.readouterr()[index] == "café!\n"


def test_print_appends_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "log.txt"
    for _ in range(2):
        run("PrintV2", b"line", output_stream=f"file://{path}".encode(), end=b"\n")
    assert path.read_text() == "line\nline\n"


def test_unknown_stream_is_refused() -> None:
    with pytest.raises(InvalidArgumentError, match="Unknown output stream"):
        run("PrintV2", b"x", output_stream=b"nowhere")


def test_old_print_hands_its_input_on(capfd: pytest.CaptureFixture[str]) -> None:
    value = run("Print", np.float32(1), np.arange(5), message=b"seen: ", summarize=2)
    assert value == 1
    assert capfd.readouterr().err == "seen: [0 1...]\n"
