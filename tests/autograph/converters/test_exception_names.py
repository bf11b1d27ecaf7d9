"""Names of `except` clauses that the function uses otherwise."""

from __future__ import annotations

from autograph import to_graph
from tests.autograph.staged_flags import staged_flags


def bound_in_a_branch(x):
    e, found = "before", []
    for i in range(3):
        try:
            found.append(e)
            if i == x:
                raise ValueError(i)
        except ValueError as e:
            found.append(str(e))
            e = "kept no longer"
        else:
            found.append(e)
    return found


def read_in_a_branch(x):
    e = 1
    if x:
        try:
            {}[x]
        except KeyError as e:
            return str(e)
    return e


def gone(x):
    e = 1
    try:
        if x:
            raise KeyError(x)
    except KeyError as e:
        del e
    return e


def deletes_what_may_be_missing(x):
    if x:
        b = 1
    del b
    return x


def decorated_by_what_may_be_missing(x):
    if x:

        def decorate(f):
            return f

    @decorate
    def inner():
        return x

    return inner()


def default_that_may_be_missing(x):
    if x:
        b = 1

    def items(y=b):
        yield y

    return list(items())


def captured_in_a_case(x):
    found = []
    match x:
        case [first, *_] if not first:
            while len(found) < 2:
                match x:
                    case [_, {"k": b, **rest}]:
                        pass
                found.append((b, rest))
    return found


def outcome(function, x):
    try:
        return function(x)
    except (KeyError, UnboundLocalError) as error:
        return [
            kind.__name__
            for kind in type(error).__mro__
            if kind.__module__ == "builtins"
        ]


def test_names_and_deletion_are_as_in_python_in_the_staged_form():
    for function, values in (
        (bound_in_a_branch, (0, 1, 5)),
        (read_in_a_branch, (0, 1)),
        (gone, (0, 1)),
        (deletes_what_may_be_missing, (0, 1)),
        (decorated_by_what_may_be_missing, (0, 1)),
        (default_that_may_be_missing, (0, 1)),
        (captured_in_a_case, ([0, {"k": 1, "x": 2}], [1])),
    ):
        expected = [outcome(function, x) for x in values]
        with staged_flags():
            assert [outcome(to_graph(function), x) for x in values] == expected, (
                function
            )
