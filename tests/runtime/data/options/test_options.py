"""Options of datasets: properties, older names, and what is written down."""

from __future__ import annotations

import copy
from typing import Any

import pytest

import runtime as tf
from runtime.data.options.options import OptionGroup

Options = tf.data.Options
GROUPS: list[Any] = [Options, *OptionGroup.__subclasses__()]


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.__name__)
def test_every_option_is_a_property_that_says_what_it_takes(group: Any) -> None:
    for name in (*group.kinds, *group.older):
        member = vars(group)[name]
        assert isinstance(member, property)
        assert member.__doc__
        assert name in dir(group())
        with pytest.raises(TypeError, match="must be of type"):
            setattr(group(), name, object())
        with pytest.raises(AttributeError):
            delattr(group(), name)


def test_older_names_are_the_same_options() -> None:
    older, newer = Options(), Options()
    older.experimental_deterministic = False
    older.experimental_threading.private_threadpool_size = 4
    newer.deterministic = False
    newer.threading.private_threadpool_size = 4
    assert older == newer
    assert older.threading is older.experimental_threading
    assert older.deterministic is False
    assert Options().experimental_deterministic is None


def test_a_dataset_keeps_the_options_of_the_service() -> None:
    options = Options()
    options.experimental_service.pinned = True
    options.experimental_deterministic = True
    found = tf.data.Dataset.range(2).with_options(options).options()
    assert found.experimental_service.pinned is True
    assert found.deterministic is True
    # field 12 holds the message of the service, whose field 1 is true
    assert bytes.fromhex("6202 0801") in options.serialized()


def test_merged_and_copied_options_are_others() -> None:
    first, second = Options(), Options()
    first.autotune.enabled = True
    second.threading.max_intra_op_parallelism = 3
    both = first.merge(second)
    assert both.autotune.enabled is True
    assert both.threading.max_intra_op_parallelism == 3
    assert first.threading.max_intra_op_parallelism is None
    twin = copy.deepcopy(first)
    twin.autotune.enabled = False
    assert first.autotune.enabled is True


def test_other_names_are_refused() -> None:
    with pytest.raises(AttributeError, match="Cannot set the property foo on Options"):
        Options().foo = 3
    with pytest.raises(AttributeError, match="foo"):
        Options().foo  # noqa: B018
