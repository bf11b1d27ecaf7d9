"""Programs over tensors print what they print in TensorFlow.

The files in cases/tensor_programs were written by TensorFlow 2.21.
"""

from __future__ import annotations

import contextlib
import io
from pathlib import Path

import pytest

from tests.runtime import tensor_programs
from tests.tensorflow_process import TensorFlowProcess

SHOWN = Path(__file__).parent / "cases" / "tensor_programs"

LIVE = """
import contextlib, io
names = dict(tf=tf, __name__="programs")
exec(source.replace("import runtime as tf", ""), names)
with contextlib.redirect_stdout(io.StringIO()) as shown:
    names[name]()
result = shown.getvalue()
"""


@pytest.mark.parametrize("name", tensor_programs.PROGRAMS)
def test_program_prints_what_it_prints_in_tensorflow(name: str) -> None:
    with contextlib.redirect_stdout(io.StringIO()) as shown:
        getattr(tensor_programs, name)()
    assert shown.getvalue() == (SHOWN / f"{name}.txt").read_text()


@pytest.mark.parametrize("name", tensor_programs.PROGRAMS)
def test_file_is_what_live_tensorflow_prints(
    name: str, tensorflow_python: TensorFlowProcess, update_goldens: bool
) -> None:
    source = Path(tensor_programs.__file__).read_text()
    text = tensorflow_python.run(LIVE, name=name, source=source)
    path = SHOWN / f"{name}.txt"
    if update_goldens:
        path.write_text(text)
    assert text == path.read_text()
