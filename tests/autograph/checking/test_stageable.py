"""Functions of a file are judged, and no line of it runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograph.checking.stageable import AS_IT_IS, NO, YES, stageable_functions


def judged(source: str, tmp_path: Path) -> dict[str, str]:
    path = tmp_path / "given.py"
    path.write_text(source, encoding="utf-8")
    return {each.name: each.staged for each in stageable_functions(path)}


def test_every_function_has_a_row_and_inner_ones_belong_to_theirs(
    tmp_path: Path,
) -> None:
    source = (
        "1 / 0\n\n"
        "def f(x):\n    def inner():\n        return x\n"
        "    return inner() if x else 1\n\n"
        "class Größe:\n"
        "    class Inner:\n        def deep(self):\n            return self\n"
        "    @property\n    def size(self):\n        return __class__\n"
        "double = lambda x: x * 2\n"
    )
    assert judged(source, tmp_path) == {
        "f": YES,
        "Größe.Inner.deep": YES,
        "Größe.size": YES,
    }


@pytest.mark.parametrize(
    "decorator",
    [
        "do_not_convert",
        "do_not_convert()",
        "autograph.do_not_convert",
        "tf.autograph.experimental.do_not_convert()",
        "other\n@tf.autograph.experimental.do_not_convert",
    ],
)
def test_marked_functions_stay_in_every_spelling(
    decorator: str, tmp_path: Path
) -> None:
    found = judged(f"@{decorator}\ndef f(x):\n    return x\n", tmp_path)
    assert found == {"f": AS_IT_IS}


def test_other_decorators_are_no_marks(tmp_path: Path) -> None:
    source = "@wraps(do_not_convert)\ndef f(x):\n    return x\n"
    assert judged(source, tmp_path) == {"f": YES}


def test_the_reason_has_its_line(tmp_path: Path) -> None:
    path = tmp_path / "given.py"
    path.write_text(
        "def f(x):\n    for i in x:\n        try:\n            y = i\n"
        "        finally:\n            break\n    return y\n"
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("warnings.showwarning", lambda *_: None)
        (found,) = stageable_functions(path)
    assert found.staged in (AS_IT_IS, NO)
    assert found.reason
    assert 1 <= found.line <= 6


@pytest.mark.parametrize(
    ("data", "error"),
    [(b"def f(:\n", SyntaxError), (b"\xff\xfe", SyntaxError), (b"a\0b", Exception)],
)
def test_a_file_that_is_no_python_is_refused(
    data: bytes, error: type[Exception], tmp_path: Path
) -> None:
    path = tmp_path / "given.py"
    path.write_bytes(data)
    with pytest.raises(error):
        stageable_functions(path)


def test_an_empty_file_has_no_functions(tmp_path: Path) -> None:
    assert judged("", tmp_path) == {}
