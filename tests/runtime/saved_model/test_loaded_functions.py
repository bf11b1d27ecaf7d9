"""What a loaded function says of its arguments and results, and what it refuses."""

from __future__ import annotations

from collections import namedtuple

import pytest

import runtime as tf

Pair = namedtuple("Pair", "left right")

RESULTS = {
    "one": (lambda x: x, "unknown"),
    "list": (
        lambda x: [x, None, [x, x]],
        ["tensor_0", None, ["tensor_2_0", "tensor_2_1"]],
    ),
    "dict": (
        lambda x: {"UP": x, "2x": (x,), "a b/c": {"é": x}, "_x": x, "": x},
        {
            "UP": "up",
            "2x": ("tensor_2x_0",),
            "a b/c": {"é": "a_b_c_é"},
            "_x": "tensor__x",
            "": "unknown",
        },
    ),
    "named": (lambda x: Pair(x, (x, x)), ("left", ("right_0", "right_1"))),
}
"""Results of functions, and the names that TensorFlow 2.21 gives to their specs."""


class Model(tf.Module):
    def __init__(self) -> None:
        super().__init__()
        self.v = tf.Variable(2.0)

    @tf.function(
        input_signature=[
            tf.TensorSpec([None, 2], tf.float32, name="rows"),
            tf.TensorSpec([], tf.int32),
        ]
    )
    def two(self, x, n):
        return {"scaled": x * self.v, "n": n + 1}

    @tf.function
    def scaled(self, x, flag=True, *, scale=1.0):
        return x * scale, tf.sparse.from_dense(x)


@pytest.fixture(scope="module")
def loaded(tmp_path_factory):
    model = Model()
    model.scaled(tf.constant([1.0]))
    for name, (function, _) in RESULTS.items():
        spec = [tf.TensorSpec([])]
        setattr(model, name, tf.function(function, input_signature=spec))
    path = str(tmp_path_factory.mktemp("model") / "model")
    tf.saved_model.save(model, path, signatures={"two": model.two, "one": model.one})
    again = f"{path}_again"
    first = tf.saved_model.load(path)
    tf.saved_model.save(first, again, signatures=first.signatures)
    return first, tf.saved_model.load(again)


def names_of(specs):
    return tf.nest.map_structure(lambda each: each and each.name, specs)


@pytest.mark.parametrize("name", RESULTS)
def test_the_specs_of_results_are_named_as_in_tensorflow(loaded, name):
    for model in loaded:
        [trace] = getattr(model, name).concrete_functions
        assert names_of(trace.structured_outputs) == RESULTS[name][1]


def test_results_of_a_loaded_signature_are_specs(loaded):
    two = loaded[0].signatures["two"]
    assert two.structured_outputs == {
        "n": tf.TensorSpec([], tf.int32, name="n"),
        "scaled": tf.TensorSpec([None, 2], tf.float32, name="scaled"),
    }
    assert two.structured_input_signature == (
        (),
        {
            "rows": tf.TensorSpec([None, 2], tf.float32, name="rows"),
            "n": tf.TensorSpec([], tf.int32, name="n"),
        },
    )
    assert two.output_dtypes == {"n": tf.int32, "scaled": tf.float32}
    found = two(rows=tf.constant([[1.0, 2.0]]), n=tf.constant(1))
    assert found["scaled"].numpy().tolist() == [[2.0, 4.0]]
    assert two.graph.name == "signature_wrapper_two"


def test_dtypes_of_a_sparse_result_are_those_of_its_parts():
    make = tf.function(lambda: (tf.sparse.from_dense([1.0]), None, tf.constant(1)))
    concrete = make.get_concrete_function()
    parts = [tf.int64, tf.float32, tf.int64]
    assert concrete.output_dtypes == (parts, None, tf.int32)
    assert concrete.output_shapes[0][0].as_list() == [None, 1]
    assert concrete.output_shapes[1] == tf.TensorShape(None)


def test_specs_of_sparse_results_stay(loaded):
    for model in loaded:
        [trace] = model.scaled.concrete_functions
        assert trace.structured_outputs[1] == tf.SparseTensorSpec([1], tf.float32)
        assert trace.output_dtypes == (tf.float32, tf.float32)


