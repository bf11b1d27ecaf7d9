"""Pages hold every function, whatever its text."""

from __future__ import annotations

import json
import re

from graphir.drawing.page import to_html
from tests.graphir.drawing.graphs import GRAPH


def test_a_page_holds_every_function_and_ends_nowhere_early() -> None:
    page = to_html(GRAPH)
    assert "<title>a&lt;b&gt;&amp;c</title>" in page
    assert page.count('class="graph"') == 2
    data = re.search(r'id="details">\n(.*?)</script>', page, re.DOTALL)
    assert data is not None
    details = json.loads(data[1])
    assert details["f"]["1"]["op"] == "Neg"
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
