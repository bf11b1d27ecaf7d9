"""Recorded calls, and their gradient rules: gradients with respect to the inputs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from graphir import dtypes
from graphir.dtypes import DType
from graphir.ops.contract.declaration import no_gradient, unimplemented_gradient
from graphir.ops.contract.inference import group_inputs
from graphir.ops.contract.registry import find, signature_of
from runtime.gradients.backward.applier import APPLIER

Backward = Callable[[Sequence[Any]], Sequence[Any]]
"""Gradients of the results, or None, to gradients of the arguments, or None."""


RULES_BY_NAME: Final[dict[bytes | None, Backward]] = {}
"""Gradient rules of single nodes, by their attribute ``_gradient_op_type``."""

GradientFunction = Callable[..., Any]
"""Maps an operation and the gradients of its results to gradients of its inputs."""

REGISTERED: Final[dict[bytes, GradientFunction]] = {}
"""Gradient functions that users registered, by name."""


class RuleName(bytes):
    """A name with a rule of its own, which lives as long as the nodes that have it."""

    rule: GradientFunction


def registered_rule(name: Any) -> GradientFunction | None:
    """The gradient function that is registered under a name, or loaded with it."""
    return REGISTERED.get(name) or getattr(name, "rule", None)


class Call:
    """One recorded use of an op or a function: its inputs and its results."""

    __slots__ = ("attrs", "backward", "inputs", "op", "outputs", "place", "scope")

    def __init__(
        self,
        op: str,
        inputs: Sequence[Any],
        attrs: Mapping[str, Any],
        outputs: Sequence[Any],
        backward: Backward | None = None,
        place: Any = None,
    ) -> None:
        self.op = op
        self.inputs = inputs
        self.attrs = attrs
        self.outputs = outputs
        self.backward = backward
        """Its own gradient rule; without one it is the op's."""
        self.place = place
        """The user's code that made it; None for nodes, which keep their own."""
        self.scope = ""
        """The prefix of the names of the nodes of its gradient; empty for none."""


def missing_gradient(call: Call) -> LookupError:
    """The error for a call whose op has no gradient; it carries the call."""
    error = LookupError(f"gradient registry has no entry for: {call.op}")
    # no class of our own: users see its name, which is TensorFlow's
    error.call = call  # type: ignore[attr-defined]
    return error


def call_without_gradient(error: LookupError) -> Call | None:
    """The call that a ``missing_gradient`` error refers to; None for other errors."""
    call: Call | None = getattr(error, "call", None)
    return call


Rule = Callable[[Call, Sequence[Any]], Sequence[Any]]
"""A call and the gradients of its results to the gradients of its inputs."""

RULES_BY_OP: Final[dict[str, Rule]] = {}
"""Rules that need more than ops: of calls of functions, and of lookups."""


def gradient_rule(*ops: str) -> Callable[[Rule], Rule]:
    """Decorates a gradient rule that overrides the op's own."""

    def register(rule: Rule) -> Rule:
        RULES_BY_OP.update(dict.fromkeys(ops, rule))
        return rule

    return register


DIFFERENTIABLE: Final = frozenset(
    number
    for dtype in dtypes.ALL
    if dtype.is_floating or dtype.is_complex or not dtype.has_numpy
    for number in (dtype.number, dtype.number + dtypes.REFERENCE_OFFSET)
)
"""The numbers of the dtypes through which gradients flow; hashing a DType is slow."""


def is_differentiable(dtype: DType) -> bool:
    """Whether gradients flow through values of that type."""
    return dtype.number in DIFFERENTIABLE


def declared_gradients(
    call: Call, d_outputs: Sequence[Any], wanted: Sequence[bool] | None = None
) -> Sequence[Any]:
    """The flat gradients by the rule in the op's declaration.

    ``wanted`` says of which inputs a gradient is asked for; of all if None.

    Raises:
      LookupError: if the op declares none, and does not say that it has none.
      NotImplementedError: if TensorFlow has a rule that raises this.
    """
    declaration = find(call.op)
    if declaration is None or declaration.input_gradients in (None, no_gradient):
        raise missing_gradient(call)
    if declaration.input_gradients is unimplemented_gradient:
        raise NotImplementedError(f"Gradient for {call.op} is not implemented.")
    if not declaration.is_differentiable():
        return [None] * len(call.inputs)
    signature = declaration.declared()
    view = declaration.view(call.inputs, call.attrs, call.outputs, APPLIER, wanted)
    grouped = group_inputs(signature, call.attrs, d_outputs, signature.outputs)
    return _flat_gradients(call, view.input_gradients(*grouped))


def _flat_gradients(call: Call, results: Any) -> list[Any]:
    signature = signature_of(call.op)
    assert signature is not None
    if len(signature.inputs) == 1 and not isinstance(results, tuple):
        results = (results,)
    flat: list[Any] = []
    arguments = group_inputs(signature, call.attrs, call.inputs)
    for argument, gradient in zip(arguments, results, strict=True):
        if not isinstance(argument, list):
            flat.append(gradient)
        elif gradient is None:
            flat += [None] * len(argument)
        else:
            flat += gradient
    return flat
