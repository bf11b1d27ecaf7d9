"""`check`: runs a function as plain Python and staged, and reports differences."""

from __future__ import annotations

import contextlib
import io
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from types import FrameType, FunctionType
from typing import Any, NamedTuple

from autograph.operators.effects import Mutables
from autograph.tracebacks.frames import original_names

__all__ = ["CheckReport", "Divergence", "check", "register_check_stage"]

Stage = Callable[[Callable[..., Any]], Callable[..., Any]]
CALLS = 2
"""Calls of each kind: what happens only while recording is missed by the second."""
_IMPURE_MODULES = frozenset(("random", "_random", "time", "uuid", "secrets", "os"))
_CALLING_FOR_USERS = frozenset(
    f"autograph.operators.{name}" for name in ("builtins", "calls", "class_members")
)
"""Modules of ours in which converted code calls what the user's text calls."""
ENTRY_POINTS = "autograph.stages"
"""Under this name a package says what registers its stages, for `check` to find."""


class _DefaultStage:
    """The stage of a runtime, for checks that are given none."""

    def __init__(self) -> None:
        self.stage: Stage | None = None

    def get(self) -> Stage:
        """The stage; packages that are imported are asked for theirs.

        Raises:
            LookupError: none is registered.
        """
        if self.stage is None:
            _ask_imported_packages()
        if self.stage is None:
            raise LookupError(
                "no stage is registered to check with: give stage=..., or call the "
                "check of a runtime, as tf.autograph.check"
            )
        return self.stage


_default = _DefaultStage()


def register_check_stage(stage: Stage) -> None:
    """Let `check` stage functions with `stage(function)` unless it is given another."""
    _default.stage = stage


class Divergence(NamedTuple):
    """One difference between the staged function and the plain one."""

    kind: str
    """`result`, `error`, `printed`, `changed` or `called`."""
    message: str
    filename: str
    line: int

    def __str__(self) -> str:
        return f"{self.filename}:{self.line}: {self.kind}: {self.message}"


class CheckReport(NamedTuple):
    """The result of `check`: true if there is no divergence."""

    divergences: tuple[Divergence, ...]
    result: Any
    """The result of the plain function's first call; None if it failed."""

    def __bool__(self) -> bool:
        return not self.divergences

    def __str__(self) -> str:
        return "\n".join(map(str, self.divergences)) or "no divergence"


def check(
    fn: Callable[..., Any], *args: Any, stage: Stage | None = None, **kwargs: Any
) -> CheckReport:
    """Run `fn` plain and staged with the same arguments, and compare.

    Compared are the results, exceptions, what is printed, changes of lists, dicts,
    sets and attributes that `fn` can reach, and how often functions that are not
    converted are called. Both run twice, since a staged function is recorded in its
    first call only. What they change is put back.

    `stage(fn)` gives the staged function; a runtime registers its own.

    Raises:
        LookupError: no stage is given and none is registered.

    >>> print(check(lambda x: x + 1, 2, stage=lambda fn: fn))
    no divergence
    >>> print(check(lambda x: x + 1, 2, stage=lambda fn: lambda x: 3.0).divergences[0]
    ...     .message)
    plain Python gives 3, staged it is 3.0
    """
    stage = stage or _default.get()
    plain_function = _plain(fn)
    mutables = Mutables(_reachable(plain_function, fn, args, kwargs))
    inner = {"autograph", "importlib", _package(stage)} - {_package(plain_function)}
    watched = plain_function.__code__, mutables, sys._getframe(), inner
    plain = _observed(_Watch(*watched), fn, args, kwargs)
    staged = _observed(_Watch(*watched), stage(fn), args, kwargs)
    divergences = tuple(_compared(plain, staged))
    value = plain.outcomes[0]
    return CheckReport(divergences, None if value.error else value.result)


def _package(function: Any) -> str:
    return str(getattr(function, "__module__", "")).partition(".")[0]


def _ask_imported_packages() -> None:
    """Lets packages register their stages that do so only when it is needed."""
    # an import of some milliseconds that nothing else needs
    from importlib.metadata import entry_points

    for point in entry_points(group=ENTRY_POINTS):
        if point.module.partition(".")[0] in sys.modules:
            point.load()()


def _plain(fn: Any) -> Any:
    while True:
        inner = getattr(fn, "python_function", None)
        inner = inner or getattr(fn, "__func__", None)
        if inner is None:
            break
        fn = inner
    return fn if isinstance(fn, FunctionType) else type(fn).__call__


