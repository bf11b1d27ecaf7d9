"""Functions that behave converted as in Python: what gives variables their values."""

# ruff: noqa: C400, F841, RET503, RET504 - the constructs

from __future__ import annotations

import collections
import contextlib
import enum
import functools
import inspect
import sys
import types
import typing
import warnings


def case_walrus_in_the_test_of_a_branch_that_assigns_it():
    log = []
    if x := 1:
        log.append(x)
        x = 2
        log.append(x)
    if not (y := 0):
        y += 1
        log.append(y)
    return log


def case_yield_in_decorators_and_defaults():
    def values():
        @(yield 1)
        def inner(x=(yield 2)):
            return [x for _ in range(2)]

        def other(x=(yield 3), *, y=(yield 4)):
            return x

        @(yield 5)
        class Local:
            x = 1

        if inner():
            yield inner(), other(), Local, (lambda x=(yield 6): x)()

    running, found = values(), []
    found.append(next(running))
    for sent in (lambda f: f, 20, 30, None, lambda f: f.x, 60):
        found.append(running.send(sent))

    def only_in_defaults():
        def inner(x=(yield 1)):
            return x

    return found, list(only_in_defaults())


def case_guards_that_assign_what_the_pattern_captured():
    def taken(a):
        b = 5
        match a:
            case [b, *_] if b := b - 1:
                return "first", b
            case 1 | 2 as b if (b := b - 1) and b:
                return "second", b
            case {"k": b} if b := not b:
                return "third", b
        return "none", a, b

    return [taken(a) for a in ([1, 2], [3], 1, 2, {"k": 0}, {"k": 1}, 3)]


def case_contexts_that_suppress_half_way():
    def in_body(a):
        d = 1
        if a:
            d = 2
        with contextlib.suppress(ValueError):
            int("x")
            d = 3
        return d

    def in_second_item(a):
        d = 1
        if a:
            d = 2
        with contextlib.suppress(ValueError), contextlib.nullcontext(int("x")) as d:
            pass
        return d

    def in_target(a):
        d = 1
        if a:
            d = 2
        with contextlib.suppress(TypeError) as (d, _):
            pass
        return d

    def in_loop(items):
        k, found = 0, []
        for each in items:
            with contextlib.suppress(KeyError):
                {1: 1}[each]
                k = each
            found.append(k)
            k += 10
        return found

    def without_value(a):
        with contextlib.suppress(NameError), contextlib.nullcontext(d) as d:  # noqa: F821
            pass
        try:
            if a:
                return d
        except UnboundLocalError as error:
            return "no value"

    def nested(a, b):
        if a:
            if b:
                d = 2
            with contextlib.suppress(ValueError):
                int("x")
                d = 3
            while True:
                with contextlib.suppress(ValueError):
                    d = d + int("x" if b else "1")
                break
            return d

    return (
        *(f(a) for f in (in_body, in_second_item, in_target) for a in (0, 1)),
        in_loop([1, 2, 1, 2, 2]),
        without_value(1),
        nested(1, 1),
    )


def case_namespace_of_a_class():
    def made(a):
        class Local:
            x = 1
            locals()["dynamic"] = 5
            vars()["more"] = sorted(k for k in vars() if not k.startswith("_"))
            y = eval("x + dynamic")
            if a:
                for i in range(2):
                    locals()[f"m{i}"] = i
            exec("z = x + y")

        return Local.dynamic, Local.more, Local.y, Local.m1, Local.z

    return made(1)


def case_annotated_where_a_context_suppresses():
    def taken(a):
        j = 1
        if a:
            j: int = 2
        with contextlib.suppress(ValueError):
            int("x")
            j = 3
        return j

    return taken(0), taken(1)


def case_annotated_variables_in_a_context_after_a_jump_out_of_a_finally():
    def found(a, b):
        try:
            b += a
        finally:
            if b:
                return "returned"  # noqa: B012 - the construct
            with contextlib.suppress(ValueError):
                count: int = len([a])
                if not a:
                    count: int = 3
        return count

    return found(0, 1), found(0, 0), found(1, -1)


