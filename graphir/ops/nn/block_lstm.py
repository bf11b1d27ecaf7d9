"""A long short-term memory over a sequence as one op, and its gradient.

Hochreiter and Schmidhuber, Long Short-Term Memory, 1997; peepholes: Gers and
Schmidhuber, Recurrent nets that time and count, 2000.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.ops.contract.families import in_brackets
from graphir.shapes import Shape

_INPUTS = """
    seq_len_max: int64, x: T, cs_prev: T, h_prev: T, w: T, wci: T, wcf: T, wco: T, b: T
"""
_OUTPUTS = "i: T, cs: T, f: T, o: T, ci: T, co: T, h: T"
_GRADIENTS = """
    x_grad: T, cs_prev_grad: T, h_prev_grad: T, w_grad: T, wci_grad: T, wcf_grad: T,
    wco_grad: T, b_grad: T
"""


def _sigmoid(x: Any) -> Any:
    return 1 / (1 + np.exp(-x))


class SequenceLSTM(Op):
    """Both versions of the op, which differ in the order of the gates.

    ``x`` has the shape [time, batch, inputs], states [batch, cells], ``w``
    [inputs + cells, 4 * cells]; a result has a [batch, cells] for each step, zeros from
    ``seq_len_max`` on.
    """

    forgets_before_fresh: bool
    """Whether the columns of ``w`` are i, f, ci, o and not i, ci, f, o."""

    def infer_shape(self) -> list[Shape]:
        x, cells = self.x.shape.with_rank(3), self.cs_prev.shape.with_rank(2)
        return [Shape([x[0], x[1], cells[1]])] * 7

    def check_sizes(self, x: Any, cells: Any, h: Any, w: Any, b: Any) -> None:
        """Refuses arrays that do not fit together.

        Raises:
          InvalidArgumentError: naming the shapes.
        """
        if x.ndim != 3 or cells.ndim != 2:
            raise self.invalid(
                "x must have 3 and cs_prev 2 axes: "
                f"{in_brackets(x.shape)}, {in_brackets(cells.shape)}"
            )
        batch, count = x.shape[1], cells.shape[1]
        expected = {
            "cs_prev": (cells, (batch, count)),
            "h_prev": (h, (batch, count)),
            "w": (w, (x.shape[2] + count, 4 * count)),
            "b": (b, (4 * count,)),
        }
        for name, (array, shape) in expected.items():
            if array.shape != shape:
                raise self.invalid(
                    f"{name} must have the shape {in_brackets(shape)}, "
                    f"not {in_brackets(array.shape)}"
                )

    def check_peepholes(self, cells: Any, *peepholes: Any) -> None:
        """Refuses weights of peepholes that are not one for each cell.

        Raises:
          InvalidArgumentError: naming the shape.
        """
        for array in peepholes if self.use_peephole else ():
            if array.shape != cells.shape[1:]:
                raise self.invalid(
                    f"peepholes must have the shape {in_brackets(cells.shape[1:])}, "
                    f"not {in_brackets(array.shape)}"
                )

    def length(self, seq_len_max: Any, x: Any) -> int:
        """How many steps are computed.

        Raises:
          InvalidArgumentError: if it is no scalar, or outside of the sequence.
        """
        if np.ndim(seq_len_max):
            raise self.invalid("seq_len_max must be a scalar")
        if not 0 <= seq_len_max <= len(x):
            raise self.invalid(
                f"seq_len_max must be between 0 and {len(x)}: {seq_len_max}"
            )
        return int(seq_len_max)

    def ordered(self, gates: Sequence[Any]) -> Sequence[Any]:
        """i, ci, f, o of the columns, or the columns of i, ci, f, o."""
        first, second, third, last = gates
        if self.forgets_before_fresh:
            return first, third, second, last
        return gates

    def compute(
        self,
        seq_len_max: Any,
        x: Any,
        cells: Any,
        h: Any,
        w: Any,
        wci: Any,
        wcf: Any,
        wco: Any,
        b: Any,
    ) -> list[Any]:
        self.check_sizes(x, cells, h, w, b)
        self.check_peepholes(cells, wci, wcf, wco)
        results = np.zeros((7, *x.shape[:2], cells.shape[1]), np.float32)
        wide = [each.astype(np.float32) for each in (x, cells, h, w, b)]
        steps, cells, h, weights, b = wide
        peepholes = [each.astype(np.float32) for each in (wci, wcf, wco)]
        for number in range(self.length(seq_len_max, x)):
            gates = np.concatenate([steps[number], h], 1) @ weights + b
            results[:, number] = self._step(gates, cells, peepholes)
            cells, h = results[1, number], results[6, number]
        return [each.astype(x.dtype) for each in results]

    def _step(self, gates: Any, cells: Any, peepholes: Sequence[Any]) -> list[Any]:
        wci, wcf, wco = peepholes
        enter, fresh, kept, shown = self.ordered(np.split(gates, 4, 1))
        if self.use_peephole:
            enter, kept = enter + wci * cells, kept + wcf * cells
        enter = _sigmoid(enter)
        kept = _sigmoid(kept + np.float32(self._attrs.get("forget_bias", 0.0)))
        fresh = np.tanh(fresh)
        now = fresh * enter + cells * kept
        if self.cell_clip > 0:
            now = np.clip(now, -self.cell_clip, self.cell_clip)
        shown = _sigmoid(shown + wco * now if self.use_peephole else shown)
        seen = np.tanh(now)
        return [enter, now, kept, shown, fresh, seen, shown * seen]

    def _gradients(self, gradient: str, d_outputs: Sequence[Any]) -> tuple[Any, ...]:
        """Of everything but the length; nothing comes from the gates."""
        _, d_cells, _, _, _, _, d_h = d_outputs
        op = self.op
        inputs = [getattr(self, each.name) for each in self.declared().inputs]
        outputs = [getattr(self, each.name) for each in self.declared().outputs]
        found = getattr(op, gradient)(
            *inputs,
            *outputs,
            op.ZerosLike(self.cs) if d_cells is None else d_cells,
            op.ZerosLike(self.h) if d_h is None else d_h,
            use_peephole=self.use_peephole,
        )
        return (None, *found)


class BlockLSTM(
    SequenceLSTM,
    signature=f"""
        BlockLSTM({_INPUTS}) -> ({_OUTPUTS})
        | forget_bias: float = 1.0; cell_clip: float = 3.0; use_peephole: bool = False;
          T: type in [half,float]
    """,
):
    """An LSTM over a sequence, with its gates in the order i, ci, f, o."""

    forgets_before_fresh = False

    def input_gradients(self, *d_outputs: Any) -> Any:
        return self._gradients("BlockLSTMGrad", d_outputs)


class BlockLSTMV2(
    SequenceLSTM,
    signature=f"""
        BlockLSTMV2({_INPUTS}) -> ({_OUTPUTS})
        | cell_clip: float = 0.0; use_peephole: bool = False; T: type in [half,float]
    """,
):
    """An LSTM over a sequence, with its gates in the order i, f, ci, o."""

    forgets_before_fresh = True

    def input_gradients(self, *d_outputs: Any) -> Any:
        return self._gradients("BlockLSTMGradV2", d_outputs)


class SequenceLSTMGradient(SequenceLSTM):
    """The gradients for the inputs, from the last step to the first.

    Cells that were clipped pass their gradient on as others do.
    """

    input_gradients = not_differentiable

    def infer_shape(self) -> list[Shape]:
        names = ("x", "cs_prev", "h_prev", "w", "wci", "wcf", "wco", "b")
        return [getattr(self, name).shape for name in names]

    def compute(self, *arrays: Any) -> list[Any]:
        seq_len_max, *inputs = arrays[:9]
        x, cells, h, w, *peepholes, b = inputs
        self.check_sizes(x, cells, h, w, b)
        self.check_peepholes(cells, *peepholes)
        self._check_results(x, cells, arrays[9:])
        wide = [each.astype(np.float32) for each in arrays[1:]]
        totals = [np.zeros(each.shape, np.float32) for each in inputs]
        carried: tuple[Any, Any] = (np.zeros_like(totals[1]), np.zeros_like(totals[2]))
        for number in reversed(range(self.length(seq_len_max, x))):
            carried = self._step_back(number, wide, totals, carried)
        totals[1], totals[2] = carried
        return [each.astype(x.dtype) for each in totals]

    def _check_results(self, x: Any, cells: Any, results: Sequence[Any]) -> None:
        expected = (*x.shape[:2], cells.shape[1])
        for array in results:
            if array.shape != expected:
                raise self.invalid(
                    f"results and their gradients must have the shape "
                    f"{in_brackets(expected)}, not {in_brackets(array.shape)}"
                )

    def _step_back(
        self,
        number: int,
        arrays: Sequence[Any],
        totals: Sequence[Any],
        carried: tuple[Any, Any],
    ) -> tuple[Any, Any]:
        """Adds a step's part to the totals; the gradients of the states before it."""
        steps, cells, h, w, wci, wcf, wco, _, *results = arrays
        enter, now, kept, shown, fresh, seen, _ = (each[number] for each in results[:7])
        before = results[1][number - 1] if number else cells
        h_before = results[6][number - 1] if number else h
        d_h = results[8][number] + carried[1]
        d_shown = shown * (1 - shown) * d_h * seen
        d_cells = (1 - seen * seen) * d_h * shown + results[7][number] + carried[0]
        if self.use_peephole:
            d_cells = d_cells + d_shown * wco
        d_fresh = (1 - fresh * fresh) * d_cells * enter
        d_kept = kept * (1 - kept) * d_cells * before
        d_enter = enter * (1 - enter) * d_cells * fresh
        gates = np.concatenate(self.ordered([d_enter, d_fresh, d_kept, d_shown]), 1)
        d_both = gates @ w.T
        d_before = d_cells * kept
        if self.use_peephole:
            d_before = d_before + d_enter * wci + d_kept * wcf
            totals[4][...] += (d_enter * before).sum(0)
            totals[5][...] += (d_kept * before).sum(0)
            totals[6][...] += (d_shown * now).sum(0)
        width = steps.shape[2]
        totals[0][number] = d_both[:, :width]
        totals[3][...] += np.concatenate([steps[number], h_before], 1).T @ gates
        totals[7][...] += gates.sum(0)
        return d_before, d_both[:, width:]


class BlockLSTMGrad(
    SequenceLSTMGradient,
    signature=f"""
        BlockLSTMGrad({_INPUTS}, {_OUTPUTS}, cs_grad: T, h_grad: T) -> ({_GRADIENTS})
        | use_peephole: bool; T: type in [half,float]
    """,
):
    """The gradients of BlockLSTM."""

    forgets_before_fresh = False


class BlockLSTMGradV2(
    SequenceLSTMGradient,
    signature=f"""
        BlockLSTMGradV2({_INPUTS}, {_OUTPUTS}, cs_grad: T, h_grad: T) -> ({_GRADIENTS})
        | use_peephole: bool; T: type in [half,float]
    """,
):
    """The gradients of BlockLSTMV2."""

    forgets_before_fresh = True
