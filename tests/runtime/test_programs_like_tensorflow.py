"""Programs over functions, modules, tables and variables show what TensorFlow shows.

The files in cases/…_programs were written by TensorFlow 2.21.
"""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from tests.runtime import (
    concrete_programs,
    function_programs,
    module_programs,
    table_programs,
    variable_programs,
)
from tests.tensorflow_process import TensorFlowProcess

FAMILIES = (
    concrete_programs,
    function_programs,
    module_programs,
    table_programs,
    variable_programs,
)
PROGRAMS = [
    pytest.param(family, name, id=f"{family.__name__.rpartition('.')[2]}-{name}")
    for family in FAMILIES
    for name in family.PROGRAMS
]

LIVE = """
import linecache
names = dict(tf=tf, __name__="programs")
lines = source.replace("import runtime as tf", "").splitlines(True)
linecache.cache["programs"] = (len(source), None, lines, "programs")
exec(compile("".join(lines), "programs", "exec"), names)
result = [each if isinstance(each, str) else repr(each) for each in names[name]()]
"""


def folder(family: ModuleType) -> Path:
    return Path(__file__).parent / "cases" / family.__name__.rpartition(".")[2]


def text_of(shown: list[str]) -> str:
    return "\n".join(shown) + "\n"


@pytest.mark.parametrize(("family", "name"), PROGRAMS)
def test_program_shows_what_it_shows_in_tensorflow(
    family: ModuleType, name: str
) -> None:
    results = getattr(family, name)()
    text = text_of([each if isinstance(each, str) else repr(each) for each in results])
    assert text == (folder(family) / f"{name}.txt").read_text()


@pytest.mark.parametrize(("family", "name"), PROGRAMS)
def test_file_is_what_live_tensorflow_shows(
    family: ModuleType,
    name: str,
    tensorflow_python: TensorFlowProcess,
    update_goldens: bool,
) -> None:
    assert family.__file__ is not None
    source = Path(family.__file__).read_text()
    text = text_of(tensorflow_python.run(LIVE, name=name, source=source))
    path = folder(family) / f"{name}.txt"
    if update_goldens:
        path.write_text(text)
    assert text == path.read_text()


@pytest.mark.parametrize("family", FAMILIES)
def test_every_file_has_a_program(family: ModuleType) -> None:
    files = {path.stem for path in folder(family).glob("*.txt")}
    assert files == set(family.PROGRAMS)
