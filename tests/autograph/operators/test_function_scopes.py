"""The scope of a converted function."""

from __future__ import annotations

import contextlib
import functools

import pytest

from autograph import ConversionOptions, Feature
from autograph import operators as ag__
from autograph.operators import function_scopes
from autograph.operators.function_scopes import is_artifact


def test_function_that_returned_nothing_returns_none():
    with ag__.FunctionScope("f", "fscope", ag__.STD) as fscope:
        assert fscope.ret(ag__.UndefinedReturnValue(), False) is None


@pytest.mark.parametrize("value", [None, 0, [], "x"])
def test_returned_value_is_the_same_object(value):
    with ag__.FunctionScope("f", "fscope", ag__.STD) as fscope:
        assert fscope.ret(value, True) is value


def test_scope_passes_exceptions_on():
    with pytest.raises(KeyError), ag__.FunctionScope("f", "fscope", ag__.STD):
        raise KeyError("k")


def test_scope_hands_down_options_for_calls():
    options = ConversionOptions(user_requested=True, optional_features=Feature.LISTS)
    scope = ag__.FunctionScope("f", "fscope", options)
    assert scope.callopts == options.call_options()


@pytest.mark.parametrize(
    ("features", "seen"),
    [((), []), (Feature.NAME_SCOPES, ["in f", "out f"]), (Feature.LISTS, [])],
)
def test_registered_context_is_entered_where_its_feature_is_on(
    features, seen, monkeypatch
):
    events: list[str] = []

    @contextlib.contextmanager
    def context(name):
        events.append(f"in {name}")
        yield
        events.append(f"out {name}")

    monkeypatch.setattr(function_scopes, "_contexts", {})
    function_scopes.register_function_context(Feature.NAME_SCOPES, context)
    options = ConversionOptions(optional_features=features)
    with ag__.FunctionScope("f", "fscope", options):
        pass
    assert events == seen


def test_lambda_scope_gives_the_value():
    assert ag__.with_function_scope(lambda lscope: lscope.ret(3, True), "l", ag__.STD)


def test_equal_options_are_made_once():
    first = ag__.ConversionOptions(recursive=True, optional_features=())
    assert ag__.ConversionOptions(recursive=True, optional_features=()) is first


def test_artifact_is_the_function_itself():
    def f():
        pass

    assert ag__.autograph_artifact(f) is f
    assert is_artifact(f)


def test_wrapper_of_an_artifact_is_none():
    artifact = ag__.autograph_artifact(lambda: 1)

    @functools.wraps(artifact)
    def wrapper():
        return artifact()

    assert not is_artifact(wrapper)


def test_objects_without_code_can_be_artifacts():
    assert ag__.autograph_artifact(len) is len
