"""LSTM, GRU and RNN: a loop over the steps, in one or both directions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from graphir import dtypes
from graphir.onnx.contract.bodies import while_loop
from graphir.onnx.contract.calls import Call, reads
from graphir.onnx.contract.terms import Term, Terms

Cell = Callable[[Terms, Term, list[Term], list[Term]], list[Term]]
"""The next states, of a step of the input, the states and the weights."""

Activation = Callable[[Terms, Term], Term]


def _activations(
    call: Call, defaults: Sequence[str], direction: int
) -> list[Activation]:
    names = call.attr("activations") or list(defaults) * 2
    count = len(defaults)
    chosen = names[direction * count : (direction + 1) * count]
    alphas, betas = call.attr("activation_alpha"), call.attr("activation_beta")
    found = []
    for index, name in enumerate(chosen, direction * count):
        alpha = alphas[index] if alphas and index < len(alphas) else None
        beta = betas[index] if betas and index < len(betas) else None
        found.append(_activation(call, name.lower(), alpha, beta))
    return found


def _activation(call: Call, name: str, alpha: Any, beta: Any) -> Activation:
    a = 1.0 if alpha is None else alpha
    b = 0.0 if beta is None else beta
    known: dict[str, Activation] = {
        "sigmoid": lambda terms, x: terms.op.Sigmoid(x),
        "tanh": lambda terms, x: terms.op.Tanh(x),
        "relu": lambda terms, x: terms.op.Relu(x),
        "softsign": lambda terms, x: terms.op.Softsign(x),
        "softplus": lambda terms, x: terms.op.Softplus(x),
        "affine": lambda terms, x: x * a + b,
        "elu": lambda terms, x: terms.where(x > 0.0, x, terms.op.Expm1(x) * a),
        "leakyrelu": lambda terms, x: terms.op.LeakyRelu(
            x, alpha=0.01 if alpha is None else alpha
        ),
        "thresholdedrelu": lambda terms, x: terms.where(
            x > a, x, terms.op.ZerosLike(x)
        ),
        "scaledtanh": lambda terms, x: terms.op.Tanh(x * b) * a,
        "hardsigmoid": lambda terms, x: terms.op.Minimum(
            terms.op.Maximum(
                x * (0.2 if alpha is None else alpha) + (0.5 if beta is None else beta),
                0.0,
            ),
            1.0,
        ),
    }
    if name not in known:
        raise call.refuse(f"the activation {name!r}.")
    return known[name]


@dataclass(frozen=True)
class _Kind:
    """What differs between the three ops."""

    gates: int
    states: int
    activations: tuple[str, ...]
    cell: Callable[[Call, list[Activation], int, bool], Cell]
    peepholes: int | None = None


def _recurrent(call: Call, kind: _Kind) -> Any:
    x = call[0]
    if call.attr("layout", 0):
        x = call.transpose(x, [1, 0, 2])
    hidden = call.attr("hidden_size") or int(call[2].dims[2] or 0)
    names = {"forward": [False], "reverse": [True], "bidirectional": [False, True]}
    directions = names[call.attr("direction", "forward")]
    runs = [
        _one_direction(call, kind, x, hidden, index, back)
        for index, back in enumerate(directions)
    ]
    outputs = call.op.Pack([each[0] for each in runs], axis=1)
    last = [
        call.op.Pack([each[1][i] for each in runs], axis=0) for i in range(kind.states)
    ]
    if call.attr("layout", 0):
        outputs = call.transpose(outputs, [2, 0, 1, 3])
        last = [call.transpose(each, [1, 0, 2]) for each in last]
    return (outputs, *last)


def _one_direction(
    call: Call, kind: _Kind, x: Term, hidden: int, index: int, back: bool
) -> tuple[Term, list[Term]]:
    lengths = call.maybe(4)
    if back:
        x = _reversed(call, x, lengths)
    weights = [call.at(call[i], index) for i in (1, 2)]
    bias = call.maybe(3)
    if bias is None:
        zeros = np.zeros(2 * kind.gates * hidden, x.dtype.numpy_dtype)
        weights.append(call.const(zeros, x.dtype))
    else:
        weights.append(call.at(bias, index))
    if kind.peepholes is not None and call.maybe(kind.peepholes) is not None:
        weights.append(call.at(call[kind.peepholes], index))
    states = [_first(call, x, hidden, 5 + i, index) for i in range(kind.states)]
    functions = _activations(call, kind.activations, index)
    cell = kind.cell(call, functions, hidden, len(weights) > 3)
    outputs, last = _run(call, cell, x, states, weights, lengths)
    return (_reversed(call, outputs, lengths) if back else outputs), last


def _first(call: Call, x: Term, hidden: int, argument: int, index: int) -> Term:
    given = call.maybe(argument)
    if given is None:
        sizes = call.vector([call.size(x, 1), hidden])
        zeros: Term = call.op.Fill(sizes, call.const(0, x.dtype))
        return zeros
    if call.attr("layout", 0):
        given = call.transpose(given, [1, 0, 2])
    return call.at(given, index)


def _reversed(call: Call, x: Term, lengths: Term | None) -> Term:
    if lengths is None:
        found: Term = call.op.ReverseV2(x, call.const(np.array([0], np.int64)))
        return found
    turned: Term = call.op.ReverseSequence(x, lengths, seq_dim=0, batch_dim=1)
    return turned


def _run(
    call: Call,
    cell: Cell,
    x: Term,
    states: list[Term],
    weights: list[Term],
    lengths: Term | None,
) -> tuple[Term, list[Term]]:
    count = len(states)
    extra = [] if lengths is None else [lengths]

    def condition(terms: Terms, own: list[Term]) -> list[Term]:
        return [own[0] < own[1]]

    def step(terms: Terms, own: list[Term]) -> list[Term]:
        index, before = own[0], own[2 : 2 + count]
        rest = own[2 + count : -1]
        given = rest[1 : 1 + len(weights)]
        after = cell(terms, terms.at(rest[0], index), before, given)
        row = after[0]
        if extra:
            inside = terms.expand(terms.cast(index, extra[0].dtype) < rest[-1], [1])
            row = terms.where(inside, row, terms.op.ZerosLike(row))
            after = [
                terms.where(inside, new, old)
                for new, old in zip(after, before, strict=True)
            ]
        pushed = terms.op.TensorListPushBack(own[-1], row)
        return [index + 1, own[1], *after, *rest, pushed]

    empty = call.op.EmptyTensorList(
        call.const(-1, dtypes.int32),
        call.const(-1, dtypes.int32),
        element_dtype=x.dtype,
    )
    limit = call.reshape(call.vector([call.size(x, 0)]), [])
    given = [call.const(np.int64(0)), limit, *states, x, *weights, *extra, empty]
    found = while_loop(call.build, given, condition, step)
    sizes = [-1 if each is None else each for each in states[0].dims]
    rows = call.op.TensorListStack(
        found[-1], call.const(np.array(sizes, np.int32)), element_dtype=x.dtype
    )
    return rows, list(found[2 : 2 + count])


def _product(terms: Terms, x: Term, weights: Term) -> Term:
    found: Term = terms.op.MatMul(x, weights, transpose_b=True)
    return found


def _clipped(call: Call, terms: Terms, x: Term) -> Term:
    clip = call.attr("clip")
    if not clip:
        return x
    found: Term = terms.op.Minimum(terms.op.Maximum(x, -clip), clip)
    return found


def _parts(terms: Terms, x: Term, hidden: int, count: int) -> list[Term]:
    """Parts of the last axis, one a gate."""
    last = x.rank - 1
    return [
        terms.slice(x, {last: i * hidden}, {last: (i + 1) * hidden})
        for i in range(count)
    ]


def _lstm_cell(
    call: Call, functions: list[Activation], hidden: int, peeps: bool
) -> Cell:
    f, g, h = functions

    def cell(
        terms: Terms, x: Term, states: list[Term], weights: list[Term]
    ) -> list[Term]:
        last, memory = states
        w, r, b = weights[:3]
        size = 4 * hidden
        bias = terms.slice(b, {}, {0: size}) + terms.slice(b, {0: size}, {})
        sums = _product(terms, x, w) + _product(terms, last, r) + bias
        i, o, u, c = _parts(terms, sums, hidden, 4)
        if peeps:
            pi, po, pf = _parts(terms, weights[3], hidden, 3)
            i, u = i + pi * memory, u + pf * memory
        i = f(terms, _clipped(call, terms, i))
        if call.attr("input_forget", 0):
            u = 1.0 - i
        else:
            u = f(terms, _clipped(call, terms, u))
        memory = u * memory + i * g(terms, _clipped(call, terms, c))
        if peeps:
            o = o + po * memory
        o = f(terms, _clipped(call, terms, o))
        return [o * h(terms, memory), memory]

    return cell


def _gru_cell(
    call: Call, functions: list[Activation], hidden: int, peeps: bool
) -> Cell:
    f, g = functions

    def cell(
        terms: Terms, x: Term, states: list[Term], weights: list[Term]
    ) -> list[Term]:
        (last,) = states
        w, r, b = weights[:3]
        wz, wr, wh = _parts(terms, _product(terms, x, w), hidden, 3)
        bias = _parts(terms, b, hidden, 6)
        rows = _rows(terms, r, hidden)
        z = wz + _product(terms, last, rows[0]) + bias[0] + bias[3]
        reset = wr + _product(terms, last, rows[1]) + bias[1] + bias[4]
        z = f(terms, _clipped(call, terms, z))
        reset = f(terms, _clipped(call, terms, reset))
        if call.attr("linear_before_reset", 0):
            new = wh + reset * (_product(terms, last, rows[2]) + bias[5]) + bias[2]
        else:
            new = wh + _product(terms, reset * last, rows[2]) + bias[5] + bias[2]
        new = g(terms, _clipped(call, terms, new))
        return [(1.0 - z) * new + z * last]

    return cell


def _rows(terms: Terms, x: Term, hidden: int) -> list[Term]:
    return [terms.slice(x, {0: i * hidden}, {0: (i + 1) * hidden}) for i in range(3)]


def _rnn_cell(
    call: Call, functions: list[Activation], hidden: int, peeps: bool
) -> Cell:
    (f,) = functions

    def cell(
        terms: Terms, x: Term, states: list[Term], weights: list[Term]
    ) -> list[Term]:
        w, r, b = weights[:3]
        bias = terms.slice(b, {}, {0: hidden}) + terms.slice(b, {0: hidden}, {})
        sums = _product(terms, x, w) + _product(terms, states[0], r) + bias
        return [f(terms, _clipped(call, terms, sums))]

    return cell


@reads("LSTM")
def _lstm(call: Call) -> Any:
    kind = _Kind(4, 2, ("sigmoid", "tanh", "tanh"), _lstm_cell, peepholes=7)
    return _recurrent(call, kind)


@reads("GRU")
def _gru(call: Call) -> Any:
    return _recurrent(call, _Kind(3, 1, ("sigmoid", "tanh"), _gru_cell))


@reads("RNN")
def _rnn(call: Call) -> Any:
    return _recurrent(call, _Kind(1, 1, ("tanh",), _rnn_cell))
