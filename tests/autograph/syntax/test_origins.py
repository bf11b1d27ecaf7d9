"""Source maps."""

from __future__ import annotations

import gast

from autograph.syntax.origins import function_spans, line_map_of

TEXT = """def outer(x):
    def inner(y):
        return y
    return inner(x)
"""


def test_line_is_of_the_innermost_function() -> None:
    function = gast.parse(TEXT).body[0]
    spans = function_spans(function)
    assert spans == [(1, 4, "outer"), (2, 3, "inner")]
    found = line_map_of([4, 3, 9], "f.py", TEXT.splitlines(keepends=True), spans)
    assert [str(each) for each in found.values()] == [
        "f.py:4 in outer: return inner(x)",
        "f.py:3 in inner: return y",
        "f.py:9 in outer: ",
    ]
    assert (found[2].column, found[3].text) == (8, "")
