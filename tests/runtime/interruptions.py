"""Ctrl-C at a chosen instruction of a call."""

from __future__ import annotations

import dis
import gc
import sys
from collections.abc import Callable
from typing import Any

import pytest

from graphir.compute.forks import held_locks


def interrupted(run: Callable[[], Any], number: int) -> bool:
    """Whether Ctrl-C came before its end: after the call of that number, made in it.

    Python looks for signals once a call has ended. Raises AssertionError if a lock
    stays taken, for which other threads would wait for ever.
    """
    if sys.version_info[:2] == (3, 12):
        pytest.skip("Python 3.12 can crash where it traces instructions")
    left = number
    calling: set[int] = set()
    """The frames whose last instruction is a call, which nothing here keeps alive."""

    def trace(frame: Any, event: str, argument: Any) -> Any:
        nonlocal left
        frame.f_trace_opcodes = True
        if event == "call":
            calling.discard(id(frame))
        if event == "opcode":
            left -= id(frame) in calling
            if not left:
                raise KeyboardInterrupt
            name = dis.opname[frame.f_code.co_code[frame.f_lasti]]
            (calling.add if name.startswith("CALL") else calling.discard)(id(frame))
        return trace

    before, collects = sys.gettrace(), gc.isenabled()
    held = held_locks()
    gc.disable()  # callbacks of the collector are no part of the call
    # from Python 3.12 on, instructions are traced only if a frame asks for it before
    sys._getframe().f_trace_opcodes = True
    sys.settrace(trace)
    try:
        run()
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(before)
        if collects:
            gc.enable()
        assert held_locks() == held, f"a lock stays taken after call {number}"
    return False
