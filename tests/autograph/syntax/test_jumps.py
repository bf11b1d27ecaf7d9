"""Jumps that leave a block are found; those that stay in it are not."""

from __future__ import annotations

import gast

from autograph.syntax.jumps import jumps_out_of_finally


def test_jumps_out_of_finally_are_found() -> None:
    def jumps(block: str) -> bool:
        text = f"def f():\n    for i in a:\n        try: b\n        finally:\n{block}"
        return jumps_out_of_finally(gast.parse(text).body[0])

    pad = "            "
    assert jumps(f"{pad}return 1")
    assert jumps(f"{pad}if b: break")
    assert jumps(f"{pad}for j in a: pass\n{pad}else: continue")
    assert not jumps(f"{pad}for j in a: break")
    assert not jumps(f"{pad}def g(): return 1")
