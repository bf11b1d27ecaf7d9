"""Notebook display of reports, differences and statistics: tables, without a script."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from graphir.analysis.differences import Difference
from graphir.analysis.statistics import GraphStatistics
from graphir.passes.pipeline import Report


def table_html(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table; numbers stand at the right.

    >>> table_html(["a<b"], [])
    '<table><tr><th>a&lt;b</th></tr></table>'
    """
    head = "".join(f"<th>{escape(each)}</th>" for each in headings)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"


def _cell(value: object) -> str:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        text = f"{value:,}" if isinstance(value, int) else f"{value:,.2f}"
        return f'<td style="text-align:right">{text}</td>'
    return f'<td style="text-align:left">{escape(str(value))}</td>'


def report_html(report: Report) -> str:
    """The passes that changed the graph, with their rules and times."""
    rows = [
        (
            each.name,
            each.nodes_before,
            each.nodes_after,
            ", ".join(f"{rule} {count}" for rule, count in each.counts.items()),
            each.milliseconds,
        )
        for each in report.totals()
    ]
    caption = "changed" if report.changed else "nothing to change"
    rounds = "1 round" if report.rounds == 1 else f"{report.rounds} rounds"
    table = table_html(("pass", "before", "after", "rules", "ms"), rows)
    return f'<div class="graphir"><div>{caption}, {rounds}</div>{table}</div>'


def difference_html(difference: Difference) -> str:
    """A difference as HTML, with lines coloured by their signs."""
    if not difference:
        return '<div class="graphir">the same computation</div>'
    lines = "".join(map(_signed, str(difference).splitlines()))
    return f'<div class="graphir"><pre>{lines}</pre></div>'


def _signed(line: str) -> str:
    colours = {"+": "22a34a", "-": "dc4a3d", "~": "3b82f6", "!": "d97706"}
    colour = colours.get(line[:1])
    style = f' style="background:#{colour}33"' if colour else ""
    return f"<span{style}>{escape(line)}</span>\n"


def statistics_html(found: GraphStatistics) -> str:
    """The numbers, and the ops with their counts."""
    numbers = [
        ("nodes", found.nodes),
        ("functions", found.functions),
        ("nodes of functions", found.function_nodes),
        ("depth", found.depth),
        ("operations", found.flops),
        ("bytes read", found.bytes_read),
        ("bytes written", found.bytes_written),
        ("peak bytes", found.peak_bytes),
        ("constant bytes", found.constant_bytes),
    ]
    ops = table_html(("op", "nodes"), list(found.ops.items()))
    return (
        f'<div class="graphir">{table_html(("", "estimate"), numbers)}'
        f"<details><summary>ops</summary>{ops}</details></div>"
    )
