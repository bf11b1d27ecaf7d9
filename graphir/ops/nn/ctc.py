"""Connectionist temporal classification: losses and decoders of label sequences."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from graphir.errors import FailedPreconditionError
from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.shapes import Shape

_LOSS_ATTRS = """
    preprocess_collapse_repeated: bool = False; ctc_merge_repeated: bool = True;
    ignore_longer_outputs_than_inputs: bool = False
"""


def _log_softmax(scores: Any) -> Any:
    shifted = scores - scores.max(-1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(-1, keepdims=True))


class Labelled(Op):
    """Scores are [time, batch, classes]; labels are sparse rows, one for each batch."""

    def infer_shape(self) -> list[Shape]:
        inputs = self.inputs.shape.with_rank(3)
        batch = Shape([inputs[1]]).merge_with(self.sequence_length.shape.with_rank(1))
        return [batch, inputs]

    def compute(
        self,
        inputs: Any,
        labels_indices: Any,
        labels_values: Any,
        sequence_length: Any,
    ) -> Any:
        self._check(inputs, labels_indices, sequence_length)
        _, batch, classes = inputs.shape
        blank = self._blank(classes)
        rows: list[list[int]] = [[] for _ in range(batch)]
        for (row, _), value in zip(labels_indices.tolist(), labels_values.tolist()):
            if not 0 <= value < classes or value == blank:
                raise self.invalid(
                    f"Saw a label that is no class or the blank: {value}"
                )
            rows[row].append(value)
        loss = np.zeros(batch, np.float64)
        gradient = np.zeros(inputs.shape, np.float64)
        wide = np.asarray(inputs, np.float64)
        for index, (row, length) in enumerate(zip(rows, sequence_length.tolist())):
            labels = self._collapsed(row)
            if not self._fits(labels, length):
                continue
            logs = _log_softmax(wide[:length, index])
            loss[index], gradient[:length, index] = self._path_sum(logs, labels, blank)
        return loss.astype(inputs.dtype), gradient.astype(inputs.dtype)

    def _check(self, inputs: Any, indices: Any, lengths: Any) -> None:
        if inputs.ndim != 3:
            raise self.invalid("inputs is not a 3-Tensor")
        if indices.ndim != 2 or lengths.shape != (inputs.shape[1],):
            raise self.invalid(
                "len(sequence_length) != batch_size.  "
                f"len(sequence_length):  {len(lengths)} batch_size: {inputs.shape[1]}"
            )
        if lengths.size and lengths.max() > inputs.shape[0]:
            raise self.invalid(f"sequence_length(b) <= {inputs.shape[0]}")

    def _blank(self, classes: int) -> int:
        return classes - 1

    def _collapsed(self, labels: list[int]) -> list[int]:
        if not self.preprocess_collapse_repeated:
            return labels
        return [v for i, v in enumerate(labels) if not i or v != labels[i - 1]]

    def _fits(self, labels: list[int], length: int) -> bool:
        repeats = sum(a == b for a, b in pairwise(labels))
        needed = len(labels) + (repeats if self.ctc_merge_repeated else 0)
        if length >= needed:
            return length > 0
        if self.ignore_longer_outputs_than_inputs:
            return False
        raise self.invalid(
            f"Not enough time for target transition sequence (required: {needed}, "
            f"available: {length}). You can turn this error into a warning by using "
            "the flag ignore_longer_outputs_than_inputs"
        )

    def _path_sum(self, logs: Any, labels: list[int], blank: int) -> tuple[float, Any]:
        """-log of the sum over all alignments, and its gradient for the scores."""
        padded = [blank]
        for label in labels:
            padded += [label, blank]
        states = np.array(padded)
        skips = np.zeros(len(states), np.bool_)
        if self.ctc_merge_repeated:
            skips[2:] = (states[2:] != blank) & (states[2:] != states[:-2])
        else:
            skips[2:] = states[2:] != blank
        emitted = logs[:, states]
        forward = _forward(emitted, skips)
        backward = _forward(emitted[::-1, ::-1], _reversed_skips(skips))[::-1, ::-1]
        total = np.logaddexp.reduce(forward[-1, -2:])
        posterior = np.exp(forward + backward - emitted - total)
        expected = np.zeros(logs.shape)
        np.add.at(expected.T, states, posterior.T)
        return -float(total), np.exp(logs) - expected

    def input_gradients(self, d_loss: Any, d_gradient: Any) -> Any:
        op = self.op
        spread = op.ExpandDims(op.ExpandDims(d_loss, 0), -1)
        # computed with the loss, by no ops that could be differentiated again
        gradient = op.PreventGradient(
            self.gradient, message=b"CTCLoss can be differentiated once only."
        )
        return op.Mul(spread, gradient), None, None, None


def _forward(emitted: Any, skips: Any) -> Any:
    """Log-probabilities of being in each state after each step."""
    table = np.full(emitted.shape, -np.inf)
    table[0, :2] = emitted[0, :2]
    for step in range(1, len(emitted)):
        last = table[step - 1]
        reached = last.copy()
        reached[1:] = np.logaddexp(reached[1:], last[:-1])
        jumped = np.where(skips[2:], last[:-2], -np.inf)
        reached[2:] = np.logaddexp(reached[2:], jumped)
        table[step] = reached + emitted[step]
    return table


def _reversed_skips(skips: Any) -> Any:
    turned = np.zeros_like(skips)
    turned[2:] = skips[2:][::-1]
    return turned


class CTCLoss(
    Labelled,
    signature=f"""
        CTCLoss(inputs: T, labels_indices: int64, labels_values: int32,
                sequence_length: int32)
        -> (loss: T, gradient: T) | {_LOSS_ATTRS}; T: type in [float,double] = float
    """,
):
    """The loss of label sequences; the blank is the last class."""


class CTCLossV2(
    Labelled,
    signature=f"""
        CTCLossV2(inputs: float, labels_indices: int64, labels_values: int32,
                  sequence_length: int32)
        -> (loss: float, gradient: float) | {_LOSS_ATTRS}
    """,
):
    """The loss of label sequences; the blank is class 0."""

    def _blank(self, classes: int) -> int:
        return 0


def _sparse(rows: list[list[int]]) -> tuple[Any, Any, Any]:
    indices = [
        (row, place) for row, each in enumerate(rows) for place in range(len(each))
    ]
    values = [value for each in rows for value in each]
    longest = max(map(len, rows), default=0)
    return (
        np.array(indices, np.int64).reshape(-1, 2),
        np.array(values, np.int64),
        np.array([len(rows), longest], np.int64),
    )


class CTCGreedyDecoder(
    Op,
    signature="""
        CTCGreedyDecoder(inputs: T, sequence_length: int32)
        -> (decoded_indices: int64, decoded_values: int64, decoded_shape: int64,
            log_probability: T)
        | merge_repeated: bool = False; blank_index: int = -1;
          T: type in [float,double] = float
    """,
):
    """The likeliest class of each step, repeats merged and blanks left out."""

    input_gradients = not_differentiable

    def infer_shape(self) -> list[Shape]:
        batch = self.inputs.shape.with_rank(3)[1]
        return [Shape([None, 2]), Shape([None]), Shape([2]), Shape([batch, 1])]

    def compute(self, inputs: Any, sequence_length: Any) -> Any:
        _check_decoding(self, inputs, sequence_length)
        _, batch, classes = inputs.shape
        blank = self.blank_index % classes
        best, scores = inputs.argmax(-1), inputs.max(-1)
        rows, sums = [], np.zeros((batch, 1), inputs.dtype)
        for index, length in enumerate(sequence_length.tolist()):
            sums[index] = -scores[:length, index].sum()
            rows.append(self._row(best[:length, index].tolist(), blank))
        return (*_sparse(rows), sums)

    def _row(self, classes: list[int], blank: int) -> list[int]:
        row, last = [], None
        for each in classes:
            if each != blank and not (self.merge_repeated and each == last):
                row.append(each)
            last = each
        return row


def _check_decoding(call: Op, inputs: Any, lengths: Any) -> None:
    if inputs.ndim != 3:
        raise call.invalid("inputs is not a 3-Tensor")
    if lengths.shape != (inputs.shape[1],):
        raise FailedPreconditionError(
            "len(sequence_length) != batch_size.  len(sequence_length):  "
            f"{lengths.size} batch_size: {inputs.shape[1]}"
        )
    if lengths.size and lengths.max() > inputs.shape[0]:
        raise call.invalid(f"sequence_length is greater than {inputs.shape[0]}")


class CTCBeamSearchDecoder(
    Op,
    signature="""
        CTCBeamSearchDecoder(inputs: T, sequence_length: int32)
        -> (decoded_indices: top_paths*int64, decoded_values: top_paths*int64,
            decoded_shape: top_paths*int64, log_probability: T)
        | beam_width: int >= 1; top_paths: int >= 1; merge_repeated: bool = True;
          T: type in [float,double] = float
    """,
):
    """The likeliest label sequences, found by a search that keeps the best few."""

    input_gradients = not_differentiable

    def infer_shape(self) -> list[Shape]:
        if self.top_paths > self.beam_width:
            raise self.invalid(
                f"requested {self.top_paths} paths, more than the beam width "
                f"{self.beam_width}"
            )
        batch, paths = self.inputs.shape.with_rank(3)[1], self.top_paths
        return [
            *[Shape([None, 2])] * paths,
            *[Shape([None])] * paths,
            *[Shape([2])] * paths,
            Shape([batch, paths]),
        ]

    def compute(self, inputs: Any, sequence_length: Any) -> Any:
        _check_decoding(self, inputs, sequence_length)
        paths: list[list[list[int]]] = [[] for _ in range(self.top_paths)]
        scores = np.zeros((inputs.shape[1], self.top_paths), inputs.dtype)
        for index, length in enumerate(sequence_length.tolist()):
            logs = _log_softmax(np.asarray(inputs[:length, index], np.float64))
            found = _beam_search(logs, self.beam_width)
            if len(found) < self.top_paths:
                raise self.invalid(
                    "Less leaves in the beam search than requested: "
                    f"{len(found)} < {self.top_paths}"
                )
            for place, (labels, score) in enumerate(found[: self.top_paths]):
                paths[place].append(self._merged(labels))
                scores[index, place] = score
        indices, values, shapes = zip(*map(_sparse, paths))
        return (*indices, *values, *shapes, scores)

    def _merged(self, labels: tuple[int, ...]) -> list[int]:
        if not self.merge_repeated:
            return list(labels)
        return [v for i, v in enumerate(labels) if not i or v != labels[i - 1]]


def _beam_search(logs: Any, width: int) -> list[tuple[tuple[int, ...], float]]:
    """Label sequences and their log-probabilities, best first; the blank is last."""
    blank = logs.shape[1] - 1
    # for each prefix: ending in the blank, ending in its last label
    beams: dict[tuple[int, ...], tuple[float, float]] = {(): (0.0, -np.inf)}
    for step in logs:
        grown: dict[tuple[int, ...], tuple[float, float]] = {}
        for prefix, (with_blank, with_label) in beams.items():
            total = float(np.logaddexp(with_blank, with_label))
            _grow(grown, prefix, total + step[blank], -np.inf)
            if prefix:
                _grow(grown, prefix, -np.inf, with_label + step[prefix[-1]])
            for label in range(blank):
                before = with_blank if prefix and label == prefix[-1] else total
                _grow(grown, (*prefix, label), -np.inf, before + step[label])
        best = sorted(grown.items(), key=lambda each: -np.logaddexp(*each[1]))
        beams = dict(best[:width])
    return [(prefix, float(np.logaddexp(*both))) for prefix, both in beams.items()]


def _grow(
    beams: dict[tuple[int, ...], tuple[float, float]],
    prefix: tuple[int, ...],
    with_blank: float,
    with_label: float,
) -> None:
    old = beams.get(prefix, (-np.inf, -np.inf))
    beams[prefix] = (
        float(np.logaddexp(old[0], with_blank)),
        float(np.logaddexp(old[1], with_label)),
    )
