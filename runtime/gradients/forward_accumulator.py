"""ForwardAccumulator: forward-mode differentiation, Jacobian-vector products."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graphir.dtypes import variant
from runtime.apply import apply_op
from runtime.context import CURRENT, Ambient, enter_tape, entered
from runtime.gradients.backward.requests import (
    LOG,
    UnconnectedGradients,
    checked_choice,
    connected,
    source_of,
)
from runtime.gradients.backward.reverse_accumulation import accumulate
from runtime.gradients.backward.rules import Backward, Call, is_differentiable
from runtime.gradients.tape import GradientTape
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.indexed_slices import IndexedSlices, dense
from runtime.tensors.structure import (
    assert_same_structure,
    flatten,
    is_composite,
    map_structure,
)
from runtime.tensors.tensor import Tensor


class ForwardAccumulator:
    """Computes Jacobian-vector products while the function is computed.

    Args:
      primals: the tensors or variables, or a nest of these, to differentiate by.
      tangents: the vector: for each primal a tensor of its shape.

    >>> x = tf.constant([2.0, 3.0])
    >>> with tf.autodiff.ForwardAccumulator(x, tf.constant([1.0, 0.0])) as accumulator:
    ...     y = tf.reduce_sum(x * x)
    >>> accumulator.jvp(y)
    <tf.Tensor: shape=(), dtype=float32, numpy=4.0>

    Raises:
      ValueError: if primals and tangents differ in structure, dtype or shape, if one
        primal occurs twice, or when entered again while it accumulates.
      TypeError: for a primal that is no tensor or variable.
      LookupError: if an op on the way has no gradient.
    """

    def __init__(self, primals: Any, tangents: Any) -> None:
        tangents = dense(tangents)  # slices stand for one tensor
        assert_same_structure(primals, tangents, check_types=False)
        self._tangents: dict[int, Any] = {}
        self._kept: list[Any] = []
        self._entered: Any = None
        self._outer: tuple[Any, ...] = ()
        seen: set[int] = set()
        for primal, tangent in zip(flatten(primals), flatten(tangents)):
            if id(primal) in seen:
                raise ValueError(
                    f"Tensor {primal!r} was specified as a primal multiple times. "
                    "This may indicate an error. If it was intended, please sum the "
                    "corresponding tangents."
                )
            seen.add(id(primal))
            self._watch(primal, tangent)

    def _watch(self, primal: Any, tangent: Any) -> None:
        _check_tensor(primal, "Derivatives are taken by")
        if not is_differentiable(primal.dtype):
            LOG.warning(
                "The dtype of the watched primal must be floating (e.g. tf.float32), "
                "got %r",
                primal.dtype,
            )
            return
        vector = convert_to_tensor(tangent, primal.dtype.base_dtype)
        if not primal.shape.is_compatible_with(vector.shape):
            raise ValueError(
                f"Shapes of primal and tangent differ: {primal.shape} and "
                f"{vector.shape}."
            )
        self._set(source_of(primal), vector)

    def _set(self, tensor: Any, tangent: Any) -> None:
        self._tangents[id(tensor)] = tangent
        self._kept.append(tensor)  # an id says nothing of a tensor that is gone

    def __enter__(self) -> ForwardAccumulator:
        if self._entered is not None:
            raise ValueError("Accumulator is already recording.")
        ambient = CURRENT.get()
        self._outer = () if ambient is None else ambient.tapes
        self._entered = enter_tape(self)
        try:
            self._entered.__enter__()
            return self
        except BaseException:  # an interrupt: nobody leaves what was not entered
            self.__exit__()
            raise

    def __exit__(self, *error: Any) -> None:
        entered_tape, self._entered = self._entered, None
        if entered_tape is None:
            return
        entered_tape.__exit__(None, None, None)

    def jvp(
        self,
        primals: Any,
        unconnected_gradients: UnconnectedGradients = UnconnectedGradients.NONE,
    ) -> Any:
        """The product for each tensor of a nest; None, or zeros, if the tensor depends
        on no primal.

        Raises:
          ValueError: if ``unconnected_gradients`` is neither ``none`` nor ``zero``.
          TypeError: for an object that is neither tensor nor variable.
        """
        unconnected = checked_choice(unconnected_gradients)

        def found(each: Any) -> Any:
            if isinstance(each, IndexedSlices):
                values = found(each.values)
                return None if values is None else _like_slices(each, values)
            if is_composite(each):
                return map_structure(found, each)
            _check_tensor(each, "The accumulator has derivatives of")
            tangent = self._tangents.get(id(source_of(each)))
            return connected(tangent, each, unconnected)

        return map_structure(found, primals, composites=False)

    # --- among the tapes

    goes_forward = True
    """Marks an observer that follows ops inside of functions with custom gradients."""

    def variable_accessed(self, variable: Any) -> None:
        """Ignores a read: a variable has a tangent only if it is a primal."""

    def is_watching(self, tensors: Sequence[Any]) -> bool:
        """Whether one of these has a tangent."""
        return any(id(each) in self._tangents for each in tensors)

    def watch_more_results(self, inputs: Sequence[Any], outputs: Sequence[Any]) -> None:
        """Extra results of a loop have no tangents."""

    def record(
        self,
        op: str,
        inputs: Sequence[Any],
        attrs: Mapping[str, Any],
        outputs: Sequence[Any],
        backward: Backward | None = None,
    ) -> None:
        """Computes the tangents of a call's results from the tangents of its inputs."""
        if not self.is_watching(inputs):
            return
        call = Call(op, inputs, attrs, outputs, backward)
        ambient = CURRENT.get()
        trace = None if ambient is None else ambient.trace
        # accumulators and tapes around this one see how tangents are computed
        with entered(Ambient(trace, self._outer)):
            tangents = [self._tangents.get(id(each)) for each in inputs]
            for output, tangent in zip(outputs, _pushed_forward(call, tangents)):
                if tangent is not None:
                    self._set(output, tangent)