def _reachable(
    function: Any, fn: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> dict[str, Any]:
    """The objects that `function` may change, by their names in it."""
    code = function.__code__
    names = [name for name in code.co_names if name in function.__globals__]
    found = {name: function.__globals__[name] for name in names}
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        with contextlib.suppress(ValueError):  # not assigned yet
            found[name] = cell.cell_contents
    owner = getattr(fn, "__self__", None)
    given = args if owner is None else (owner, *args)
    found.update(zip(code.co_varnames, given, strict=False))
    found.update(kwargs)
    return found


class _Outcome(NamedTuple):
    """The outcome of one call: a result or an error."""

    result: Any
    error: BaseException | None
    changes: dict[str, Any]


class _Observed(NamedTuple):
    """The observations of all calls of one kind."""

    outcomes: list[_Outcome]
    printed: list[tuple[str, int]]
    calls: Counter[tuple[str, int]]
    converted: set[tuple[str, int]]
    changed_at: dict[str, int]
    filename: str
    last_line: int


def _observed(
    watch: _Watch,
    call: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> _Observed:
    outcomes = []
    for _ in range(CALLS):
        result, error = None, None
        with watch.watching():
            try:
                result = call(*args, **kwargs)
            except Exception as raised:
                error = raised
        outcomes.append(_Outcome(result, error, watch.mutables.changes()))
        watch.mutables.restore()
    return _Observed(
        outcomes,
        watch.printed,
        watch.calls,
        watch.converted,
        watch.changed_at,
        watch.code.co_filename,
        watch.last_line or watch.code.co_firstlineno,
    )


class _Watch(io.TextIOBase):
    """Records prints, calls and changes, with the user's line of each."""

    def __init__(
        self, code: Any, mutables: Mutables, caller: FrameType, inner: set[str]
    ) -> None:
        self.code = code
        self.mutables = mutables
        self._caller = caller
        self._inner_packages = inner
        """Packages that run the function: what they call is not the user's doing."""
        self.printed: list[tuple[str, int]] = []
        self.calls: Counter[tuple[str, int]] = Counter()
        self.converted: set[tuple[str, int]] = set()
        self.changed_at: dict[str, int] = {}
        self.last_line = 0
        self._known: dict[str, Any] = {}

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        """Records while the block runs."""
        self._known = {}
        before = sys.gettrace(), sys.getprofile()
        with contextlib.redirect_stdout(self), contextlib.redirect_stderr(self):
            sys.setprofile(self._profile)
            sys.settrace(self._trace)
            try:
                yield
            finally:
                sys.settrace(before[0])
                sys.setprofile(before[1])

    def write(self, text: str) -> int:
        """Keep the text with the line that prints it."""
        line = self._user_line(sys._getframe(1)) or self.code.co_firstlineno
        if text.strip():
            self.printed.append((text.strip(), line))
        return len(text)

    def _user_line(self, frame: FrameType | None) -> int:
        """The user's line that is running, 0 if none is."""
        while frame is not None and not self._is_users(frame):
            # who asks for the check may do so in the same file
            frame = None if frame is self._caller else frame.f_back
        return 0 if frame is None else frame.f_lineno

    def _profile(self, frame: FrameType, event: str, arg: Any) -> None:
        if _is_impure(frame, event, arg):
            caller = frame.f_back if event == "call" else frame
            line = self._user_line(frame) if self._is_for_user(caller) else 0
            if line:
                self.calls[self.code.co_filename, line] += 1
        elif event == "call" and self._is_users(frame):
            code = frame.f_code
            place = code.co_filename, code.co_firstlineno
            if original_names(code) is not None:
                self.converted.add(place)
            elif not code.co_name.startswith("<"):
                self.calls[place] += 1

    def _is_for_user(self, frame: FrameType | None) -> bool:
        """Whether only library code is between a call and the user's code."""
        while frame is not None and not self._is_users(frame):
            module = str(frame.f_globals.get("__name__"))
            is_inner = module.partition(".")[0] in self._inner_packages
            if is_inner and module not in _CALLING_FOR_USERS:
                return False
            if module in _IMPURE_MODULES:
                return False  # the call that began it counts
            frame = frame.f_back
        return frame is not None

    def _is_users(self, frame: FrameType) -> bool:
        return bool(frame.f_code.co_filename == self.code.co_filename)

    def _trace(self, frame: FrameType, event: str, arg: Any) -> Any:
        if not self._is_users(frame):
            return None
        line = frame.f_lineno

        def step(frame: FrameType, event: str, arg: Any) -> Any:
            nonlocal line
            self._note_changes(line)
            line = frame.f_lineno
            if frame.f_code.co_name == self.code.co_name:
                self.last_line = frame.f_lineno
            return step

        return step

    def _note_changes(self, line: int) -> None:
        changes = self.mutables.changes()
        if changes != self._known:
            for path in changes:
                self.changed_at.setdefault(path, line)
            self._known = changes


def _is_impure(frame: FrameType, event: str, arg: Any) -> bool:
    """Whether the event is a call whose result may differ from call to call."""
    if event == "call":
        return str(frame.f_globals.get("__name__")) in _IMPURE_MODULES
    if event != "c_call":
        return False
    owner = getattr(arg, "__module__", None)
    if owner is None:
        owner = type(getattr(arg, "__self__", None)).__module__
    return owner in _IMPURE_MODULES


def _compared(plain: _Observed, staged: _Observed) -> Iterator[Divergence]:
    yield from _compared_outcomes(plain, staged)
    yield from _compared_prints(plain, staged)
    yield from _compared_changes(plain, staged)
    yield from _compared_calls(plain, staged)


def _compared_outcomes(plain: _Observed, staged: _Observed) -> Iterator[Divergence]:
    for first, second in zip(plain.outcomes, staged.outcomes, strict=True):
        if first.error is None and second.error is None:
            left, right = as_plain(first.result), as_plain(second.result)
            if not agree(left, right):
                message = f"plain Python gives {left!r}, staged it is {right!r}"
                yield Divergence("result", message, plain.filename, plain.last_line)
                return
        elif not _is_same_error(first.error, second.error):
            message = (
                f"plain Python {_told(first.error)}, staged it {_told(second.error)}"
            )
            line = _line_of(second.error or first.error, plain)
            yield Divergence("error", message, plain.filename, line)
            return


def _is_same_error(first: BaseException | None, second: BaseException | None) -> bool:
    return isinstance(second, type(first)) and first is not None


def _told(error: BaseException | None) -> str:
    if error is None:
        return "returns"
    lines = str(error).strip().splitlines() or [""]
    return f"raises {type(error).__name__}: {lines[-1].strip()}"


def _line_of(error: BaseException | None, plain: _Observed) -> int:
    line = plain.last_line
    entry = error.__traceback__ if error is not None else None
    while entry is not None:
        if entry.tb_frame.f_code.co_filename == plain.filename:
            line = entry.tb_lineno
        entry = entry.tb_next
    return line


def _compared_prints(plain: _Observed, staged: _Observed) -> Iterator[Divergence]:
    texts = Counter(text for text, _ in plain.printed)
    other = Counter(text for text, _ in staged.printed)
    missing, extra = texts - other, other - texts
    lines: dict[int, None] = {}
    for printed, kept in ((plain.printed, missing), (staged.printed, extra)):
        lines.update(dict.fromkeys(line for text, line in printed if text in kept))
    for line in lines:
        here = [text for text, at in plain.printed if at == line]
        there = [text for text, at in staged.printed if at == line]
        message = (
            f"plain Python prints {_few(here)} in {CALLS} calls, staged it prints "
            f"{_few(there)}; tf.print prints when the graph runs"
        )
        yield Divergence("printed", message, plain.filename, line)


def _few(texts: list[str]) -> str:
    shown = ", ".join(map(repr, texts[:3]))
    more = f" and {len(texts) - 3} more" if len(texts) > 3 else ""
    return (shown + more) or "nothing"


def _compared_changes(plain: _Observed, staged: _Observed) -> Iterator[Divergence]:
    seen: set[str] = set()
    for first, second in zip(plain.outcomes, staged.outcomes, strict=True):
        paths = {**first.changes, **second.changes}
        for path in paths:
            left, right = first.changes.get(path), second.changes.get(path)
            if path in seen or agree(as_plain(left), as_plain(right)):
                continue
            seen.add(path)
            line = plain.changed_at.get(path) or staged.changed_at.get(path)
            message = (
                f"plain Python makes {path} {_changed(left)}, staged it makes it "
                f"{_changed(right)}"
            )
            yield Divergence("changed", message, plain.filename, line or 0)


def _changed(value: Any) -> str:
    return "no change" if value is None else repr(as_plain(value))


def _compared_calls(plain: _Observed, staged: _Observed) -> Iterator[Divergence]:
    for place in {**plain.calls, **staged.calls}:
        first, second = plain.calls[place], staged.calls[place]
        if place in staged.converted or first == second:
            continue
        filename, line = place
        message = f"plain Python calls it {first} times, staged it is called {second}"
        yield Divergence("called", message, filename, line)


def as_plain(value: Any) -> Any:
    """The Python values in a nest of tensors, arrays and numbers."""
    if isinstance(value, dict):
        return {key: as_plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        items = [as_plain(each) for each in value]
        return items if isinstance(value, list) else tuple(items)
    for step in ("numpy", "tolist"):
        convert = getattr(value, step, None)
        if convert is not None and not isinstance(value, type):
            with contextlib.suppress(Exception):  # no value: compared as it is
                value = convert()
    return value


def agree(first: Any, second: Any) -> bool:
    """Whether two plain values are the same, numbers up to single precision."""
    if isinstance(first, dict) and isinstance(second, dict):
        return first.keys() == second.keys() and all(
            agree(first[key], second[key]) for key in first
        )
    if isinstance(first, (list, tuple)) and isinstance(second, (list, tuple)):
        return len(first) == len(second) and all(map(agree, first, second))
    if isinstance(first, str) and isinstance(second, bytes):
        return first.encode() == second
    if isinstance(first, float) and isinstance(second, float):
        largest = max(abs(first), abs(second), 1.0)
        return first == second or abs(first - second) <= 1e-5 * largest
    if isinstance(first, (float, int)) and type(first) is not type(second):
        return False
    return bool(first == second) or (first != first and second != second)
