"""Names that are objects of absl, imported when they are asked for."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import pytest

from runtime.compat.v1.programs import optional


class _Flags(dict):
    """Flags as those of absl: their values are there once arguments were read."""

    def __init__(self) -> None:
        super().__init__(size="the flag")
        vars(self).update(read=[])

    def is_parsed(self) -> bool:
        return bool(self.read)

    def __call__(self, argv: Any, known_only: bool = False) -> Any:
        self.read.append((list(argv), known_only))
        vars(self)["size"] = 3
        return argv


@pytest.fixture
def flags(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module of flags, above one that takes the place of absl's."""
    fake = SimpleNamespace(
        __doc__="", __all__=["FLAGS", "DEFINE_string"], DEFINE_string=print
    )
    fake.FLAGS = _Flags()
    monkeypatch.setattr(optional, "absl_module", {"flags": fake}.__getitem__)
    monkeypatch.setattr(sys, "argv", ["program", "--size=3"])
    optional._flags.cache_clear()
    yield optional.flags, fake.FLAGS
    optional._flags.cache_clear()


def test_flag_that_is_read_reads_the_arguments(flags: Any) -> None:
    module, known = flags
    assert module.DEFINE_string is print
    assert module.FLAGS.size == 3
    assert module.FLAGS.size == 3
    assert known.read == [(["program", "--size=3"], False)]


def test_flags_are_changed_where_absl_keeps_them(flags: Any) -> None:
    module, known = flags
    module.FLAGS.size = 4
    module.FLAGS["more"] = "another"
    assert (known.size, module.FLAGS["size"]) == (4, "the flag")
    assert ("more" in module.FLAGS, len(module.FLAGS)) == (True, 2)
    assert list(module.FLAGS) == ["size", "more"]
    del module.FLAGS.size
    assert "size" not in vars(known)
    assert module.FLAGS(["x"], known_only=True) == ["x"]


def test_other_names_are_not_here() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'app'"):
        optional.app  # noqa: B018
