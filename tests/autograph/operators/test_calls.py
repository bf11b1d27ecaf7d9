"""Calls in converted code behave as in Python, and convert what they call."""

from __future__ import annotations

import abc
import collections
import functools
import itertools

import pytest

from autograph import (
    Stage,
    logs,
    register_stage,
    set_verbosity,
    to_graph,
    unregister_stage,
)
from autograph import operators as ag__


class Flag:
    """A staged truth value; the stage below takes both branches, then the first."""

    def __bool__(self) -> bool:
        raise TypeError("a Flag was tested by Python")


class Both(Stage):
    def if_stmt(self, cond, body, orelse, *rest):
        orelse()
        body()

    def if_exp(self, cond, if_true, if_false, expr_repr):
        return if_true()


@pytest.fixture(autouse=True)
def staged():
    stage = Both()
    register_stage(Flag, stage)
    yield stage
    unregister_stage(Flag)


@pytest.fixture
def verbosity():
    before = logs.get_verbosity()
    yield set_verbosity
    set_verbosity(before)


def branch(flag, *extra, **more):
    """Works only if it is converted."""
    if flag:
        result = ("true", *extra, *more.items())
    else:
        result = ("false",)
    return result


class Model:
    def __init__(self, flag):
        if flag:
            self.kind = "true"
        else:
            self.kind = "false"

    def __call__(self, flag):
        return branch(flag)

    def method(self, flag):
        return branch(flag, self.kind)

    @classmethod
    def class_method(cls, flag):
        return branch(flag, cls.__name__)

    @staticmethod
    def static_method(flag):
        return branch(flag)


class Derived(Model):
    def __init__(self, flag):
        super().__init__(flag)
        self.derived = 1

    def method(self, flag):
        return ("derived", *super().method(flag))


class Made:
    def __new__(cls, flag):
        instance = super().__new__(cls)
        instance.kind = branch(flag)
        return instance


def decorated(f):
    @functools.wraps(f)
    def wrapper(*args, **kwargs):
        return ("wrapped", f(*args, **kwargs))

    return wrapper


decorated_branch = decorated(branch)

MORE = {"j": 4}

USES = {
    "function": lambda flag: branch(flag),
    "positional and keyword arguments": lambda flag: branch(flag, 1, *[2], k=3, **MORE),
    "partial": lambda flag: functools.partial(branch, flag, k=1)(2, j=3),
    "partial that is overridden": lambda flag: functools.partial(branch, k=1)(
        flag, k=2
    ),
    "wraps": lambda flag: decorated_branch(flag),
    "constructor": lambda flag: Model(flag).kind,
    "constructor by __new__": lambda flag: Made(flag).kind,
    "inherited constructor": lambda flag: (Derived(flag).kind, Derived(flag).derived),
    "callable object": lambda flag: Model(flag)(flag),
    "method": lambda flag: Model(flag).method(flag),
    "super": lambda flag: Derived(flag).method(flag),
    "method from its class": lambda flag: Model.method(Model(flag), flag),
    "class method": lambda flag: Derived.class_method(flag),
    "static method": lambda flag: Model.static_method(flag),
    "lambda": lambda flag: (lambda x: branch(x))(flag),
    "map": lambda flag: list(map(branch, [flag], [1])),
    "filter": lambda flag: list(filter(Model(True), [flag])) == [flag],
    "sorted": lambda flag: sorted([flag], key=branch) == [flag],
    "max": lambda flag: max([flag, flag], key=branch) is flag,
    "reduce": lambda flag: functools.reduce(branch, [flag, 1]),
    "alias": lambda flag: [f(flag) for f in (branch,)],
}


def _python_meaning(use):
    """What `use` gives when every condition is True: the branch that Both keeps."""
    return use(True)


@pytest.mark.parametrize("name", USES)
def test_called_function_is_converted(name):
    use = USES[name]
    if name in ("filter", "sorted", "max"):
        assert to_graph(use)(Flag()) is True
    else:
        assert to_graph(use)(Flag()) == _python_meaning(use)


def test_builtin_of_the_stage_is_called_for_staged_arguments(staged):
    staged.builtins = {len: lambda x: 7, int: lambda x, base=10: base}
    assert to_graph(lambda x: (len(x), int(x, base=8), len([1])))(Flag()) == (7, 8, 1)


def test_builtin_sees_staged_items_of_its_container(staged):
    staged.builtins = {max: lambda items: ("max of", len(items))}
    assert to_graph(lambda x: max([x, x]))(Flag()) == ("max of", 2)


def test_method_of_a_python_object_can_be_staged(staged):
    staged.builtins = {list.append: lambda owner, item: owner.append("staged")}

    def use(x):
        items = []
        items.append(x)
        items.append(1)
        return items

    assert to_graph(use)(Flag()) == ["staged", 1]


def test_builtin_that_the_stage_declines_is_pythons(staged):
    staged.builtins = {isinstance: lambda *args: NotImplemented}
    assert to_graph(lambda x: isinstance(x, Flag))(Flag()) is True


