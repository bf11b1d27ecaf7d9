"""Reports of programs: AUTOGRAPH_REPORT=DIR writes a page to DIR for every trace.

The folder gets ``index.html``, a table of all functions and traces with the reason,
calls and times of each trace, and an explorer page per trace. The files are written
when the program ends; until then all traces are kept alive.
"""

from __future__ import annotations

import atexit
import os
import re
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from time import perf_counter_ns
from typing import Any, Final

from graphir.analysis.costs import constant_bytes
from graphir.analysis.statistics import peak_bytes
from graphir.disk.fresh_files import write_whole
from graphir.errors import GraphirError, OpError, UnimplementedError
from runtime.executor.profile_sessions import PROFILER
from runtime.executor.profiles import Profile
from runtime.explorer.captured_names import captured_variables
from runtime.explorer.model import Explored, model_of
from runtime.explorer.node_states import cut
from runtime.explorer.page import page_of
from runtime.explorer.programs import Measured
from runtime.explorer.result_names import result_names, short_signature
from runtime.functions.concrete_function import ConcreteFunction
from runtime.functions.declaration import Declaration
from runtime.functions.retracing import TraceRecord
from runtime.functions.trace_observers import OBSERVERS

VARIABLE: Final = "AUTOGRAPH_REPORT"

MOST_PAGES: Final = 200
"""Further traces are only listed in the index."""

MEASURED_CALL: Final = 2
"""The call whose nodes are timed: the first one compiles."""


@dataclass
class Trace:
    """A trace of a function in a report."""

    declaration: Declaration
    concrete: ConcreteFunction
    record: TraceRecord
    page: str = ""
    """The name of its page; empty where there is none."""
    problem: str = ""
    """Why there is none."""


@dataclass
class Calls:
    """The calls of one program."""

    program: Any
    count: int = 0
    nanoseconds: int = 0
    measured: Measured | None = None


