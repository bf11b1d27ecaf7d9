"""Observation of calls: results, errors, prints, changes, calls of others."""

from __future__ import annotations

import contextlib
import io
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any, NamedTuple

from autograph.checking.state import State
from autograph.tracebacks.frames import original_names

CALLS = 2
"""Calls of each kind: what happens only while recording is missed by the second."""
_IMPURE_MODULES = frozenset(("random", "_random", "time", "uuid", "secrets", "os"))
_CALLING_FOR_USERS = frozenset(
    f"autograph.operators.{name}" for name in ("builtins", "calls", "class_members")
)
"""Modules of ours in which converted code calls what the user's text calls."""


class Outcome(NamedTuple):
    """The outcome of one call: a result or an error."""

    result: Any
    error: BaseException | None
    changes: dict[str, Any]


class Observed(NamedTuple):
    """The observations of all calls of one kind."""

    outcomes: list[Outcome]
    printed: list[tuple[str, int]]
    calls: Counter[tuple[str, int, str]]
    """How often the function of that name was called in a line, or is defined there."""
    converted: set[tuple[str, int]]
    changed_at: dict[str, int]
    filename: str
    last_line: int


def observed(
    watch: Watch,
    call: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> Observed:
    """Calls a function `CALLS` times, each time from the same state."""
    outcomes = []
    for _ in range(CALLS):
        result, error = None, None
        with watch.watching():
            try:
                result = call(*args, **kwargs)
            except Exception as raised:
                error = raised
        outcomes.append(Outcome(result, error, watch.state.changes()))
        watch.state.restore()
    return Observed(
        outcomes,
        watch.printed,
        watch.calls,
        watch.converted,
        watch.changed_at,
        watch.code.co_filename,
        watch.last_line or watch.code.co_firstlineno,
    )


class Watch(io.TextIOBase):
    """Records prints, calls and changes, all with the user's line."""

    def __init__(
        self, code: Any, state: State, caller: FrameType, inner: set[str]
    ) -> None:
        self.code = code
        self.state = state
        self._caller = caller
        self._inner_packages = inner
        """Packages that run the function: what they call is not the user's doing."""
        self.printed: list[tuple[str, int]] = []
        self.calls: Counter[tuple[str, int, str]] = Counter()
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
                name = _called_name(frame, event, arg)
                self.calls[self.code.co_filename, line, name] += 1
        elif event == "call" and self._is_users(frame):
            code = frame.f_code
            place = code.co_filename, code.co_firstlineno
            if original_names(code) is not None:
                self.converted.add(place)
            elif not code.co_name.startswith("<"):
                self.calls[place[0], place[1], code.co_name] += 1

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
        changes = self.state.mutables.changes()
        if changes != self._known:
            for path in changes:
                self.changed_at.setdefault(path, line)
            self._known = changes


def _called_name(frame: FrameType, event: str, arg: Any) -> str:
    """The function of a call that the profiler reports, as users write it."""
    if event == "call":
        return f"{frame.f_globals.get('__name__')}.{frame.f_code.co_name}"
    owner = getattr(arg, "__module__", None) or type(arg.__self__).__module__
    return f"{owner}.{arg.__name__}"


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