@pytest.mark.as_written(reason="functions in converted code are converted already")
def test_print_is_pythons_unless_asked_for(staged, capsys):
    from autograph import Feature

    staged.builtins = {print: lambda *args: ["staged"]}

    def use(x):
        return print(x)

    def alias(x):
        show = print
        return show(x, end="") or "python"

    assert to_graph(alias)(Flag()) == "python"
    feature = Feature.BUILTIN_FUNCTIONS
    with_feature = to_graph(use, experimental_optional_features=feature)
    assert with_feature(Flag()) == ["staged"]


def test_objects_compare_equal_to_those_python_makes():
    point = collections.namedtuple("point", "x y")
    assert to_graph(lambda: point(1, y=2))() == point(1, 2)


def test_abstract_class_with_a_constructor_is_refused_as_in_python():
    class Abstract(abc.ABC):
        def __init__(self):
            self.x = 1

        @abc.abstractmethod
        def method(self): ...

    with pytest.raises(TypeError, match="^Can't instantiate abstract class Abstract"):
        to_graph(lambda: Abstract())()


def test_constructor_must_return_none():
    class Wrong:
        def __init__(self):
            return 1

    with pytest.raises(TypeError, match=r"^__init__\(\) should return None, not 'int'"):
        to_graph(lambda: Wrong())()


def test_wrong_arguments_are_pythons_error():
    with pytest.raises(TypeError, match="missing 1 required positional argument"):
        to_graph(lambda: branch())()


def test_what_cannot_be_called_is_pythons_error():
    with pytest.raises(TypeError, match="^'int' object is not callable$"):
        to_graph(lambda x: x())(3)


def test_unhashable_callable_is_called():
    class Unhashable:
        __hash__ = None

        def __call__(self):
            return 1

    assert to_graph(lambda f: f())(Unhashable()) == 1


def test_calls_in_generators_are_converted(capsys):
    def both(flag):
        return 1 if flag else 2

    def count(n, flag):
        for i in range(n):
            yield i + both(flag)

    use = to_graph(lambda flag: list(count(3, flag)))
    assert use(Flag()) == [1, 2, 3]
    assert use(False) == [2, 3, 4]
    assert capsys.readouterr().err == ""


def test_function_without_source_runs_as_it_is_with_one_warning(capsys):
    namespace: dict[str, object] = {}
    exec("def no_source(x): return x + 1", namespace)
    use = to_graph(lambda f: f(1) + f(2))
    assert use(namespace["no_source"]) == 5
    messages = capsys.readouterr().err
    assert messages.count("WARNING: AutoGraph could not transform <function no_so") == 1
    assert "and will run it as-is.\nCause: " in messages


def test_failing_conversion_is_an_error_if_strict(monkeypatch):
    from autograph import ConversionError

    monkeypatch.setenv("AUTOGRAPH_STRICT_CONVERSION", "1")
    namespace: dict[str, object] = {}
    exec("def no_source(x): return x + 1", namespace)
    with pytest.raises(ConversionError, match="no_source"):
        to_graph(lambda f: f(1))(namespace["no_source"])


def test_strict_conversion_counts_after_a_function_fell_back(monkeypatch, capsys):
    from autograph import ConversionError

    namespace: dict[str, object] = {}
    exec("def no_source(x): return iter([x])", namespace)
    exec("def generator(x): yield x", namespace)
    use = to_graph(lambda f: list(f(1)))
    for function in (namespace["generator"], namespace["no_source"]):
        assert len(use(function)) == 1
        monkeypatch.setenv("AUTOGRAPH_STRICT_CONVERSION", "1")
        for _ in range(2):
            with pytest.raises(ConversionError):
                use(function)
        monkeypatch.delenv("AUTOGRAPH_STRICT_CONVERSION")
        assert len(use(function)) == 1
    assert capsys.readouterr().err.count("WARNING: AutoGraph could not") == 2


@pytest.mark.as_written(reason="functions in converted code are converted already")
def test_log_gives_the_reason_of_each_call(verbosity, capsys):
    verbosity(2)

    def logged(x):
        return x

    assert to_graph(lambda: logged(Model(True).kind))() == "true"
    lines = capsys.readouterr().err.splitlines()
    place = f"{__file__}:{logged.__code__.co_firstlineno}"
    convert = "user code; convert it, call the result"
    assert f"autograph: call of logged ({place}): {convert}" in lines
    assert any("a class with a constructor in Python" in line for line in lines)


def test_call_without_a_scope_converts_with_default_options():
    assert ag__.converted_call(branch, (Flag(), 1), {"k": 2}) == ("true", 1, ("k", 2))


def test_deep_recursion_costs_few_frames():
    def depth(n):
        return 0 if n == 0 else depth(n - 1) + 1

    assert to_graph(depth)(100) == 100


def test_iterators_stay_lazy():
    assert to_graph(lambda: next(map(branch, itertools.count(1))))() == ("true",)
