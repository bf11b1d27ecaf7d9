"""Signals in native loops: a loop polls Python from time to time.

The iterations of all loops are counted down in one register; at zero the clock is
read, and the next count is set from the time that the last iterations took. Python is
asked, which needs its lock, once in ``BETWEEN`` nanoseconds. A loop without an end can
then be left.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Final

from runtime.native.llvm.element_types import I64
from runtime.native.llvm.emitter import Emitter, Module, Register
from runtime.native.llvm.failures import INTERRUPTED

BETWEEN: Final = 30_000_000
"""Nanoseconds after which Python is asked for signals again."""
_QUICK: Final = 100_000
"""Nanoseconds between two looks at the clock; if fewer, more turns are between."""
_SLOW: Final = 1_000_000
_MOST_TURNS: Final = 1 << 20
_HEAVY: Final = 16
"""A loop in a loop that looks after fewer turns begins with them; others go on
counting, so that short ones cost nothing."""
_MONOTONIC: Final = 6 if sys.platform == "darwin" else 1

_CLOCK: Final = f"""
define internal i64 @clock() cold noinline nounwind {{
  %spec = alloca [2 x i64]
  %failed = call i32 @clock_gettime(i32 {_MONOTONIC}, ptr %spec)
  %seconds = load i64, ptr %spec
  %place = getelementptr i64, ptr %spec, i64 1
  %rest = load i64, ptr %place
  %whole = mul i64 %seconds, 1000000000
  %now = add i64 %whole, %rest
  ret i64 %now
}}"""
_WINDOWS_CLOCK: Final = """
define internal i64 @clock() cold noinline nounwind {
  %ticks = call i64 @GetTickCount64()
  %now = mul i64 %ticks, 1000000
  ret i64 %now
}"""

# pace: turns from look to look, and when the last was. Gives the turns until the next,
# or 0 if a handler has raised: Python's lock is then held.
_LOOK: Final = f"""
define internal i64 @look(ptr %state, ptr %asked, ptr %pace) cold noinline nounwind {{
  %now = call i64 @clock()
  %turns = load i64, ptr %pace
  %place = getelementptr i64, ptr %pace, i64 1
  %before = load i64, ptr %place
  store i64 %now, ptr %place
  %is_first = icmp eq i64 %before, 0
  %passed = sub i64 %now, %before
  %quick = icmp slt i64 %passed, {_QUICK}
  %slow = icmp sgt i64 %passed, {_SLOW}
  %more = shl i64 %turns, 2
  %grown = call i64 @llvm.smin.i64(i64 %more, i64 {_MOST_TURNS})
  %less = lshr i64 %turns, 2
  %shrunk = call i64 @llvm.smax.i64(i64 %less, i64 1)
  %paced = select i1 %quick, i64 %grown, i64 %turns
  %fitted = select i1 %slow, i64 %shrunk, i64 %paced
  %next = select i1 %is_first, i64 %turns, i64 %fitted
  store i64 %next, ptr %pace
  %last = load i64, ptr %asked
  %never = icmp eq i64 %last, 0
  br i1 %never, label %note, label %look
look:
  %since = sub i64 %now, %last
  %is_due = icmp sgt i64 %since, {BETWEEN}
  br i1 %is_due, label %ask, label %done
ask:
  call void @PyEval_RestoreThread(ptr %state)
  %answer = call i32 @PyErr_CheckSignals()
  %raised = icmp ne i32 %answer, 0
  br i1 %raised, label %leave, label %go
leave:
  ret i64 0
go:
  %same = call ptr @PyEval_SaveThread()
  br label %note
note:
  %noted = call i64 @clock()
  store i64 %noted, ptr %asked
  br label %done
done:
  ret i64 %next
}}"""

_RARELY: Final = '!0 = !{!"branch_weights", i32 1048576, i32 1}'


@dataclass(frozen=True, slots=True)
class Watch:
    """The iteration count of a region's loops."""

    left: str
    """The slot of the turns that are left until the clock is read."""
    pace: str
    """Where the turns from look to look are kept, and when the last look was."""
    asked: str
    """Where it is kept when Python was asked."""

    def begin(self, e: Emitter, first_turns: int, is_inner: bool) -> None:
        """Writes the code before a loop."""
        if is_inner and first_turns >= _HEAVY:
            return
        first = e.constant(I64, first_turns)
        e.set(self.left, first)
        e.set(self.pace, first)
        seen = e.address(self.pace, I64, e.constant(I64, 1))
        e.set(seen, e.constant(I64, 0))

    def write_head(self, e: Emitter, *, turns: int) -> None:
        """Writes the loop's head up to its condition: so many turns follow it.

        0 is for the head of a loop of chunks, which count for themselves.
        """
        head, turn, looking = map(e.label, ("head", "turn", "look"))
        e.jump(head)
        e.start_block(head)
        left = e.get(self.left, I64)
        goes_on = e.compare("gt", left, e.constant(I64, 0))
        # registers are saved where the clock is read, and not in each turn
        e.line(f"br i1 {goes_on.text}, label %{turn}, label %{looking}, !prof !0")
        e.start_block(looking)
        following = Register(e.name(), I64)
        given = f"ptr %thread, ptr {self.asked}, ptr {self.pace}"
        e.line(f"{following.text} = call i64 @look({given})")
        e.leave_if(e.compare("eq", following, e.constant(I64, 0)), INTERRUPTED)
        e.set(self.left, following)
        e.jump(head)
        e.start_block(turn)
        if turns:
            e.set(self.left, e.sub(left, e.constant(I64, turns)))

    def write_chunk(self, e: Emitter, turns_after_one: Register) -> Register:
        """Writes the code before a chunk of iterations of a counting loop.

        Returns the number of iterations: all that are certain, but no more than remain
        before the next look at the clock. The chunk is a loop with one exit, which LLVM
        can vectorize.
        """
        left, one = e.get(self.left, I64), e.constant(I64, 1)
        until_look = e.sub(left, one)
        after_one = e.intrinsic("llvm.umin", [turns_after_one, until_look])
        e.set(self.left, e.sub(until_look, after_one))
        return e.add(after_one, one)


def define_look(module: Module) -> None:
    """Adds the function that loops call to look at the clock."""
    on_windows = sys.platform == "win32"
    module.declare(
        "declare i64 @GetTickCount64()"
        if on_windows
        else "declare i32 @clock_gettime(i32, ptr)"
    )
    for text in (
        "declare i64 @llvm.smin.i64(i64, i64)",
        "declare i64 @llvm.smax.i64(i64, i64)",
        "declare i32 @PyErr_CheckSignals()",
        "declare ptr @PyEval_SaveThread()",
        "declare void @PyEval_RestoreThread(ptr)",
    ):
        module.declare(text)
    module.add_text(_WINDOWS_CLOCK if on_windows else _CLOCK)
    module.add_text(_LOOK)
    module.add_text(_RARELY)
