"""Frames, stacks and names of functions, as the program itself reads them.

Each case is as those of `exact_cases`.
"""

from __future__ import annotations

import io
import logging
import sys
import traceback


def divides(x):
    for i in range(2):
        if x:
            return [x / i for _ in range(1)]
    return None


def fails_twice(x):
    while x:
        try:
            return x and divides(x)
        except ZeroDivisionError as error:
            raise KeyError(x) from error
    return None


def case_tracebacks_that_are_read():
    found = []
    written = io.StringIO()
    try:
        if found == []:
            fails_twice(1)
    except KeyError as error:
        trace = error.__traceback__
        found.append(traceback.format_exc())
        found.append(traceback.format_exception(type(error), error, trace, limit=1))
        found.append(traceback.format_tb(tb=trace))
        for _ in range(1):
            traceback.print_exc(file=written)
            traceback.print_tb(trace, file=written)
            traceback.print_exception(type(error), error, trace, file=written)
    return found, written.getvalue()


def case_stacks_that_are_read():
    def read():
        for _ in range(1):
            traceback.print_stack(limit=2, file=written)
            found = traceback.format_stack(limit=2)
        return found, [each.lineno for each in traceback.extract_stack(limit=2)]

    written = io.StringIO()
    if written is not None:
        found = read()
    return found, written.getvalue()


def case_names_of_what_branches_make():
    made = []
    if made == []:

        class Local:
            def method(self):
                for _ in range(1):
                    return lambda: 0
                return None

        made += [Local, Local.method, Local().method()]
    for _ in range(1):

        def inner():
            return sys._getframe().f_code.co_name, [0 for _ in range(1)]

        made.append(inner)
    names = [each.__qualname__ for each in made]
    return names, [each.__name__ for each in made], inner()


class _Keeps(logging.Handler):
    def __init__(self):
        super().__init__()
        self.found = []

    def emit(self, record):
        place = record.funcName, record.filename, record.lineno
        stack = record.stack_info or ""
        _above, name, within = stack.rpartition(f"in {_LOGS_STACKS}\n")
        self.found.append((place, stack.partition("\n")[0], name + within))


_LOGS_STACKS = "case_stacks_of_log_records"


def case_stacks_of_log_records():
    keeper = _Keeps()
    logger = logging.getLogger("exact.stacks")
    adapter = logging.LoggerAdapter(logging.LoggerAdapter(logger, {}), {})
    root, logger.propagate = logging.getLogger(), False
    logger.addHandler(keeper)
    root.addHandler(keeper)

    def logs(i):
        for each in (logger, adapter, logging):
            each.error("from %s", i, stack_info=True)
            each.exception("from %s", i, stack_info=True, exc_info=False)
            each.warning("from %s", i, stack_info=i > 1, stacklevel=2)
        logger.log(logging.ERROR, "above", stack_info=True, stacklevel=2)

    try:
        for i in range(3):
            if i:
                logs(i)
    finally:
        root.removeHandler(keeper)
        logger.removeHandler(keeper)
    return keeper.found
