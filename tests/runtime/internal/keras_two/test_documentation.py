"""Marks for writers of reference pages change nothing else."""

from __future__ import annotations

import pytest

from runtime.internal.keras_two import documentation

MARKS = [getattr(documentation, name) for name in documentation.__all__]


@pytest.mark.parametrize("mark", MARKS)
def test_what_is_marked_is_given_back(mark) -> None:
    def function(x):
        return x

    class Marked:
        pass

    for thing in (function, Marked):
        assert mark(thing) is thing
        assert [each for each in vars(thing) if each.startswith("_tf_docs_")]
    assert function(3) == 3


def test_a_property_stays_one() -> None:
    made = property(lambda self: 1)
    assert documentation.do_not_doc_inheritable(made) is made
