"""The thread pool for large regions; small regions never use it.

A job is native code that claims chunks of work until none is left. The calling thread
puts it into the mailboxes of the helper threads, and removes it from the mailbox of a
helper that did not start. After a job a helper polls its mailbox for a millisecond
before it sleeps: waking a thread takes longer than many regions do.
"""

from __future__ import annotations

import ctypes
import os
import threading
from functools import cache
from queue import SimpleQueue
from typing import Any, Final

import numpy as np

from graphir.compute.forks import forkable_lock
from graphir.compute.threads import available_cores
from graphir.compute.threads import thread_count as allowed_threads
from runtime.native.llvm.engine import compiled, engine

_MOST: Final = 16
_TURNS: Final = 20_000
"""Looks into an empty box before a helper sleeps: about a millisecond."""
_WORDS: Final = 8
"""64-bit words of a box: a line of the cache, so that helpers do not meet."""
_AWAKE: Final = 3

# A box: its state (0 free, 1 posted, 2 taken, 3 being filled), the function, its
# argument, and whether the helper looks.
_CODE: Final = """
define void @serve(ptr %box) {
entry:
  br label %look
look:
  %idle = phi i64 [ 0, %entry ], [ 0, %work ], [ %more, %rest ]
  %state = load atomic i64, ptr %box acquire, align 8
  %posted = icmp eq i64 %state, 1
  br i1 %posted, label %take, label %rest
take:
  %taken = cmpxchg ptr %box, i64 1, i64 2 acq_rel monotonic
  %mine = extractvalue { i64, i1 } %taken, 1
  br i1 %mine, label %work, label %rest
work:
  %place = getelementptr i64, ptr %box, i64 1
  %job = load ptr, ptr %place
  %place2 = getelementptr i64, ptr %box, i64 2
  %table = load ptr, ptr %place2
  %status = call i64 %job(ptr %table)
  store atomic i64 0, ptr %box release, align 8
  br label %look
rest:
  PAUSE
  %more = add i64 %idle, 1
  %enough = icmp sgt i64 %more, TURNS
  br i1 %enough, label %done, label %look
done:
  ret void
}
define i64 @share(ptr %boxes, i64 %count, ptr %job, ptr %table) {
entry:
  br label %post
post:
  %i = phi i64 [ 0, %entry ], [ %next, %posted ]
  %mine = phi i64 [ 0, %entry ], [ %mine2, %posted ]
  %left = icmp slt i64 %i, %count
  br i1 %left, label %reserve, label %run
reserve:
  %word = mul i64 %i, WORDS
  %box = getelementptr i64, ptr %boxes, i64 %word
  %got = cmpxchg ptr %box, i64 0, i64 3 acq_rel monotonic
  %free = extractvalue { i64, i1 } %got, 1
  br i1 %free, label %fill, label %posted
fill:
  %place = getelementptr i64, ptr %box, i64 1
  store ptr %job, ptr %place
  %place2 = getelementptr i64, ptr %box, i64 2
  store ptr %table, ptr %place2
  store atomic i64 1, ptr %box release, align 8
  %bit = shl i64 1, %i
  br label %posted
posted:
  %new = phi i64 [ 0, %reserve ], [ %bit, %fill ]
  %mine2 = or i64 %mine, %new
  %next = add i64 %i, 1
  br label %post
run:
  %status = call i64 %job(ptr %table)
  br label %collect
collect:
  %k = phi i64 [ 0, %run ], [ %nextk, %collected ]
  %leftk = icmp slt i64 %k, %count
  br i1 %leftk, label %check, label %end
check:
  %bitk = shl i64 1, %k
  %has = and i64 %mine, %bitk
  %is = icmp ne i64 %has, 0
  br i1 %is, label %withdraw, label %collected
withdraw:
  %wordk = mul i64 %k, WORDS
  %boxk = getelementptr i64, ptr %boxes, i64 %wordk
  %back = cmpxchg ptr %boxk, i64 1, i64 0 acq_rel monotonic
  %wasthere = extractvalue { i64, i1 } %back, 1
  br i1 %wasthere, label %collected, label %wait
wait:
  %now = load atomic i64, ptr %boxk acquire, align 8
  %busy = icmp eq i64 %now, 2
  %placek = getelementptr i64, ptr %boxk, i64 2
  %whose = load ptr, ptr %placek
  %same = icmp eq ptr %whose, %table
  %still = and i1 %busy, %same
  br i1 %still, label %pause, label %collected
pause:
  PAUSE
  br label %wait
collected:
  %nextk = add i64 %k, 1
  br label %collect
end:
  ret i64 %status
}
"""
_PAUSE: Final = "call void @llvm.x86.sse2.pause()"


@cache
def thread_count() -> int:
    """How many threads work on a large region together, the caller among them."""
    return max(1, min(available_cores(), _MOST))


class _Helpers:
    """Threads that wait for jobs; started with the first one."""

    def __init__(self, count: int) -> None:
        is_x86 = engine().is_x86
        text = _CODE.replace("PAUSE", _PAUSE if is_x86 else "")
        text = text.replace("TURNS", str(_TURNS)).replace("WORDS", str(_WORDS))
        declaration = "declare void @llvm.x86.sse2.pause()\n" if is_x86 else ""
        self._code = compiled(declaration + text, ["serve", "share"])
        addresses, number = self._code.addresses, ctypes.c_int64
        self._serve: Any = ctypes.CFUNCTYPE(None, number)(addresses["serve"])
        make = ctypes.CFUNCTYPE(number, number, number, number, number)
        self._share: Any = make(addresses["share"])
        self._boxes = np.zeros((count, _WORDS), np.int64)
        self._address = self._boxes.ctypes.data
        self._bells: list[SimpleQueue[None]] = [SimpleQueue() for _ in range(count)]
        for index in range(count):
            name = f"native-{index}"
            threading.Thread(
                target=self._work, args=(index,), name=name, daemon=True
            ).start()

    def _work(self, index: int) -> None:
        box, bell = self._boxes[index], self._bells[index]
        while True:
            bell.get()
            box[_AWAKE] = 1
            self._serve(box.ctypes.data)
            box[_AWAKE] = 0

    def run(self, function: int, argument: int) -> int:
        """Runs a job here, and on the helpers that come; its status."""
        count = min(len(self._bells), allowed_threads() - 1)
        for box, bell in zip(self._boxes[:count], self._bells):
            if not box[_AWAKE]:
                bell.put(None)
        status: int = self._share(self._address, count, function, argument)
        return status


class _Team:
    """The helpers of this process, once a job is shared."""

    def __init__(self) -> None:
        self._lock: Final = forkable_lock()
        self._helpers: _Helpers | None = None

    def helpers(self) -> _Helpers:
        found = self._helpers
        if found is None:
            with self._lock:
                found = self._helpers
                if found is None:
                    found = _Helpers(max(1, thread_count() - 1))
                    self._helpers = found
        return found

    def forget(self) -> None:
        """Drops the helpers in a forked process, where their threads do not exist."""
        self._helpers = None


_TEAM: Final = _Team()


def run_together(function: int, argument: int) -> int:
    """Runs a job, a native function of one argument, on several threads; its status.

    There are as many as one array may be shared by: one a core, unless set.

    Several threads may call it at once: a helper joins the job posted first.
    """
    return _TEAM.helpers().run(function, argument)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_TEAM.forget)
