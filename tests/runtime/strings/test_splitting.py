"""Split text is ragged while tracing."""

from __future__ import annotations

from typing import Any

import runtime as tf


def test_split_of_traced_text_is_ragged() -> None:
    @tf.function
    def parts(texts: Any) -> Any:
        return tf.strings.split(texts)

    assert parts(tf.constant(["a b", "c"])).to_list() == [[b"a", b"b"], [b"c"]]
