"""Functions that behave converted as they do in Python."""

# ruff: noqa: B007, C408, F841, PIE804, RET503, SIM201 - the constructs

from __future__ import annotations

import collections
import contextlib
import dataclasses
import enum
import inspect
import logging
import sys
import traceback
import typing
import warnings
import weakref

PYTHON_ALONE = {
    "case_message_of_unbound_local": "an Undefined object stands for an unbound local",
    "case_marks_of_functions": "generated functions carry marks",
    "case_callers_frame": "f_back of a frame is that of an operator",
    "case_frames_of_leaf_methods": "f_back of a frame is that of an operator",
    "case_code_changed_after_the_first_call": "operators are free in generated code",
}
"""Cases in which the form that stages run differs from Python, and the reason."""

counter = 1


def case_return_in_try_with_else():
    log = []

    def inner():
        try:
            return 1
        except ValueError:
            log.append("except")
        else:
            log.append("else")
        finally:
            log.append("finally")

    return inner(), log


def case_conditional_return_in_try_with_else():
    def inner(x):
        try:
            if x:
                return "body"
        except ValueError:
            return "except"
        else:
            return "else"

    return inner(1), inner(0)


def case_continue_in_try_with_else():
    log = []
    for i in range(4):
        try:
            if i % 2:
                continue
            log.append(("body", i))
        except ValueError:
            log.append("except")
        else:
            log.append(("else", i))
        log.append(("after", i))
    return log


def case_break_in_try_with_else():
    log = []
    for i in range(4):
        try:
            if i == 2:
                break
        except ValueError:
            pass
        else:
            log.append(i)
    else:
        log.append("no break")
    return log


def case_break_in_while_with_try_else():
    log, i = [], 0
    while i < 5:
        i += 1
        try:
            if i == 3:
                break
        finally:
            log.append("finally")
    return log, i


def case_jumps_in_nested_try():
    log = []

    def inner(kind):
        for i in range(3):
            try:
                try:
                    if kind == "break":
                        break
                    if kind == "continue":
                        continue
                    if kind == "return":
                        return "returned"
                except KeyError:
                    log.append("inner except")
                else:
                    log.append("inner else")
            except ValueError:
                log.append("outer except")
            else:
                log.append("outer else")
            finally:
                log.append("finally")
        return i

    return [inner(kind) for kind in ("break", "continue", "return", "")], log


class StaticCall:
    __call__ = staticmethod(lambda x: x + 1)


class ClassCall:
    @classmethod
    def __call__(cls, x):
        return cls.__name__, x


class DescribedCall:
    class Descriptor:
        def __get__(self, instance, owner):
            return lambda x: ("described", owner.__name__, x)

    __call__ = Descriptor()


def case_call_that_is_static():
    return StaticCall()(1), list(map(StaticCall(), [1, 2]))


def case_call_that_is_static_as_key():
    return sorted([3, 1, 2], key=StaticCall())


def case_call_of_the_class():
    return ClassCall()(1), list(map(ClassCall(), [1, 2]))


def case_call_by_a_descriptor():
    return DescribedCall()(1), list(map(DescribedCall(), [1, 2]))


class Bag:
    pass


def case_dunder_attributes_in_branches():
    def o():
        pass

    if o:
        o.__doc__ = "x"
        o.__custom__ = 3
    for name in ("y", "z"):
        o.__name__ = name
    bag = {"a": Bag()}
    if bag:
        bag["a"].__origin__ = o.__name__
    return o.__doc__, o.__name__, o.__custom__, bag["a"].__origin__


def case_del_of_a_global():
    global counter
    if counter:
        del counter
    return "counter" in globals()


def case_suppressed_return():
    def inner():
        with contextlib.suppress(ZeroDivisionError):
            return 1 / 0
        return "after"

    return inner()


def case_locals_in_branches_and_loops():
    def inner(x):
        for i in range(2):
            y = i
        if x:
            z = 3
        return sorted(locals()), sorted(vars()), dir(), eval("y + z")

    return inner(1)


def case_exec_sees_locals():
    def inner(x):
        found = {}
        if x:
            y = 2
            exec("found['y'] = y + x")
        return found

    return inner(5)


name_in_module = "module"


def case_class_bodies():
    class Local:
        name_in_module = "class"
        a = 1
        b = a and name_in_module
        c = 0 < a < 3
        d = not a
        for i in range(5):
            if i == 3:
                break
        else:
            i = "else"
        e = b if a else c

    return Local.b, Local.c, Local.d, Local.i, Local.e


def case_return_in_finally_wins():
    def inner():
        try:
            raise ValueError("lost")
        finally:
            return "finally"  # noqa: B012

    return inner()


def case_break_in_finally_wins():
    def inner():
        while True:
            try:
                return 1
            finally:
                break  # noqa: B012
        return "broke out"

    return inner()


def case_flag_of_break_when_finally_raises():
    log = []
    for i in range(4):
        with contextlib.suppress(KeyError):
            try:
                if i == 1:
                    break
            finally:
                if i == 1:
                    raise KeyError
        log.append(i)
    return log


def takes_two(a, b=1, *, c=2):
    return a, b, c


def case_message_of_star():
    return takes_two(*3)


def case_message_of_double_star():
    return takes_two(**3)


def case_message_of_repeated_keyword():
    return takes_two(1, c=1, **{"c": 2})


def case_message_of_too_many():
    return takes_two(1, 2, 3)


