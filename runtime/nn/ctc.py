"""Connectionist temporal classification: losses and decoders of label sequences."""

from __future__ import annotations

from typing import Any

from graphir import dtypes
from runtime.apply import apply_op
from runtime.arrays.joining import concat
from runtime.arrays.ranges import range as number_range
from runtime.arrays.reshaping import shape, transpose
from runtime.context import op_scope
from runtime.math.casting import cast
from runtime.names.finder import find_name
from runtime.nn.dense_ctc import dense_ctc_loss
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def ctc_loss(
    labels: Any,
    logits: TensorLike,
    label_length: Any,
    logit_length: Any,
    logits_time_major: bool = True,
    unique: Any = None,
    blank_index: int | None = None,
    name: str | None = None,
) -> Tensor:
    """The loss of label sequences without alignment, one for each row of the batch.

    ``labels`` is int32 [batch, longest] with ``label_length`` [batch], or sparse;
    ``logits`` is [time, batch, classes]. The blank is class 0 by default.

    >>> tf.nn.ctc_loss([[1]], tf.zeros([2, 1, 2]), [1], [2]).numpy().round(4)
    array([0.2877], dtype=float32)

    Raises:
      ValueError: for sparse labels without ``blank_index``; for logits of another rank
        or without classes.
      InvalidArgumentError: for a label that is no class; if labels are sparse and
        have too little time (dense ones have a loss of about 707 then).
    """
    with op_scope(name, "ctc_loss"):
        scores = convert_to_tensor(logits, name="logits")
        if not logits_time_major:
            scores = transpose(scores, [1, 0, 2])
        if not hasattr(labels, "dense_shape"):
            rows, counts, lengths = (
                cast(each, dtypes.int32)
                for each in (labels, label_length, logit_length)
            )
            blank = _class_of(scores, blank_index or 0)
            return dense_ctc_loss(scores, rows, counts, lengths, blank)
        if blank_index is None:
            raise ValueError(
                "Argument `blank_index` must be provided when labels is a SparseTensor."
            )
        blank = _class_of(scores, blank_index)
        scores, values = _blank_last(scores, labels.values, blank)
        lengths = convert_to_tensor(logit_length, dtypes.int32)
        loss, _ = apply_op("CTCLoss", [scores, labels.indices, values, lengths])
        result: Tensor = loss
        return result


def _class_of(scores: Tensor, blank: int) -> int | Tensor:
    """The class of the blank, which may count from the end."""
    if scores.shape.rank not in (None, 3):
        raise ValueError(f"`logits` must have 3 dimensions, not shape {scores.shape}.")
    classes = scores.shape[-1] if scores.shape.rank is not None else None
    if classes == 0:
        raise ValueError(f"`logits` have no classes: their shape is {scores.shape}.")
    return blank % (shape(scores)[-1] if classes is None else classes)


def _blank_last(
    scores: Tensor, values: Tensor, blank: int | Tensor
) -> tuple[Tensor, Tensor]:
    """Moves the class of the blank to the end, where the op has it."""
    classes = shape(scores)[-1]
    order = concat([number_range(blank), number_range(blank + 1, classes), [blank]], 0)
    moved = apply_op("GatherV2", [scores, order, 2])
    is_after = apply_op("Greater", [values, blank])
    step = apply_op("Cast", [is_after], {"DstT": values.dtype})
    return moved, apply_op("Sub", [values, step])


def ctc_greedy_decoder(
    inputs: TensorLike,
    sequence_length: TensorLike,
    merge_repeated: bool = True,
    blank_index: int | None = None,
) -> tuple[list[Any], Tensor]:
    """The likeliest class at each step, with repeats merged and blanks removed.

    Returns a list of one SparseTensor, and the negated sums of the greatest scores,
    [batch, 1]. The blank is ``blank_index``, by default the last class.

    Raises:
      InvalidArgumentError: if the lengths do not fit the inputs.
    """
    attrs = {
        "merge_repeated": merge_repeated,
        "blank_index": -1 if blank_index is None else blank_index,
    }
    indices, values, sizes, score = apply_op(
        "CTCGreedyDecoder", [inputs, sequence_length], attrs
    )
    return [find_name("SparseTensor")(indices, values, sizes)], score


