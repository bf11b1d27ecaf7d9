"""One step of recurrent cells (LSTM, GRU), with all internal results as outputs."""

from __future__ import annotations

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
