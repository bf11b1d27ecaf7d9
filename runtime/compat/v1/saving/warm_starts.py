"""`warm_start`: variables start with values of a checkpoint, by name or by word."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from runtime.arrays.indexing import where
from runtime.checkpoints.reader import load_checkpoint
from runtime.compat.v1.graph_variables import (
    GraphVariable,
    global_variables,
    trainable_variables,
)
from runtime.compat.v1.initial_values import zeros_initializer
from runtime.compat.v1.saving.initial_checkpoints import init_from_checkpoint
from runtime.io.file_operations import GFile
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.tensor import Tensor
from runtime.tracing.graphs import default_graph

Initializer = Callable[..., Any]


class VocabInfo(NamedTuple):
    """The words that rows or columns of a variable stand for, now and in a checkpoint.

    A vocabulary is a file of one word a line; the variable has an index for each of its
    first words, and then for each bucket of unknown words.
    """

    new_vocab: str
    """The file of words of the variable."""
    new_vocab_size: int
    """How many of them the variable has."""
    num_oov_buckets: int
    """How many indices for unknown words follow."""
    old_vocab: str
    """The file of words of the checkpoint."""
    old_vocab_size: int = -1
    """How many of them the checkpoint has; -1 for all."""
    backup_initializer: Initializer | None = None
    """Gives values to words that the checkpoint has not; by default zeros."""
    axis: int = 0
    """0 if rows stand for words, 1 if columns do."""


def warm_start(
    ckpt_to_initialize_from: str | os.PathLike[str],
    vars_to_warm_start: str | Sequence[Any] | None = ".*",
    var_name_to_vocab_info: Mapping[str, VocabInfo] | None = None,
    var_name_to_prev_var_name: Mapping[str, str] | None = None,
) -> None:
    """Changes the initializers of variables: they start with values of a checkpoint.

    Args:
      ckpt_to_initialize_from: the prefix of a checkpoint, or a folder.
      vars_to_warm_start: a regular expression of names of trainable variables; several
        of them, of names of all variables; variables; or None for those with a
        vocabulary alone.
      var_name_to_vocab_info: the words of variables, by the variables' names; their
        rows or columns are found by word.
      var_name_to_prev_var_name: names in the checkpoint where they are others.

    >>> import os, tempfile
    >>> prefix = os.path.join(tempfile.mkdtemp(), "model")
    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     _ = tf.compat.v1.get_variable("w", initializer=3.0)
    ...     session.run(tf.compat.v1.global_variables_initializer())
    ...     _ = tf.compat.v1.train.Saver().save(session, prefix)
    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     w = tf.compat.v1.get_variable("w", [])
    ...     tf.compat.v1.train.warm_start(prefix)
    ...     session.run(tf.compat.v1.global_variables_initializer())
    ...     session.run(w)
    np.float32(3.0)

    Raises:
      RuntimeError: eagerly.
      ValueError: for settings of variables that are not warm-started, a name that is
        not in the checkpoint, or another shape.
      NotFoundError: without a checkpoint or a vocabulary.
    """
    words = dict(var_name_to_vocab_info or {})
    earlier = dict(var_name_to_prev_var_name or {})
    chosen = {_name(each): each for each in _chosen(vars_to_warm_start)}
    for each in global_variables():
        if _name(each) in words:
            chosen.setdefault(_name(each), each)
    for told, given in (
        ("prev_var_name", earlier),
        ("vocab_info", words),
    ):
        unused = sorted(set(given) - set(chosen))
        if unused:
            raise ValueError(
                f"You provided the following variables in var_name_to_{told} that "
                f"were not used: {set(unused)}.  Perhaps you misspelled them?  Here is "
                f"the list of viable variable names: {chosen.keys()}"
            )
    for name, variable in sorted(chosen.items()):
        stored = earlier.get(name, name)
        if name in words:
            _start_by_words(variable, ckpt_to_initialize_from, stored, words[name])
        else:
            init_from_checkpoint(ckpt_to_initialize_from, {stored: variable})


def _name(variable: Any) -> str:
    return str(variable.name).partition(":")[0]


def _chosen(asked: Any) -> list[Any]:
    """The variables that an argument of `warm_start` stands for."""
    default_graph()
    if asked is None:
        return []
    if isinstance(asked, str):
        return [each for each in trainable_variables() if re.match(asked, each.name)]
    if all(isinstance(each, str) for each in asked):
        every = global_variables()
        found = {
            _name(each): each
            for pattern in asked
            for each in every
            if re.match(pattern, each.name)
        }
        return list(found.values())
    if all(isinstance(each, GraphVariable) for each in asked):
        return list(asked)
    raise ValueError(
        "If `vars_to_warm_start` is a list, it must be all `Variable` or all `str`.  "
        f"Given types are {[type(each) for each in asked]}"
    )


def _start_by_words(
    variable: Any, checkpoint: Any, stored: str, info: VocabInfo
) -> None:
    """Lets a variable start with the rows, or columns, of its words."""
    if info.axis not in (0, 1):
        raise ValueError("The only supported values for `axis` are 0 and 1.")
    reader = load_checkpoint(os.fspath(checkpoint))
    if stored not in reader.get_variable_to_shape_map():
        raise ValueError(
            f"Tensor {stored} ({_name(variable)}) is not found in the checkpoint."
        )
    old = np.moveaxis(np.asarray(reader.get_tensor(stored)), info.axis, 0)
    count = info.new_vocab_size + info.num_oov_buckets
    shape = variable.shape.as_list()
    if shape[info.axis] != count or len(shape) != old.ndim:
        raise ValueError(
            f"Variable {_name(variable)} of shape {variable.shape} has no index for "
            f"each of {info.new_vocab_size} words and {info.num_oov_buckets} buckets."
        )
    places = _places(info)
    known = [place for place, source in enumerate(places) if source is not None]
    values = np.zeros((count, *old.shape[1:]), old.dtype)
    values[known] = old[[source for source in places if source is not None]]
    is_known = np.zeros(count, bool)
    is_known[known] = True
    spread = np.broadcast_to(
        is_known.reshape(-1, *[1] * (old.ndim - 1)), (count, *old.shape[1:])
    )
    make = info.backup_initializer or zeros_initializer()

    def start() -> Tensor:
        others = make(shape, dtype=variable.dtype)
        mask = convert_to_tensor(np.moveaxis(spread, 0, info.axis))
        kept = convert_to_tensor(np.moveaxis(values, 0, info.axis), variable.dtype)
        return where(mask, kept, others)

    variable.start_with(start)


def _places(info: VocabInfo) -> list[int | None]:
    """The index in the checkpoint of each word of the variable, None for new ones."""
    limit = None if info.old_vocab_size == -1 else info.old_vocab_size
    old = {word: place for place, word in enumerate(_words(info.old_vocab)[:limit])}
    return [old.get(word) for word in _words(info.new_vocab)[: info.new_vocab_size]]


def _words(path: str) -> list[str]:
    with GFile(path) as file:
        return str(file.read()).splitlines()


__all__ = ["VocabInfo", "warm_start"]