def case_annotations_of_classes_in_branches():
    x = 0
    if not x:

        class Local:
            x: int = 3

        def other():
            x: int
            try:
                return x  # noqa: F821 - it has no value
            except UnboundLocalError:
                return "no value"

        x = 1
        return Local.__annotations__, Local.x, other(), x


def case_variables_after_a_context_that_swallows_what_is_raised():
    count, found = 1, []
    with contextlib.suppress(KeyError):
        raise KeyError(count)
        return 0
    if not found:
        with contextlib.suppress(ValueError) as none:
            found.append(count)
            count = len(found) + count
            if count > 5:
                return found
        return count, found, none


def case_free_variables_without_value_in_a_lambda_of_a_coroutine():
    def outer(given):
        if given:
            missing = 1

        async def values():
            nonlocal missing
            yield 2
            missing = 3

        async def taken():
            return [
                x
                async for x in values()
                if 2 in [f() for f in [lambda x=x: (x, missing) for x in range(2)]]
            ]

        try:
            taken().send(None)
        except StopIteration as stop:
            return stop.value
        except NameError as error:
            return str(error).partition(";")[0]

    return outer(0), outer(1)


def case_what_a_class_deletes():
    class Local:
        for number in range(2):
            doubled = 2 * number
        del number

    return hasattr(Local, "number"), Local.doubled


def case_generators_that_are_coroutines():
    @types.coroutine
    def suspended():
        return (yield "suspended")

    async def doubled():
        found = await suspended()
        return found * 2 if found else 0

    running = doubled()
    seen = [running.send(None)]
    try:
        running.send(4)
    except StopIteration as stop:
        seen.append(stop.value)
    return seen


def case_calls_of_objects_that_look_attributes_up_themselves():
    asked = []

    class Proxy:
        def __getattribute__(self, name):
            asked.append(name)
            return object.__getattribute__(self, name)

        def __call__(self):
            return "called"

    return Proxy()(), asked


class Raising:
    """A context that raises when it is left, as files do that cannot be written."""

    def __enter__(self):
        return self

    def __exit__(self, *error):
        raise KeyError("left")


def case_jumps_that_are_undone_by_what_is_raised_after_them():
    log = []

    def returns(items):
        for item in items:
            try:
                with Raising():
                    if item:
                        return item
            except KeyError:
                log.append(item)
                continue
            finally:
                log.append("finally")
        return "end"

    def continues(items):
        for item in items:
            with contextlib.suppress(KeyError):
                try:
                    if item == 1:
                        continue
                    if item == 2:
                        break
                    log.append(item)
                finally:
                    if item:
                        raise KeyError
            log.append(("after", item))
        else:
            log.append("else")

    def returns_from_a_handler(item):
        while item:
            item -= 1
            try:
                try:
                    raise ValueError
                except ValueError:
                    return "handler"
                finally:
                    if item:
                        raise KeyError
            except KeyError:
                log.append("caught")
        return "end"

    found = returns([1, 0, 2]), continues([0, 1, 2, 3]), returns_from_a_handler(3)
    return found, log


def case_names_that_a_match_leaves_in_a_class():
    class Matched:
        kind = (1, 2)
        match kind:
            case 1, second if second:
                found = "pair"
            case _:
                found = "other"

    return sorted(name for name in vars(Matched) if name[0] != "_")


def case_modules_of_classes_that_a_generator_makes():
    def generator():
        yield typing.NamedTuple("Made", [("a", int)])
        yield collections.namedtuple("Other", "a")
        yield enum.Enum("Third", "a")

    return [each.__module__ for each in generator()]


def case_locals_of_a_function_inside_a_branch(a=1, b=2):
    found = []
    if a:

        def inner():
            def again():
                found.append(sorted(locals()))

                def later():
                    return b

            b = again()  # not there yet when it is called
            if a:
                pass
            return b

        inner()
    return found


