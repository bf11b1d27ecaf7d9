"""Trees: copies share nothing that changes."""

from __future__ import annotations

import gast

from autograph.syntax.nodes import OwnName, copy_tree


def test_names_of_ours_can_be_copied() -> None:
    name = OwnName("left")
    copied = copy_tree(gast.Tuple([name], gast.Load()))
    assert copied.elts[0].id == "left"
    assert type(copied.elts[0]) is OwnName
    assert copied.elts[0] is not name
