"""One step of recurrent cells (LSTM, GRU), with all internal results as outputs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.ops.contract.ranks import require_shape, sizes_of_matrix, vector_of
from graphir.shapes import Shape


def _sigmoid(x: Any) -> Any:
    return 1 / (1 + np.exp(-x))


class LSTMBlockCell(
    Op,
    signature="""
        LSTMBlockCell(x: T, cs_prev: T, h_prev: T, w: T, wci: T, wcf: T, wco: T, b: T)
        -> (i: T, cs: T, f: T, o: T, ci: T, co: T, h: T)
        | forget_bias: float = 1.0; cell_clip: float = 3.0; use_peephole: bool = False;
          T: type in [half,float]
    """,
):
    """One step of a long short-term memory; the gates are in the order i, c, f, o."""

    input_gradients = not_differentiable

    def infer_shape(self) -> list[Shape]:
        x, cells = self.x.shape.with_rank(2), self.cs_prev.shape.with_rank(2)
        found = Shape([x[0], cells[1]])
        return [found] * 7

    def compute(
        self, x: Any, cells: Any, h: Any, w: Any, wci: Any, wcf: Any, wco: Any, b: Any
    ) -> list[Any]:
        dtype = x.dtype
        rows, width = sizes_of_matrix(x, "x")
        _, units = sizes_of_matrix(cells, "cs_prev")
        require_shape(cells, "cs_prev", (rows, units))
        require_shape(h, "h_prev", (rows, units))
        require_shape(w, "w", (width + units, 4 * units))
        require_shape(b, "b", (4 * units,))
        for name, peephole in (("wci", wci), ("wcf", wcf), ("wco", wco)):
            vector_of(peephole, name)
            if self.use_peephole:
                require_shape(peephole, name, (units,))
        wide = [each.astype(np.float32) for each in (x, cells, h, w, wci, wcf, wco, b)]
        x, cells, h, w, wci, wcf, wco, b = wide
        gates = np.concatenate([x, h], 1) @ w + b
        enter, fresh, kept, shown = np.split(gates, 4, 1)
        if self.use_peephole:
            enter, kept = enter + wci * cells, kept + wcf * cells
        enter, kept = _sigmoid(enter), _sigmoid(kept + np.float32(self.forget_bias))
        fresh = np.tanh(fresh)
        now = fresh * enter + cells * kept
        if self.cell_clip > 0:
            now = np.clip(now, -self.cell_clip, self.cell_clip)
        if self.use_peephole:
            shown = shown + wco * now
        shown, seen = _sigmoid(shown), np.tanh(now)
        parts = [enter, now, kept, shown, fresh, seen, shown * seen]
        return [each.astype(dtype) for each in parts]


class GRUBlockCell(
    Op,
    signature="""
        GRUBlockCell(x: T, h_prev: T, w_ru: T, w_c: T, b_ru: T, b_c: T)
        -> (r: T, u: T, c: T, h: T) | T: type in [float]
    """,
):
    """One step of a gated recurrent unit: reset and update gate, new value, state."""

    input_gradients = not_differentiable

    def infer_shape(self) -> list[Shape]:
        x, states = self.x.shape.with_rank(2), self.h_prev.shape.with_rank(2)
        found = Shape([x[0], states[1]])
        return [found] * 4

    def compute(
        self, x: Any, h: Any, w_ru: Any, w_c: Any, b_ru: Any, b_c: Any
    ) -> list[Any]:
        rows, width = sizes_of_matrix(x, "x")
        _, units = sizes_of_matrix(h, "h_prev")
        require_shape(h, "h_prev", (rows, units))
        require_shape(w_ru, "w_ru", (width + units, 2 * units))
        require_shape(w_c, "w_c", (width + units, units))
        require_shape(b_ru, "b_ru", (2 * units,))
        require_shape(b_c, "b_c", (units,))
        gates = _sigmoid(np.concatenate([x, h], 1) @ w_ru + b_ru)
        reset, update = np.split(gates, 2, 1)
        fresh = np.tanh(np.concatenate([x, h * reset], 1) @ w_c + b_c)
        return [reset, update, fresh, update * h + (1 - update) * fresh]


class LSTMBlockCellGrad(
    Op,
    signature="""
        LSTMBlockCellGrad(x: T, cs_prev: T, h_prev: T, w: T, wci: T, wcf: T, wco: T,
        b: T, i: T, cs: T, f: T, o: T, ci: T, co: T, cs_grad: T, h_grad: T)
        -> (cs_prev_grad: T, dicfo: T, wci_grad: T, wcf_grad: T, wco_grad: T)
        | use_peephole: bool; T: type in [half,float]
    """,
):
    """The gradients of one step of LSTMBlockCell."""

    input_gradients = not_differentiable

    def infer_shape(self) -> list[Shape]:
        cells = self.cs_prev.shape.with_rank(2)
        width = None if cells[1] is None else 4 * cells[1]
        peepholes = [each.shape for each in (self.wci, self.wcf, self.wco)]
        return [cells, Shape([cells[0], width]), *peepholes]

    def compute(self, *arrays: Any) -> list[Any]:
        self._check_shapes(arrays)
        dtype = arrays[0].dtype
        wide = [each.astype(np.float32) for each in arrays]
        _, before, _, _, wci, wcf, wco, _ = wide[:8]
        enter, now, kept, shown, fresh, seen, d_cells, d_h = wide[8:]
        d_shown = shown * (1 - shown) * d_h * seen
        d_now = (1 - seen * seen) * d_h * shown + d_cells
        if self.use_peephole:
            d_now = d_now + d_shown * wco
        d_fresh = (1 - fresh * fresh) * d_now * enter
        d_kept = kept * (1 - kept) * d_now * before
        d_enter = enter * (1 - enter) * d_now * fresh
        d_before = d_now * kept
        of_peepholes = [np.zeros_like(each) for each in (wci, wcf, wco)]
        if self.use_peephole:
            d_before = d_before + d_enter * wci + d_kept * wcf
            of_peepholes = [
                (d_enter * before).sum(0),
                (d_kept * before).sum(0),
                (d_shown * now).sum(0),
            ]
        gates = np.concatenate([d_enter, d_fresh, d_kept, d_shown], 1)
        return [each.astype(dtype) for each in (d_before, gates, *of_peepholes)]

    def _check_shapes(self, arrays: Sequence[Any]) -> None:
        rows, width = sizes_of_matrix(arrays[0], "x")
        _, units = sizes_of_matrix(arrays[1], "cs_prev")
        for array, name in zip(arrays[1:3], ("cs_prev", "h_prev"), strict=True):
            require_shape(array, name, (rows, units))
        require_shape(arrays[3], "w", (width + units, 4 * units))
        for array, name in zip(arrays[4:7], ("wci", "wcf", "wco"), strict=True):
            vector_of(array, name)
            if self.use_peephole:
                require_shape(array, name, (units,))
        require_shape(arrays[7], "b", (4 * units,))
        results = ("i", "cs", "f", "o", "ci", "co", "cs_grad", "h_grad")
        for array, name in zip(arrays[8:], results, strict=True):
            require_shape(array, name, (rows, units))


class GRUBlockCellGrad(
    Op,
    signature="""
        GRUBlockCellGrad(x: T, h_prev: T, w_ru: T, w_c: T, b_ru: T, b_c: T, r: T, u: T,
        c: T, d_h: T) -> (d_x: T, d_h_prev: T, d_c_bar: T, d_r_bar_u_bar: T)
        | T: type in [float]
    """,
):
    """The gradients of one step of GRUBlockCell."""

    input_gradients = not_differentiable

    def infer_shape(self) -> list[Shape]:
        states = self.h_prev.shape.with_rank(2)
        width = None if states[1] is None else 2 * states[1]
        return [self.x.shape.with_rank(2), states, states, Shape([states[0], width])]

    def compute(
        self,
        x: Any,
        h: Any,
        w_ru: Any,
        w_c: Any,
        b_ru: Any,
        b_c: Any,
        r: Any,
        u: Any,
        c: Any,
        d_h: Any,
    ) -> list[Any]:
        rows, width = sizes_of_matrix(x, "x")
        _, units = sizes_of_matrix(h, "h_prev")
        require_shape(w_ru, "w_ru", (width + units, 2 * units))
        require_shape(w_c, "w_c", (width + units, units))
        require_shape(b_ru, "b_ru", (2 * units,))
        require_shape(b_c, "b_c", (units,))
        states = {"h_prev": h, "r": r, "u": u, "c": c, "d_h": d_h}
        for name, array in states.items():
            require_shape(array, name, (rows, units))
        d_fresh = d_h * (1 - u) * (1 - c * c)
        d_update = d_h * (h - c) * u * (1 - u)
        of_joined = d_fresh @ w_c.T
        d_x_fresh, d_reset_state = of_joined[:, :width], of_joined[:, width:]
        d_reset = d_reset_state * h * r * (1 - r)
        gates = np.concatenate([d_reset, d_update], 1)
        of_gates = gates @ w_ru.T
        d_x = d_x_fresh + of_gates[:, :width]
        d_state = d_reset_state * r + d_h * u + of_gates[:, width:]
        return [d_x, d_state, d_fresh, gates]
