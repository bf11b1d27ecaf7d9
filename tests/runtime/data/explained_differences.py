"""Differences between drawn pipelines that `docs/data.md` lists, and which they are.

Each is a function of a pipeline's text, of TensorFlow's outcome and of the one here.
"""

from __future__ import annotations

from typing import Any


def has_optionals(text: str, theirs: list[Any], mine: list[Any]) -> bool:
    """Whether optionals are batched."""
    refused = (["!NotImplementedError"], ["!ValueError"])
    return "F.optional" in text and theirs == ["!AttributeError"] and mine in refused


def resamples_composites(text: str, theirs: list[Any], mine: list[Any]) -> bool:
    """Whether ragged or sparse elements, or tuples of one component, are resampled."""
    return "rejection_resample" in text and theirs == ["!TypeError"] and mine != theirs


def is_read_ahead(text: str, theirs: list[Any], mine: list[Any]) -> bool:
    """Other epochs of numbers that differ from epoch to epoch."""
    is_drawn = "rerandomize_each_iteration=True" in text
    reads_on = ".repeat(" in text or "rejection_resample" in text
    return is_drawn and reads_on and theirs[:2] == mine[:2]


def counts_in_parallel(text: str, theirs: list[Any], mine: list[Any]) -> bool:
    """Whether two stages count in one variable, and others are between."""
    counting = text.count("F.counted") + text.count("F.every_second")
    return counting > 1 and theirs[:2] == mine[:2]


def drops_last_error(text: str, theirs: list[Any], mine: list[Any]) -> bool:
    """Whether windows are made of what fails at its end, and only we say so."""
    first = text.find(".window(")
    ends_in_error = ".window(" in text[first + 1 :] or (
        0 <= text.find("assert_cardinality") < first
    )
    if first < 0 or not ends_in_error or not mine or not theirs:
        return False
    before = mine[:-1]
    fails = str(mine[-1]).startswith("!") and not str(theirs[-1]).startswith("!")
    return fails and theirs[: len(before)] == before


def checks_what_is_dropped(text: str, theirs: list[Any], mine: list[Any]) -> bool:
    """Whether only TensorFlow looks at the rest of a batch, which is dropped."""
    maps, batches = text.find(".map("), text.rfind("drop_remainder=True)")
    return 0 <= maps < batches and theirs == [*mine, "!InvalidArgumentError"]


def fuses_nested_filters(text: str, theirs: list[Any], mine: list[Any]) -> bool:
    """Whether TensorFlow fuses filters of inner datasets, and then cannot read them."""
    if "filter_fusion" not in text or "F.mapped" not in text or not theirs:
        return False
    read = theirs[:-1]
    return theirs[-1] == "!InvalidArgumentError" and mine[: len(read)] == read


OF_STRUCTURES = {
    "optionals in batch, unbatch, rebatch, ragged_batch": has_optionals,
    "rejection_resample of ragged or sparse elements": resamples_composites,
    "numbers of later epochs, of which TensorFlow reads ahead": is_read_ahead,
    "the rest of a batch after a map, which is dropped": checks_what_is_dropped,
    "an error just before the end of what windows are made of": drops_last_error,
}
OF_NUMBERS = {
    "functions with effects around a map without": counts_in_parallel,
    "the rest of a batch after a map, which is dropped": checks_what_is_dropped,
    "an error just before the end of what windows are made of": drops_last_error,
    "filter_fusion of filters inside datasets of datasets": fuses_nested_filters,
}
