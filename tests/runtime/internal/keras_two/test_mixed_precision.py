"""Wrappers of optimizers that scale losses, by the optimizer's class."""

from __future__ import annotations

from runtime.internal.keras_two import mixed_precision


class Optimizer:
    pass


class Scaled:
    pass


def test_a_wrapper_is_kept_with_its_class(monkeypatch) -> None:
    monkeypatch.setattr(mixed_precision, "WRAPPERS", {})
    mixed_precision.register_loss_scale_wrapper(Optimizer, Scaled)
    assert {Optimizer: (Scaled, Scaled)} == mixed_precision.WRAPPERS
    mixed_precision.register_loss_scale_wrapper(Optimizer, len, Scaled)
    assert {Optimizer: (len, Scaled)} == mixed_precision.WRAPPERS


def test_graphs_are_not_rewritten() -> None:
    assert not mixed_precision.is_mixed_precision_graph_rewrite_enabled()
    mixed_precision.set_using_mixed_precision_policy(False)
    assert not mixed_precision.is_mixed_precision_graph_rewrite_enabled()