REFUSED = {
    "dtype of a tensor": (
        lambda two, x: two(rows=tf.constant([[1, 2]]), n=tf.constant(1)),
        tf.errors.InvalidArgumentError,
        r"input #1\(zero-based\) was expected to be a float tensor but is a int32",
    ),
    "shape of a tensor": (
        lambda two, x: two(rows=tf.constant([[1.0, 2.0, 3.0]]), n=tf.constant(1)),
        tf.errors.InvalidArgumentError,
        r"expected to have shape \(None, 2\) but has \(1, 3\)",
    ),
    "positions": (
        lambda two, x: two(x, tf.constant(1)),
        TypeError,
        r"signature_wrapper_two\(n, rows\) takes 0 positional arguments, got 2\.",
    ),
    "a missing one": (lambda two, x: two(rows=x), TypeError, "required argument: 'n'"),
    "missing and unknown": (
        lambda two, x: two(rows=x, m=1),
        TypeError,
        "failed due to `missing a required argument: 'n'`",
    ),
    "an unknown one": (
        lambda two, x: two(rows=x, n=tf.constant(1), m=1),
        TypeError,
        r"unexpected keyword argument 'm'`(.|\n)*\(n, rows\) got unexpected keyword",
    ),
    "text": (
        lambda two, x: two(rows="a", n=1),
        TypeError,
        "`Cannot convert 'a' to EagerTensor of dtype float`",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_signature_refuses_other(loaded, case):
    call, kind, message = REFUSED[case]
    for model in loaded:
        with pytest.raises(kind, match=message):
            call(model.signatures["two"], tf.constant([[1.0, 2.0]]))


def test_a_signature_of_one_input_takes_it_without_name(loaded):
    found = loaded[0].signatures["one"](tf.constant(3.0))
    assert found["output_0"].numpy() == 3.0


def test_a_function_with_input_signature_names_the_argument(loaded):
    with pytest.raises(
        TypeError, match="Binding inputs to tf.function failed .*dtype=tf.int32"
    ):
        loaded[0].two(tf.constant([[1, 2]]), tf.constant(1))


def test_a_refused_call_shows_bound_arguments_without_elements(loaded):
    with pytest.raises(ValueError, match="Could not find matching") as caught:
        loaded[0].scaled(tf.constant([1.0, 2.0]))
    text = str(caught.value)
    assert "* <tf.Tensor 'x:0' shape=(2,) dtype=float32>\n    * True\n" in text
    assert "Keyword arguments: {'scale': 1.0}\n\n Expected" in text


@pytest.fixture(scope="module")
def composites(tmp_path_factory):
    model = tf.Module()
    scalar, rows = [tf.TensorSpec([])], [tf.RaggedTensorSpec([None, None])]
    model.sparse = tf.function(
        lambda x: (tf.sparse.from_dense([x]), x), input_signature=scalar
    )
    model.ragged = tf.function(lambda r: {"r": r * 2.0}, input_signature=rows)
    path = str(tmp_path_factory.mktemp("composites") / "model")
    given = {"sparse": model.sparse, "ragged": model.ragged}
    tf.saved_model.save(model, path, signatures=given)
    return path


def test_signatures_give_sparse_and_ragged_tensors(composites):
    found = tf.saved_model.load(composites).signatures
    sparse = found["sparse"](tf.constant(3.0))
    assert tf.sparse.to_dense(sparse["output_0"]).numpy().tolist() == [3.0]
    assert isinstance(
        found["sparse"].structured_outputs["output_0"], tf.SparseTensorSpec
    )
    splits = tf.constant([0, 1, 2], tf.int64)
    assert found["ragged"](r=[1.0, 2.0], r_1=splits)["r"].to_list() == [[2.0], [4.0]]


SPARSE = """
def shapes(model):
    found = model.signatures["rows"]
    wanted = [found.output_shapes["s"].as_list(), found.output_shapes["d"].as_list()]
    flat = [(each.dtype.name, each.shape.as_list()) for each in found.outputs]

    @tf.function(input_signature=[tf.TensorSpec([None, 3])])
    def inside(x):
        for each in (found(x=x), model.rows(x)):
            s = each["s"]
            for part in (s, s.indices, s.values, s.dense_shape, each["d"]):
                wanted.append(part.shape.as_list())
        return x

    inside.get_concrete_function()
    return [wanted, [[name, shape] for name, shape in flat]]


def made():
    model = tf.Module()
    model.rows = tf.function(
        lambda x: {"s": tf.sparse.from_dense(x), "d": x * 2.0},
        input_signature=[tf.TensorSpec([None, 3], tf.float32, name="x")],
    )
    return model
"""
SIZES = [
    [[None, 3], [None, 3], *[[None, 3], [None, 2], [None], [2], [None, 3]] * 2],
    [["float32", [None]], ["float32", [None, 3]], ["int64", [2]], ["int64", [None, 2]]],
]


@pytest.fixture(scope="module")
def sparse(tmp_path_factory):
    path = tmp_path_factory.mktemp("sparse") / "rows.py"
    path.write_text(SPARSE)
    found = {"tf": tf, "__name__": __name__}
    exec(compile(SPARSE, str(path), "exec"), found)
    return found


def by_text(shapes):
    return [shapes[0], sorted(shapes[1], key=str)]


def test_a_signature_tells_the_sizes_of_its_sparse_results(sparse, tmp_path):
    model, path = sparse["made"](), str(tmp_path / "one")
    tf.saved_model.save(model, path, signatures={"rows": model.rows})
    loaded = tf.saved_model.load(path)
    spec = loaded.signatures["rows"].structured_outputs["s"]
    assert spec == tf.SparseTensorSpec([None, 3], tf.float32)
    assert by_text(sparse["shapes"](loaded)) == by_text(SIZES)


def test_sizes_of_sparse_results_both_ways(sparse, tmp_path, tensorflow_python):
    model = sparse["made"]()
    mine, theirs = str(tmp_path / "mine"), str(tmp_path / "theirs")
    tf.saved_model.save(model, mine, signatures={"rows": model.rows})
    load = "\nresult = shapes(tf.saved_model.load(folder))"
    assert by_text(tensorflow_python.run(SPARSE + load, folder=mine)) == by_text(SIZES)
    save = (
        "\nmodel = made()"
        "\ntf.saved_model.save(model, folder, signatures={'rows': model.rows})"
    )
    found = tensorflow_python.run(SPARSE + save + load, folder=theirs)
    assert by_text(found) == by_text(SIZES)
    assert by_text(sparse["shapes"](tf.saved_model.load(theirs))) == by_text(SIZES)


NO_SIGNATURES = {
    "None": (lambda x: None, "non-Tensor value None for key 'output_0'"),
    "None in a dict": (lambda x: {"a": x, "b": None}, "value None for key 'b'"),
    "None in a list": (lambda x: [x, None], "value None for key 'output_1'"),
    "a list": (lambda x: {"a": [x]}, "for key 'a'"),
    "a number as key": (lambda x: {1: x}, "a dictionary with a non-string key 1"),
}


@pytest.mark.parametrize("kind", NO_SIGNATURES)
def test_results_that_are_no_tensors_make_no_signature(kind, tmp_path):
    function, reason = NO_SIGNATURES[kind]
    model = tf.Module()
    model.f = tf.function(function, input_signature=[tf.TensorSpec([])])
    with pytest.raises(ValueError, match=reason):
        tf.saved_model.save(model, str(tmp_path / "m"), signatures=model.f)
    assert not (tmp_path / "m").exists()
    tf.saved_model.save(model, str(tmp_path / "m"))


def test_captures_of_a_signature_have_the_names_of_tensorflow(tmp_path):
    model = Model()
    tf.saved_model.save(model, str(tmp_path), signatures=model.two)
    loaded = tf.saved_model.load(str(tmp_path))
    signature = loaded.signatures["serving_default"]
    assert [each.name for each in signature.inputs] == ["n:0", "rows:0", "unknown:0"]
    [concrete] = loaded.two.concrete_functions
    assert concrete.inputs[-1].name == "mul_readvariableop_resource:0"


def test_each_trace_of_a_loaded_function_is_printed(tmp_path):
    model = Model()
    model.scaled(tf.ones([1, 2]))
    model.scaled(tf.ones([1, 2]), scale=3.0)
    tf.saved_model.save(model, str(tmp_path))
    loaded = tf.saved_model.load(str(tmp_path))
    printed = loaded.scaled.pretty_printed_concrete_signatures()
    assert printed.count("Input Parameters:") == 2
    assert "scale (KEYWORD_ONLY): Literal[3.0]" in printed
