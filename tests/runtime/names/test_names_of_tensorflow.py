"""Public modules have TensorFlow's names, but for a list of those that are not here.

`names_of_tensorflow.txt` is `dir()` of each public module of TensorFlow 2.21.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import runtime

CASES = Path(__file__).parent / "cases"


def _table(name: str) -> dict[str, list[str]]:
    lines = (CASES / name).read_text().splitlines()
    rows = (each.partition(": ") for each in lines)
    return {path: names.split() for path, _, names in rows}


def _module(path: str) -> Any:
    place: Any = runtime
    for part in filter(None, path.strip(".").split(".")):
        place = getattr(place, part, None)
    return place


def _missing(path: str, names: list[str]) -> list[str]:
    module = _module(path)
    here = set() if module is None else set(dir(module))
    return [each for each in names if each not in here]


def is_there(module: Any, name: str) -> bool:
    """Whether a name can be asked for; False if it is that of a library to install.

    Raises:
      ImportError: if it does not say which library to install.
    """
    try:
        getattr(module, name)
    except ImportError as error:
        if "pip install" not in str(error):
            raise
        return False
    return True


def test_names_that_are_missing_are_listed() -> None:
    """No name is missing but those that are listed."""
    listed = _table("names_not_here.txt")
    for path, names in _table("names_of_tensorflow.txt").items():
        assert set(_missing(path, names)) <= set(listed.get(path, ())), path


MISSING: Final = 0
"""How many names of TensorFlow are missing. It may only become less."""


def test_the_number_of_missing_names_only_shrinks() -> None:
    """The list names what is missing and nothing else, and does not grow."""
    listed = _table("names_not_here.txt")
    found = {
        path: sorted(set(_missing(path, names)) & set(listed.get(path, ())))
        for path, names in _table("names_of_tensorflow.txt").items()
    }
    assert {path: names for path, names in found.items() if names} == {
        path: sorted(names) for path, names in listed.items()
    }
    assert sum(map(len, listed.values())) == MISSING


def test_names_of_version_1_are_at_their_places() -> None:
    """Each name that a module of version 1 lists can be asked for."""
    for path in _table("names_of_tensorflow.txt"):
        module = _module(path)
        if path.startswith("compat.v1") and module is not None:
            for name in dir(module):
                is_there(module, name)