def ctc_beam_search_decoder(
    inputs: TensorLike,
    sequence_length: TensorLike,
    beam_width: int = 100,
    top_paths: int = 1,
) -> tuple[list[Any], Tensor]:
    """The likeliest label sequences as SparseTensors, and their log-probabilities.

    Raises:
      InvalidArgumentError: if fewer than ``top_paths`` sequences are found.
    """
    attrs = {
        "beam_width": beam_width,
        "top_paths": top_paths,
        "merge_repeated": False,
    }
    indices, values, shapes, scores = apply_op(
        "CTCBeamSearchDecoder", [inputs, sequence_length], attrs
    )
    sparse = find_name("SparseTensor")
    return [sparse(*each) for each in zip(indices, values, shapes)], scores


def collapse_repeated(
    labels: TensorLike, seq_length: Any, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """Merges repeated labels in each row; returns the labels and the new lengths.

    >>> rows, lengths = tf.nn.collapse_repeated([[1, 1, 2, 2, 1]], [5])
    >>> rows.numpy().tolist(), lengths.numpy().tolist()
    ([[1, 2, 1]], [3])
    """
    with op_scope(name, "collapse_repeated_labels"):
        rows = convert_to_tensor(labels, name="labels")
        lengths = convert_to_tensor(seq_length, name="seq_length")
        differs = apply_op("NotEqual", [rows[:, 1:], rows[:, :-1]])
        first = apply_op("OnesLike", [apply_op("Equal", [rows[:, :1], rows[:, :1]])])
        starts = apply_op("ConcatV2", [[first, differs], 1])
        width = apply_op("Size", [rows[:1]])
        places = apply_op("Range", [0, width, 1])
        if lengths.dtype is not places.dtype:
            places = apply_op("Cast", [places], {"DstT": lengths.dtype})
        inside = apply_op(
            "Less",
            [apply_op("ExpandDims", [places, 0]), apply_op("ExpandDims", [lengths, 1])],
        )
        keeps = apply_op("LogicalAnd", [starts, inside])
        return _packed_rows(rows, keeps, lengths.dtype)


def _packed_rows(rows: Tensor, keeps: Tensor, dtype: Any) -> tuple[Tensor, Tensor]:
    """Moves the kept entries of each row to its front, and pads with zeros."""
    ones = apply_op("Cast", [keeps], {"DstT": dtypes.int32})
    counts = apply_op("Sum", [ones, [1]])
    longest = apply_op("Max", [counts, [0]])
    column = apply_op("Cumsum", [ones, 1], {"exclusive": True})
    where = apply_op("Cast", [apply_op("Where", [keeps])], {"DstT": dtypes.int32})
    targets = apply_op("GatherNd", [column, where])
    index = apply_op("Pack", [[where[:, 0], targets]], {"axis": 1})
    values = apply_op("GatherNd", [rows, where])
    batch = apply_op("Size", [counts])
    sizes = apply_op("Pack", [[batch, longest]])
    packed = apply_op("ScatterNd", [index, values, sizes])
    return packed, apply_op("Cast", [counts], {"DstT": dtype})


def ctc_unique_labels(labels: TensorLike, name: str | None = None) -> list[Tensor]:
    """The distinct labels of each row (zero-padded), and each entry's index among them.

    >>> found, places = tf.nn.ctc_unique_labels([[3, 4, 4, 3]])
    >>> found.numpy().tolist(), places.numpy().tolist()
    ([[3, 4, 0, 0]], [[0, 1, 1, 0]])
    """
    with op_scope(name, "ctc_unique_labels"):
        rows = convert_to_tensor(labels)
        found, places = [], []
        for row in apply_op("Unpack", [rows], {"num": rows.shape[0], "axis": 0}):
            values, index = apply_op("Unique", [row])
            missing = apply_op(
                "Sub", [apply_op("Size", [row]), apply_op("Size", [values])]
            )
            width = apply_op("Pack", [[apply_op("Pack", [[0, missing]])]])
            found.append(apply_op("Pad", [values, width]))
            places.append(index)
        labels_of_rows = apply_op(
            "Cast", [apply_op("Pack", [found])], {"DstT": dtypes.int64}
        )
        return [labels_of_rows, apply_op("Pack", [places])]