@dataclass
class Report:
    """The data collected about a program's functions."""

    folder: Path
    traces: list[Trace] = field(default_factory=list)
    calls: dict[int, Calls] = field(default_factory=dict)
    recorded: dict[str, Calls] = field(default_factory=dict)
    """Calls under gradient tapes, by the name of the function."""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def traced(
        self, declaration: Declaration, concrete: ConcreteFunction, record: TraceRecord
    ) -> None:
        """Notes a new trace."""
        self.traces.append(Trace(declaration, concrete, record))

    @contextmanager
    def event(self, name: str, kind: str, facts: Mapping[str, Any]) -> Iterator[None]:
        """Notes a call that a tape records."""
        begun = perf_counter_ns()
        try:
            yield
        finally:
            ended = perf_counter_ns()
            with self._lock:
                calls = self.recorded.setdefault(name, Calls(None))
                calls.count += 1
                calls.nanoseconds += ended - begun

    def run(self, name: str, program: Any, arrays: Sequence[Any]) -> Any:
        """Runs a program, and notes how long that took."""
        with self._lock:
            calls = self.calls.setdefault(id(program), Calls(program))
            calls.count += 1
            is_measured = calls.count == MEASURED_CALL
        if is_measured:
            return self._measured(calls, arrays)
        begun = perf_counter_ns()
        results = program(*arrays)
        self._add(calls, perf_counter_ns() - begun)
        return results

    def _measured(self, calls: Calls, arrays: Sequence[Any]) -> Any:
        profile = Profile()
        try:
            timed = calls.program.timed(profile)
        except UnimplementedError:
            timed = calls.program  # it runs node by node
        results = timed(*arrays)
        self._add(calls, profile.nanoseconds)
        if timed is not calls.program:
            texts = [cut(str(each), 400) for each in results]
            calls.measured = Measured(profile, texts)
        return results

    def _add(self, calls: Calls, nanoseconds: int) -> None:
        with self._lock:
            calls.nanoseconds += nanoseconds

    def calls_of(self, trace: Trace) -> Calls | None:
        """The calls of a trace; None if it was never called directly."""
        known = vars(trace.concrete).get("program")
        return None if known is None else self.calls.get(id(known))

    # --- writing

    def write(self) -> None:
        """Writes the pages, then the index.

        Raises:
          OSError: if the folder cannot be made or written.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        for number, trace in enumerate(self.traces, 1):
            if number > MOST_PAGES:
                trace.problem = f"more than {MOST_PAGES} traces"
                continue
            self._write_page(number, trace)
        _write(self.folder / "index.html", index_of(self))

    def _write_page(self, number: int, trace: Trace) -> None:
        name = re.sub(r"\W+", "_", trace.declaration.name)[:60]
        page = f"{number:03}_{name}.html"
        try:
            model = model_of(self._explored(trace))
        except (GraphirError, OpError) as error:
            trace.problem = str(error)
            return
        _write(self.folder / page, page_of(model))
        trace.page = page

    def _explored(self, trace: Trace) -> Explored:
        concrete, calls = trace.concrete, self.calls_of(trace)
        return Explored(
            concrete.graph.ir.copy(),
            trace.declaration.name,
            trace.declaration.python_function,
            native=concrete._native,
            measured=None if calls is None else calls.measured,
            notes=_notes(trace),
            variables=captured_variables(trace.declaration.python_function, concrete),
            result_names=result_names(concrete),
        )


def _notes(trace: Trace) -> dict[str, str]:
    record = trace.record
    notes = {
        "trace": f"number {record.number} of the function",
        "made for": short_signature(trace.concrete),
        "because": record.reason,
        "called at": record.place,
        "to trace less": record.advice,
    }
    return {title: text for title, text in notes.items() if text}


def _write(path: Path, text: str) -> None:
    write_whole(path, text.encode())


_STYLE: Final = """:root { color-scheme: light dark; --line: #8884 }
body { font: 14px/1.5 system-ui, sans-serif; margin: 24px auto; max-width: 82em;
  padding: 0 16px }
h2 { font-size: 16px; margin: 28px 0 6px } small { opacity: .7 }
table { border-collapse: collapse; width: 100%; min-width: 760px }
.wide { overflow-x: auto }
th, td { text-align: left; padding: 4px 10px; border-bottom: 1px solid var(--line);
  vertical-align: top; overflow-wrap: anywhere }
th { font-weight: 600; white-space: nowrap } .num { text-align: right;
  white-space: nowrap; font-variant-numeric: tabular-nums }
code { font: 12px ui-monospace, Menlo, Consolas, monospace }"""

_COLUMNS: Final = (
    ("trace", ""),
    ("made for, and why", ""),
    ("nodes", "num"),
    ("traced in ms", "num"),
    ("calls", "num"),
    ("ms in all", "num"),
    ("ms a call", "num"),
    ("constants, bytes", "num"),
    ("peak, bytes", "num"),
)


def index_of(report: Report) -> str:
    """The index of a report, as a page.

    >>> "0 traces" in index_of(Report(Path("nowhere")))
    True
    """
    functions: dict[str, list[Trace]] = {}
    for trace in report.traces:
        functions.setdefault(_place(trace.declaration), []).append(trace)
    count = len(report.traces)
    title = "Functions and traces"
    parts = [
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">',
        '<meta http-equiv="Content-Security-Policy" '
        "content=\"default-src 'none'; style-src 'unsafe-inline'\">",
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title><style>{_STYLE}</style></head><body><main>",
        f"<h1>{title}</h1>",
        f"<p><code>{escape(' '.join(sys.argv))}</code></p>",
        f"<p>{_counted(count, 'trace')} of {_counted(len(functions), 'function')}. "
        "Bytes are estimates from the shapes; a call that a tape records is counted "
        "beside its function.</p>",
    ]
    for place, traces in functions.items():
        parts.append(_section(report, place, traces))
    return "\n".join([*parts, "</main></body></html>\n"])


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _place(declaration: Declaration) -> str:
    code = getattr(declaration.python_function, "__code__", None)
    where = "" if code is None else f"  {code.co_filename}:{code.co_firstlineno}"
    return f"{declaration.name}{where}"


def _section(report: Report, place: str, traces: Sequence[Trace]) -> str:
    name, _, where = place.partition("  ")
    recorded = report.recorded.get(name)
    told = (
        ""
        if recorded is None
        else f"<p>{_counted(recorded.count, 'call')} under gradient tapes, "
        f"{recorded.nanoseconds / 1e6:.2f} ms</p>"
    )
    head = "".join(f'<th class="{kind}">{text}</th>' for text, kind in _COLUMNS)
    rows = "".join(_row(report, trace) for trace in traces)
    return (
        f"<h2>{escape(name)} <small>{escape(where)}</small></h2>{told}"
        f'<div class="wide" tabindex="0" role="region" aria-label="{escape(name)}">'
        f"<table><tr>{head}</tr>{rows}</table></div>"
    )


def _row(report: Report, trace: Trace) -> str:
    record, calls, graph = trace.record, report.calls_of(trace), trace.concrete.graph.ir
    number = str(record.number)
    link = f'<a href="{escape(trace.page)}">{number}</a>' if trace.page else number
    signature = short_signature(trace.concrete)
    why = [f"<code>{escape(signature)}</code>", escape(record.reason)]
    why += [f"<small>{escape(record.place)}</small>"] if record.place else []
    why += [f"to trace less: {escape(record.advice)}"] if record.advice else []
    why += [f"no page: {escape(trace.problem)}"] if trace.problem else []
    count = 0 if calls is None else calls.count
    whole = 0.0 if calls is None else calls.nanoseconds / 1e6
    bodies = [graph, *(each.body for each in graph.functions.values())]
    constants = sum(constant_bytes(node) for body in bodies for node in body)
    numbers = (
        f"{record.node_count:,}",
        f"{record.seconds * 1e3:.1f}",
        f"{count:,}",
        f"{whole:.2f}",
        f"{whole / count:.3f}" if count else "",
        f"{constants:,}",
        f"{peak_bytes(graph):,}",
    )
    cells = "".join(f'<td class="num">{text}</td>' for text in numbers)
    return f"<tr><td>{link}</td><td>{'<br>'.join(why)}</td>{cells}</tr>"


def start(folder: str) -> Report:
    """Begins a report, which is written when this process ends."""
    report = Report(Path(folder).absolute())
    OBSERVERS.append(report)
    PROFILER.functions = report
    atexit.register(_finish, report, os.getpid())
    return report


def _finish(report: Report, process: int) -> None:
    if os.getpid() != process:
        return  # a child that was forked has the report of its parent
    OBSERVERS.remove(report)
    if PROFILER.functions is report:
        PROFILER.functions = None
    try:
        report.write()
    except OSError as error:
        print(f"{VARIABLE}={report.folder}: {error}", file=sys.stderr)
    else:
        count = _counted(len(report.traces), "trace")
        print(f"{report.folder / 'index.html'}: {count}", file=sys.stderr)


__all__ = ["MOST_PAGES", "VARIABLE", "Report", "index_of", "start"]
