"""Stages are found by the type of the deciding value."""

from __future__ import annotations

import gc
import weakref

import pytest

from autograph import Stage, register_stage, unregister_stage
from autograph import operators as ag__
from autograph.operators.dispatch import stage_for


class Base:
    pass


class Derived(Base):
    pass


@pytest.fixture
def stages():
    registered = []

    def add(owner, stage=None):
        stage = stage or Stage()
        register_stage(owner, stage)
        registered.append(owner)
        return stage

    yield add
    for owner in registered:
        unregister_stage(owner)


def test_subclasses_belong_to_the_stage_of_their_base(stages):
    stage = stages(Base)
    assert stage_for(Derived()) is stage


def test_nearest_base_class_decides(stages):
    stages(Base)
    stage = stages(Derived)
    assert stage_for(Derived()) is stage


def test_registration_counts_for_types_asked_about_before(stages):
    assert stage_for(Derived()) is None
    stage = stages(Base)
    assert stage_for(Derived()) is stage


def test_unregistered_types_are_plain_again(stages):
    stages(Base)
    unregister_stage(Base)
    assert stage_for(Derived()) is None


def test_first_staged_value_decides(stages):
    first, second = stages(Base), stages(Derived)
    assert stage_for(1, Derived(), Base()) is second
    assert stage_for(1, Base(), Derived()) is first


@pytest.mark.parametrize("owner", [object, bool, type(None), "int"])
def test_types_that_cannot_be_staged_are_refused(owner):
    with pytest.raises(TypeError, match="cannot belong to a stage"):
        register_stage((owner,), Stage())


def test_what_is_no_stage_is_refused():
    with pytest.raises(TypeError, match="expected a Stage"):
        register_stage(Base, object())


def test_classes_asked_about_are_not_kept_alive():
    class Local:
        pass

    assert ag__.not_(Local()) is False
    gone = weakref.ref(Local)
    del Local
    gc.collect()
    assert gone() is None


STAGED_USES = {
    "and_": lambda x: ag__.and_(lambda: x, lambda: "b"),
    "or_": lambda x: ag__.or_(lambda: x, lambda: "b"),
    "not_": lambda x: ag__.not_(x),
    "eq": lambda x: ag__.eq(1, x),
    "not_eq": lambda x: ag__.not_eq(x, 1),
    "contains": lambda x: ag__.in_(x, (1, 2)),
    "if_exp": lambda x: ag__.if_exp(x, lambda: 1, lambda: 2, "x"),
    "get_item": lambda x: ag__.get_item([1], x, ag__.GetItemOpts(None)),
    "set_item": lambda x: ag__.set_item({}, 1, x),
    "list_append": lambda x: ag__.list_append(x, 1),
    "list_stack": lambda x: ag__.list_stack(x, ag__.ListStackOpts(None, list)),
}


@pytest.mark.parametrize("hook", STAGED_USES)
def test_hook_answers_for_staged_values(stages, hook):
    stage = stages(Base)
    setattr(stage, hook, lambda *args: hook)
    assert STAGED_USES[hook](Derived()) == hook


@pytest.mark.parametrize("hook", ["and_", "or_", "not_", "eq", "not_eq", "if_exp"])
def test_hook_that_declines_leaves_python_meaning(stages, hook):
    value = Derived()
    plain = STAGED_USES[hook](value)
    stages(Base)
    assert STAGED_USES[hook](value) == plain


def test_staged_pop_gives_the_new_list_and_the_item(stages):
    stage = stages(Base)
    stage.list_pop = lambda list_, i, opts: ("rest", i)
    assert ag__.list_pop(Base(), 2, ag__.ListPopOpts()) == ("rest", 2)


def test_staged_assert_is_not_checked_by_python(stages):
    checks = []
    stage = stages(Base)
    stage.assert_stmt = lambda value, message: checks.append(message())
    ag__.assert_stmt(Base(), lambda: "why")
    assert checks == ["why"]