def case_message_of_unbound_local():
    def inner(x):
        if x:
            y = 1
        return y

    return inner(0)


def case_marks_of_functions():
    def f(a):
        x = a
        return lambda: x

    def g(a):
        return a and f

    f.own = 1
    found = dict(f.__dict__), f.__code__.co_freevars, g.__code__.co_freevars
    lam = f(1)
    return found, lam.__code__.co_freevars, lam.__dict__, f.__code__.co_varnames


def case_code_of_another_function():
    def f():
        return "f" if dict() else "no"

    def g():
        return "g" if dict(a=1) else "no"

    before = f()
    f.__code__ = g.__code__
    return before, f(), (lambda: f())()


def switched():
    return "first"


def other():
    return "second"


def case_code_of_a_function_changes_between_calls():
    found = []
    for code in (switched.__code__, other.__code__):
        switched.__code__ = code
        found.append(switched())
    return found


def with_default(a, b=1):
    return a, b


def case_defaults_change_between_calls():
    found = []
    for defaults in ((1,), (2,), None):
        with_default.__defaults__ = defaults
        try:
            found.append(with_default(0))
        except TypeError as error:
            found.append(str(error))
    return found


def warns():
    warnings.warn("here", UserWarning, stacklevel=2)


def case_stack_level_of_warnings():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        if caught is not None:
            warns()
    return [(each.filename, each.lineno) for each in caught]


def case_place_of_log_records():
    records = []

    class Keeps(logging.Handler):
        def emit(self, record):
            records.append((record.funcName, record.filename, record.lineno))

    logger = logging.getLogger("exact")
    logger.propagate = False
    keeper = Keeps()
    logger.addHandler(keeper)
    for i in range(2):
        if i:
            logger.error("from %s", i)
    logger.removeHandler(keeper)
    return records


def caller_by_frame():
    frame = sys._getframe(1)
    return frame.f_code.co_name, frame.f_lineno


def caller_by_inspect():
    return inspect.stack()[1].function, inspect.currentframe().f_back.f_code.co_name


def last_of_traceback():
    return [each.name for each in traceback.extract_stack()[-3:]]


def case_callers_frame():
    if sys:
        found = caller_by_frame(), caller_by_inspect(), last_of_traceback()
    return found


def case_frames_of_an_error():
    def fails(x):
        for i in range(x):
            if i:
                raise ValueError(i)

    try:
        fails(3)
    except ValueError as error:
        entries = traceback.extract_tb(error.__traceback__)
        return [(each.name, each.lineno, each.filename) for each in entries]


def case_modules_of_classes_made_by_calls():
    made = [
        collections.namedtuple("Pair", "a b"),
        enum.Enum("Colors", "red green"),
        typing.NewType("Meters", int),
        typing.TypeVar("Kind"),
        typing.ParamSpec("Parameters"),
        typing.NamedTuple("Row", [("a", int)]),
        typing.TypedDict("Options", {"a": int}),
        type("Plain", (), {}),
        dataclasses.make_dataclass("Data", ["x"])
        if sys.version_info < (3, 12)
        else int,
    ]
    return [each.__module__ for each in made]


def recursive(n):
    if n == 0:
        return 0
    for _ in range(1):
        return 1 + recursive(n - 1)


def case_recursion():
    return recursive(700)


def case_generators():
    def items(n):
        try:
            for i in range(n):
                if i % 2:
                    got = yield i
                    if got:
                        return got
        finally:
            yield "finally"

    made = items(5)
    return [next(made), made.send("stop"), list(items(4)), [*(i for i in items(3))]]


def case_coroutines():
    async def leaf(x):
        return x + 1

    async def chain(n):
        total = 0
        for i in range(n):
            total += await leaf(i)
        return total

    try:
        chain(3).send(None)
    except StopIteration as stop:
        return stop.value


def case_death_of_objects():
    class Thing:
        def method(self):
            return 1

    thing = Thing()
    seen = weakref.ref(thing)
    thing.method()
    if thing and not thing.method() == 2:
        del thing
    return seen() is None


def case_super_and_class():
    class Base:
        def __init__(self, x):
            self.x = x

        def get(self):
            return self.x, __class__.__name__

    class Derived(Base):
        def __init__(self, x):
            if x:
                super().__init__(x + 1)

        def get(self):
            return super().get(), __class__.__name__

    return Derived(1).get()


def case_private_names():
    class Private:
        def __init__(self):
            self.__x = 1

        def get(self):
            def inner():
                return self.__x

            return self.__x, inner(), sorted(vars(self))

    return Private().get()


def case_lambdas_on_one_line():
    return [f(2) for f in (lambda x: x + 1, lambda x: abs(x) * 5, lambda x: abs(-x))]


def case_annotations():
    def f(x: len("abc"), *y: int) -> str:
        z: dict(a=1) = 3
        return z

    return f.__annotations__, f(1)


def case_stack_of_frames():
    def inner(depth):
        for i in range(2):
            if i == 1:
                found = inspect.stack(0)
                return [(each.function, each.lineno) for each in found[:depth]]

    def around(x):
        if x:
            return inner(3)

    first = around(1)
    return [(name, line - first[0][1]) for name, line in first]


def case_return_swallowed_by_an_error_of_finally():
    def inner(x):
        try:
            try:
                if x:
                    return "left"
            finally:
                del missing
        except NameError:
            found.append(x)

    found = []
    return inner(1), inner(0), found