def case_locals_where_a_context_holds_a_function_with_names_of_its_own():
    outer = 1

    def reads():
        with contextlib.nullcontext():
            found = sorted(locals())

            def inner():
                outer = 2
                return outer if outer else 0

            inner()
        return found

    class Reads:
        def method(self):
            with contextlib.nullcontext():
                found = [outer for outer in [1] if outer], sorted(locals())
            return found

    return outer, reads(), Reads().method()


name_of_both = "global"


def case_names_of_branches_that_calls_read():
    log = []

    def reads(x):
        if x:
            name_of_both = "local"
            y = 1
        for i in range(2):
            last = i
        while x:
            x = 0
            z = 3
        exec("log.append(y + last)")
        log.append((sorted(locals()), sorted(vars()), dir(), eval("name_of_both, z")))
        name_of_both = "later"
        return eval("i", globals(), locals())

    def misses(x):
        if x:
            y = 1
        try:
            return eval("y")
        except NameError as error:
            return str(error)

    def nested(x):
        if x:
            y = 1
        return (lambda q: sorted(locals()))(2), (lambda q, r=3: q and vars())(y)

    return reads(1), misses(1), misses(0), nested(1), log


class Warning_:
    """Says where it was asked, so many calls up."""

    def __init__(self, level):
        self.level = level

    def method(self):
        return warns(self.level)

    @staticmethod
    def plain(level):
        return warns(level)


def warns(level):
    for _ in range(1):
        if level:
            warnings.warn("here", stacklevel=level)
    return level


def case_places_that_warnings_name():
    def inner(level):
        warns(level)
        (lambda x: warns(x))(level)
        list(warns(x) for x in [level])

        def generator():
            yield warns(level)

        list(generator())
        while warns(level):
            if warns(level):
                break
        sorted([level], key=lambda x: warns(x))
        functools.partial(warns, level)()
        Warning_(level).method()
        Warning_.plain(level)

        class Body:
            found = warns(level)

        return Body.found

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for level in (1, 2, 3):
            inner(level)
    return [(each.filename, each.lineno) for each in caught]


def case_modules_that_frames_name():
    def module_above(calls):
        return sys._getframe(calls).f_globals["__name__"]

    def inner(calls):
        if calls:
            return module_above(calls)
        return inspect.currentframe().f_code.co_name

    return inner(0), inner(1), inner(2)


def case_order_of_locals():
    def around(first):
        shared = 1
        a = 1
        b = a if a else (c := 2)
        (d := [e := 3])
        if (n := len(d)) > 0 and (m := n + shared):
            late = m
        return list(locals()), list(vars()), (lambda: (shared, n))(), first

    return around(5)


def case_locals_of_a_generator_that_shares_a_variable_without_value(a=1):
    def around(n):
        if n <= 0:
            return n

        def items():
            nonlocal late
            x = 3
            with contextlib.nullcontext():
                found.append(sorted(name for name in locals()))
            yield sorted(locals()), dir(), eval("sorted(locals())"), sorted(vars())
            late = x

        late = next(items()), sorted(map(next, [items()]))
        return late

    found = []
    return around(a), found


def case_lambda_inside_comprehensions_that_reads_a_variable_too_early(a=1):
    def around():
        try:
            for a in (x for x in [1] if all(x for x in [f() for f in made(x)])):
                return a
        except NameError as error:
            return type(error) is UnboundLocalError

    def made(x):
        for late in (x for x in [1] if [f() for f in [lambda x=x: (x, late)]]):  # noqa: B023
            return late

    return around()


def case_defaults_and_decorators_of_methods_see_the_names_of_the_class():
    class Local:
        given = 1
        other = 2

        def method(self, value=given and other, *, named=given < other < 5):
            return value, named

        short = lambda self, value=(given or other): value  # noqa: E731

        @(staticmethod if given else classmethod)
        def decorated(*args):
            return len(args)

    made = Local()
    return made.method(), made.short(), made.decorated(1)
