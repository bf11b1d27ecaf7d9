"""Conversion options: equality, features, and the text in generated code."""

from __future__ import annotations

import itertools

import pytest

from autograph import ConversionOptions, Feature
from autograph import operators as ag__

FLAGS = [False, True]
FEATURES = [
    (),
    Feature.ALL,
    (Feature.LISTS,),
    (Feature.EQUALITY_OPERATORS, Feature.LISTS),
]


@pytest.mark.parametrize(
    "values", list(itertools.product(FLAGS, FLAGS, FEATURES, FLAGS)), ids=str
)
def test_text_of_options_evaluates_to_the_same_options(values):
    options = ConversionOptions(*values)
    again = eval(options.to_source(), {"ag__": ag__})
    assert again == options
    assert hash(again) == hash(options)


def test_text_is_that_of_generated_code():
    assert ConversionOptions(user_requested=True).to_source() == (
        "ag__.ConversionOptions(recursive=True, user_requested=True, "
        "optional_features=(), internal_convert_user_code=True)"
    )


@pytest.mark.parametrize(
    ("features", "text"),
    [
        (Feature.LISTS, "ag__.Feature.LISTS"),
        (
            [Feature.LISTS, Feature.ASSERT_STATEMENTS],
            "(ag__.Feature.ASSERT_STATEMENTS, ag__.Feature.LISTS)",
        ),
    ],
)
def test_features_are_written_in_one_order(features, text):
    options = ConversionOptions(optional_features=features)
    assert f"optional_features={text}," in options.to_source()


def test_order_and_repetition_of_features_do_not_matter():
    one = ConversionOptions(optional_features=[Feature.LISTS, Feature.NAME_SCOPES])
    other = ConversionOptions(
        optional_features=[Feature.NAME_SCOPES, Feature.LISTS, Feature.LISTS]
    )
    assert one == other


def test_all_turns_every_feature_on():
    options = ConversionOptions(optional_features=Feature.ALL)
    assert all(options.uses(feature) for feature in Feature)


def test_no_feature_is_on_by_default():
    assert not any(ConversionOptions().uses(feature) for feature in Feature)


def test_all_but_leaves_out_what_is_named():
    assert Feature.all_but(Feature.LISTS) == tuple(
        feature for feature in Feature if feature not in (Feature.ALL, Feature.LISTS)
    )


@pytest.mark.parametrize("recursive", FLAGS)
def test_called_functions_are_converted_if_recursive(recursive):
    options = ConversionOptions(recursive, user_requested=True).call_options()
    assert (options.user_requested, options.internal_convert_user_code) == (
        False,
        recursive,
    )


def test_options_cannot_be_changed():
    with pytest.raises(AttributeError, match="immutable; cannot set 'recursive'"):
        ConversionOptions().recursive = False


def test_features_must_be_features():
    with pytest.raises(TypeError, match="expected members of autograph.Feature"):
        ConversionOptions(optional_features=["LISTS"])
