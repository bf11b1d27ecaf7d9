"""Programs over concrete functions show what they show in TensorFlow.

The files in cases/concrete_programs were written by TensorFlow 2.21.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runtime import concrete_programs
from tests.tensorflow_process import TensorFlowProcess

SHOWN = Path(__file__).parent / "cases" / "concrete_programs"

LIVE = """
import linecache
names = dict(tf=tf, __name__="programs")
lines = source.replace("import runtime as tf", "").splitlines(True)
linecache.cache["programs"] = (len(source), None, lines, "programs")
exec(compile("".join(lines), "programs", "exec"), names)
result = [each if isinstance(each, str) else repr(each) for each in names[name]()]
"""


def text_of(shown: list[str]) -> str:
    return "\n".join(shown) + "\n"


@pytest.mark.parametrize("name", concrete_programs.PROGRAMS)
def test_program_shows_what_it_shows_in_tensorflow(name: str) -> None:
    results = getattr(concrete_programs, name)()
    text = text_of([each if isinstance(each, str) else repr(each) for each in results])
    assert text == (SHOWN / f"{name}.txt").read_text()


@pytest.mark.parametrize("name", concrete_programs.PROGRAMS)
def test_file_is_what_live_tensorflow_shows(
    name: str, tensorflow_python: TensorFlowProcess, update_goldens: bool
) -> None:
    source = Path(concrete_programs.__file__).read_text()
    text = text_of(tensorflow_python.run(LIVE, name=name, source=source))
    path = SHOWN / f"{name}.txt"
    if update_goldens:
        path.write_text(text)
    assert text == path.read_text()
