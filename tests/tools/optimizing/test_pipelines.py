"""Flags that select passes: which run, in which order, and names that are none."""

from __future__ import annotations

import argparse

import pytest

from autograph_tools.failures import Failure
from autograph_tools.optimizing.pipelines import add_pass_arguments, pipeline_of
from graphir.passes.optimizer import default_pipeline


def names(*words: str, given: list[str] | None = None) -> list[str]:
    parser = argparse.ArgumentParser()
    add_pass_arguments(parser)
    return [each.name for each in pipeline_of(parser.parse_args(words), given).passes]


ALL = [each.name for each in default_pipeline().passes]


def test_all_passes_are_the_default() -> None:
    assert names() == ALL


@pytest.mark.parametrize(
    ("words", "given", "expected"),
    [
        (["--passes", "cse,dead_nodes"], None, ["cse", "dead_nodes"]),
        ([], ["cse"], ["cse"]),
        ([], [], []),
        (["--passes", "cse"], ["dead_nodes"], ["cse"]),
        (["--passes", "cse,dead_nodes", "--until", "cse"], None, ["cse"]),
        (["--passes", "cse,dead_nodes", "--disable", "cse"], None, ["dead_nodes"]),
        (["--until", ALL[2], "--disable", ALL[0]], None, ALL[1:3]),
        (["--disable", ",".join(ALL)], None, []),
    ],
)
def test_flags_choose(
    words: list[str], given: list[str] | None, expected: list[str]
) -> None:
    assert names(*words, given=given) == expected


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--passes", "csee"], "did you mean 'cse'"),
        (["--disable", "csee"], "no pass 'csee' runs here"),
        (["--until", "nothing_like_it"], "no pass 'nothing_like_it' runs here"),
        (["--passes", "cse", "--disable", "dead_nodes"], "no pass 'dead_nodes' runs"),
        (["--passes", "cse,"], "--passes"),
    ],
)
def test_a_name_that_is_no_pass_is_told(words: list[str], told: str) -> None:
    with pytest.raises(Failure, match=told):
        names(*words)


def test_numerics_reach_every_pass_that_has_them() -> None:
    parser = argparse.ArgumentParser()
    add_pass_arguments(parser)
    pipeline = pipeline_of(parser.parse_args(["--numerics", "fast"]))
    levels = {each.numerics for each in pipeline.passes if hasattr(each, "numerics")}
    assert levels == {"fast"}
