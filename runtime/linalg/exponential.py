"""The matrix exponential, by scaling and squaring with Padé approximants."""

from __future__ import annotations

from typing import Any, Final

from graphir import dtypes
from runtime.apply import apply_op, apply_single
from runtime.arrays.filling import eye
from runtime.context import op_scope
from runtime.control_flow.while_loops import while_loop
from runtime.linalg.products import matmul
from runtime.math.reductions import reduce_max, reduce_sum
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor

_NUMERATOR: Final = (
    64764752532480000.0,
    32382376266240000.0,
    7771770303897600.0,
    1187353796428800.0,
    129060195264000.0,
    10559470521600.0,
    670442572800.0,
    33522128640.0,
    1323241920.0,
    40840800.0,
    960960.0,
    16380.0,
    182.0,
    1.0,
)
"""Coefficients of the Pade approximant of order 13."""

_REACH: Final = 5.371920351148152
"""Up to this norm the approximant is exact to the last digit of a double."""

_SMALL_NUMERATOR: Final = (
    17297280.0,
    8648640.0,
    1995840.0,
    277200.0,
    25200.0,
    1512.0,
    56.0,
    1.0,
)
"""The coefficients of order 7, whose terms float32 can represent."""

_SMALL_REACH: Final = 3.925724783138660


def expm(input: TensorLike, name: str | None = None) -> Tensor:
    """The exponential of square matrices (scaled down, a quotient, squared up).

    >>> tf.linalg.expm([[0.0, 0.0], [0.0, 0.0]]).numpy().tolist()
    [[1.0, 0.0], [0.0, 1.0]]

    Raises:
      ValueError: for a dtype that is no float.
      InvalidArgumentError: for matrices that are not square.
    """
    with op_scope(name, "matrix_exponential"):
        matrix = convert_to_tensor(input, name="input")
        if not (matrix.dtype.is_floating or matrix.dtype.is_complex):
            raise ValueError(
                f"tf.linalg.expm does not support matrices of type {matrix.dtype!r}"
            )
        if matrix.shape[-2:].as_list() == [0, 0]:
            return matrix
        is_wide = matrix.dtype in (dtypes.float64, dtypes.complex128)
        coefficients = _NUMERATOR if is_wide else _SMALL_NUMERATOR
        halvings = _halvings(matrix, _REACH if is_wide else _SMALL_REACH)
        scale = apply_op("Pow", [convert_to_tensor(2.0, halvings.dtype), halvings])
        scale = apply_op("ExpandDims", [apply_op("ExpandDims", [scale, -1]), -1])
        if scale.dtype is not matrix.dtype:
            scale = apply_op("Cast", [scale], {"DstT": matrix.dtype})
        quotient = _quotient(apply_op("RealDiv", [matrix, scale]), coefficients)
        return _squared(quotient, halvings)


def _halvings(matrix: Tensor, reach: float) -> Tensor:
    """How often each matrix must be halved, as floats."""
    size = matrix
    if matrix.dtype.is_complex:
        size = apply_op("ComplexAbs", [matrix], {"Tout": matrix.dtype.real_dtype})
    norms = reduce_max(reduce_sum(apply_op("Abs", [size]), -2), -1)
    ratio = apply_op("RealDiv", [norms, reach])
    log2 = apply_op("RealDiv", [apply_op("Log", [ratio]), 0.6931471805599453])
    return apply_single("Maximum", [0.0, apply_op("Ceil", [log2])])


def _quotient(matrix: Tensor, coefficients: tuple[float, ...]) -> Tensor:
    """(even + odd) / (even - odd), even and odd powers of the polynomial."""
    sizes = matrix.shape.as_list()
    identity = eye(sizes[-1], dtype=matrix.dtype)
    square = matmul(matrix, matrix)
    power: Any = None
    odd: Any = apply_op("Mul", [identity, coefficients[1]])
    even: Any = apply_op("Mul", [identity, coefficients[0]])
    for place in range(2, len(coefficients), 2):
        power = square if power is None else matmul(power, square)
        even = apply_op("AddV2", [even, apply_op("Mul", [power, coefficients[place]])])
        term = apply_op("Mul", [power, coefficients[place + 1]])
        odd = apply_op("AddV2", [odd, term])
    odd = matmul(matrix, odd)
    return apply_single(
        "MatrixSolve",
        [apply_op("Sub", [even, odd]), apply_op("AddV2", [even, odd])],
    )


def _squared(matrix: Tensor, halvings: Tensor) -> Tensor:
    most = reduce_max(halvings)
    start = convert_to_tensor(0.0, halvings.dtype)

    def needs_more(step: Tensor, value: Tensor) -> Any:
        return apply_op("Less", [step, most])

    def square(step: Tensor, value: Tensor) -> tuple[Tensor, Tensor]:
        is_due = apply_op("Less", [step, halvings])
        mask = apply_op("ExpandDims", [apply_op("ExpandDims", [is_due, -1]), -1])
        doubled = apply_op("SelectV2", [mask, matmul(value, value), value])
        return apply_op("AddV2", [step, 1.0]), doubled

    _, result = while_loop(needs_more, square, (start, matrix))
    found: Tensor = result
    return found
