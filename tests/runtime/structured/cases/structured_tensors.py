"""Structured tensors: what they are made of, indices, changes, in functions."""

import runtime as tf
from tests.runtime.shown_answers import show

S = tf.experimental.StructuredTensor
P = tf.experimental.RowPartition

ROWS = [{"a": 1, "b": [1, 2]}, {"a": 2, "b": [3]}]
DEEP = {"docs": [{"tokens": [1, 2], "id": "x"}, {"tokens": [3], "id": "y"}], "n": 5}


def ordered(value):
    """Dicts in the order of their names, which TensorFlow gives in any order."""
    if isinstance(value, dict):
        return {name: ordered(value[name]) for name in sorted(value)}
    return [ordered(each) for each in value] if isinstance(value, list) else value


def rows():
    return S.from_pyval(ROWS)


def deep():
    return S.from_pyval(DEEP)


def show_all(label, asks):
    for place, ask in enumerate(asks):
        show(f"{label} {place}", ask)


show_all(
    "values",
    [
        lambda: repr(rows()),
        lambda: str(deep()),
        lambda: repr(S.from_pyval([[{"a": 1}, {"a": 2}], [{"a": 3}]])),
        lambda: repr(S.from_pyval([[{"a": [1]}, {"a": [2, 4]}], [{"a": []}]])),
        lambda: ordered(rows().to_pyval()),
        lambda: ordered(deep().to_pyval()),
        lambda: S.from_pyval([[{"a": 1}], []]).to_pyval(),
        lambda: repr(S.from_pyval({})),
        lambda: S.from_pyval({"a": [[1, 2], [3, 4]]}).field_value("a"),
        lambda: S.from_pyval({"a": {"b": {"c": b"x"}}}).to_pyval(),
    ],
)
show_all(
    "properties",
    [
        lambda: (rows().shape, rows().rank, rows().row_partitions),
        lambda: int(rows().nrows()),
        lambda: sorted(rows().field_names()),
        lambda: deep().nrows(),
        lambda: (deep().shape, sorted(deep().field_names())),
        lambda: S.from_pyval([[{"a": 1}, {"a": 2}], [{"a": 3}]]).row_partitions,
        lambda: str(S.from_pyval([[{"a": 1}, {"a": 2}], [{"a": 3}]]).shape),
        lambda: rows().field_value("a"),
        lambda: deep().field_value(("docs", "tokens")),
        lambda: rows().field_value("none"),
        lambda: deep().field_value(("docs", "none")),
        lambda: isinstance(rows(), tf.experimental.ExtensionType),
    ],
)
show_all(
    "indices",
    [
        lambda: repr(rows()[0]),
        lambda: rows()[:, "b"],
        lambda: rows()[1, "b"],
        lambda: repr(rows()[1:]),
        lambda: rows()[:, "b", :1],
        lambda: deep()["n"],
        lambda: deep()["docs", 0, "tokens"],
        lambda: repr(deep()["docs"]),
        lambda: repr(deep()["docs", 1]),
        lambda: deep()[0],
        lambda: rows()[0, 1],
        lambda: rows()["a"],
        lambda: repr(S.from_pyval([[{"a": 1}, {"a": 2}], [{"a": 3}]])[0]),
        lambda: repr(S.from_pyval([[{"a": 1}, {"a": 2}], [{"a": 3}]])[:, 0]),
    ],
)
show_all(
    "fields",
    [
        lambda: repr(S.from_fields({"x": 1, "y": [1, 2]})),
        lambda: repr(S.from_fields({"x": [1, 2], "y": [[3], [4]]}, [2])),
        lambda: repr(S.from_fields({"x": [1, 2]}, [None])),
        lambda: S.from_fields({"x": [1, 2], "y": [1, 2, 3]}, [None]),
        lambda: S.from_fields({"x": [1]}, None),
        lambda: repr(S.from_fields({}, [], None)),
        lambda: repr(S.from_fields({}, [5], nrows=5)),
        lambda: repr(
            S.from_fields({"x": tf.ragged.constant([[1], [2, 3]])}, [None, None])
        ),
        lambda: S.from_fields(
            {"x": tf.ragged.constant([[1], [2, 3]])}, [None, None]
        ).row_partitions,
        lambda: repr(S.from_fields({"x": [[1, 2], [3, 4]]}, [2, 2])),
        lambda: repr(S.from_fields_and_rank({"x": [[1, 2], [3, 4]]}, 1)),
        lambda: S.from_fields_and_rank({}, 1),
        lambda: S.from_fields_and_rank({"x": [1]}, -1),
        lambda: S.from_fields_and_rank({"x": [1]}, 2),
        lambda: S.from_fields({1: [1]}, [1]),
    ],
)
show_all(
    "changes",
    [
        lambda: repr(S.from_pyval([[{"a": 1}, {"a": 2}], [{"a": 3}]]).merge_dims(0, 1)),
        lambda: repr(
            rows().partition_outer_dimension(P.from_row_splits([0, 1, 2]))
        ),
        lambda: deep().partition_outer_dimension(P.from_row_splits([0, 1])),
        lambda: rows().with_updates({"a": [7, 8]})[:, "a"],
        lambda: sorted(rows().with_updates({"c": [7, 8]}).field_names()),
        lambda: sorted(rows().with_updates({"a": None}).field_names()),
        lambda: rows().with_updates({"a": lambda x: x + 10})[:, "a"],
        lambda: repr(deep().with_updates({("docs", "more"): [1.0, 2.0]})["docs"]),
        lambda: sorted(deep().with_updates({("docs", "tokens"): None})["docs"].field_names()),
        lambda: rows().with_updates({"a": [1, 2, 3]}),
        lambda: deep().promote(("docs", "tokens"), "all_tokens")["all_tokens"],
        lambda: repr(deep().promote(("docs", "id"), "ids")),
        lambda: deep().promote(("docs",), "ids"),
        lambda: S.from_pyval(
            [{"d": [{"t": [1, 2]}, {"t": [3]}]}, {"d": [{"t": [4]}]}]
        ).promote(("d", "t"), "ts")[:, "ts"],
    ],
)


@tf.function
def doubled(value):
    return value.with_updates({"a": lambda x: x * 2})


def in_function():
    return repr(doubled(rows()))


def mapped():
    return tf.map_fn(lambda each: each["a"] + 1, rows(), fn_output_signature=tf.int32)


def of_dataset():
    data = tf.data.Dataset.from_tensor_slices(rows())
    return [ordered(each.to_pyval()) for each in data], [ordered(each.to_pyval()) for each in data.batch(2)]


show_all(
    "uses",
    [
        in_function,
        mapped,
        of_dataset,
        lambda: S.from_pyval([{"a": 1}, {"b": 2}]),
        lambda: S.from_pyval([{"a": 1}, 3]),
        lambda: S.from_pyval([[{"a": 1}], [3]]),
        lambda: S.from_pyval(3),
        lambda: S.from_pyval([1, 2]),
        lambda: rows().with_shape_dtype(tf.int32).nrows().dtype,
    ],
)