def _like_slices(slices: IndexedSlices, values: Any) -> IndexedSlices:
    """Slices of the same rows with other values."""
    return IndexedSlices(values, slices.indices, slices.dense_shape)


def _check_tensor(thing: Any, what: str) -> None:
    if not isinstance(thing, Tensor) and not hasattr(thing, "handle"):
        raise TypeError(
            f"{what} tensors and variables, not {thing!r} of type "
            f"{type(thing).__name__!r}."
        )


def _pushed_forward(call: Call, tangents: Sequence[Any]) -> list[Any]:
    """The tangents of a call's results.

    The gradient is linear in what comes back, so its own gradient by that, weighted by
    the tangents, is the product with the jacobian.
    """
    if call.op in ("ReadVariableOp", "IdentityN"):
        # what custom_gradient says of the way back does not hold forwards
        return list(tangents)
    outputs = list(call.outputs)
    flows = [index for index, each in enumerate(outputs) if _is_number(each)]
    # an input read twice is one source
    moved = list({id(call.inputs[i]): i for i in _moving(tangents)}.values())
    with GradientTape(watch_accessed_variables=False) as tape:
        # at zero a rule may have a logarithm; at one none has anything
        weights = [_any_weight(outputs[index]) for index in flows]
        tape.watch(weights)
        sources = [call.inputs[index] for index in moved]
        targets = [outputs[index] for index in flows]
        found = accumulate([call], targets, weights, sources)
        found = [dense(each) for each in found]
    pairs = [
        (gradient, tangents[index])
        for gradient, index in zip(found, moved)
        if gradient is not None
    ]
    if not pairs:
        return [None] * len(outputs)
    pushed = tape.gradient(
        [gradient for gradient, _ in pairs],
        weights,
        output_gradients=[tangent for _, tangent in pairs],
    )
    result: list[Any] = [None] * len(outputs)
    for index, each in zip(flows, pushed):
        result[index] = dense(each)
    return result


def _any_weight(output: Any) -> Any:
    return apply_op("ZerosLike" if output.dtype is variant else "OnesLike", [output])


def _moving(tangents: Sequence[Any]) -> list[int]:
    """Which inputs have a tangent."""
    return [index for index, each in enumerate(tangents) if each is not None]


def _is_number(tensor: Any) -> bool:
    """Whether a tensor, or a list of them, can have a tangent."""
    dtype = tensor.dtype
    return bool(dtype.is_floating or dtype.is_complex or dtype is variant)
