"""`tf.strings.format`: tensors inserted into text."""

from __future__ import annotations

from typing import Any

from runtime.apply import apply_single
from runtime.ragged.ragged_tensor import RaggedTensor
from runtime.staging.printing import string_format
from runtime.tensors.arguments import text_attr
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike


def format(
    template: str | bytes,
    inputs: TensorLike,
    placeholder: str | bytes = "{}",
    summarize: int = 3,
    name: str | None = None,
) -> Any:
    """The template with each placeholder replaced by the text of a tensor.

    Of a long axis, ``summarize`` elements are written at either end; -1 for all.

    >>> tf.strings.format("x is {}", tf.constant([1, 2])).numpy()
    b'x is [1 2]'

    Raises:
      ValueError: if placeholders and tensors differ in number.
    """
    values = list(inputs) if isinstance(inputs, (list, tuple)) else [inputs]
    text = text_attr(template, "template")
    mark = text_attr(placeholder, "placeholder")
    count = text.count(mark)
    if count != len(values):
        raise ValueError(
            f"The template expects {count} tensors, but the inputs only has "
            f"{len(values)}. Please ensure the number of placeholders in template "
            f"matches inputs length."
        )
    tensors = [
        each if isinstance(each, RaggedTensor) else convert_to_tensor(each)
        for each in values
    ]
    if any(isinstance(each, RaggedTensor) for each in tensors):
        return string_format(text.decode(), tensors, mark.decode(), summarize)
    attrs = {"template": text, "placeholder": mark, "summarize": summarize}
    return apply_single("StringFormat", [tensors], attrs, name)
