"""Ctrl-C at a chosen instruction of a call."""

from __future__ import annotations

import dis
import gc
import sys
from collections.abc import Callable
from typing import Any

_LOOKS = ("CALL", "POP_TOP", "STORE")
"""Beside calls Python looks for signals: on these instructions, or before the next."""


def interrupted(run: Callable[[], Any], number: int) -> bool:
    """Whether Ctrl-C at the instruction of that number came before its end."""
    left = number

    def trace(frame: Any, event: str, argument: Any) -> Any:
        nonlocal left
        frame.f_trace_opcodes = True
        if event == "opcode":
            name = dis.opname[frame.f_code.co_code[frame.f_lasti]]
            left -= name.startswith(_LOOKS)
            if not left:
                raise KeyboardInterrupt
        return trace

    before, collects = sys.gettrace(), gc.isenabled()
    gc.disable()  # callbacks of the collector are no part of the call
    # Python 3.12 traces instructions only if a frame asks for it before
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
    return False
