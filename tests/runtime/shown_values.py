"""Random values of every dtype, rank and size, and the texts they are shown as."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import runtime as tf

FLOATS = ("float16", "float32", "float64", "bfloat16")
SMALL_FLOATS = ("float8_e4m3fn", "float8_e5m2")
INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
COMPLEX = ("complex64", "complex128")
DTYPES = (*FLOATS, *SMALL_FLOATS, *INTEGERS, *COMPLEX, "bool", "string")
SHAPES = (
    (),
    (),
    (1,),
    (3,),
    (7,),
    (0,),
    (2, 3),
    (0, 3),
    (3, 0),
    (1, 1),
    (2, 1, 4),
    (2, 2, 2, 2),
    (25,),
    (11, 2),
    (1001,),
    (40, 30),
    (4, 300),
    (3, 20, 20),
)
PIECES = (
    "a",
    "Ab",
    "'",
    '"',
    "\\",
    "\n",
    "\t",
    "\0",
    " ",
    "é",
    "魚",
    "🦆",
    "{}",
    "%s",
    "",
)
ODD = (np.nan, np.inf, -np.inf, -0.0, 0.0, 1.0, -1.5, 1e-10, 1e16, 123456789.0, 0.1)


def _floats(rng, size):
    """Numbers near one, over many magnitudes, whole, or the odd ones."""
    style = rng.integers(6)
    plain = rng.normal(size=size)
    powers = rng.integers(-12, 12, size)
    if style == 0:
        return plain
    if style == 1:
        return plain * 10.0**powers
    if style == 2:
        return rng.integers(-1000, 1000, size).astype(np.float64)
    if style == 3:
        return rng.choice(ODD, size)
    if style == 4:
        return plain * 1e-5
    return np.round(plain, 2)


def _integers(rng, dtype, size):
    limits = np.iinfo(dtype)
    low, high = (int(limits.min), int(limits.max))
    if rng.integers(2):
        low, high = max(low, -100), min(high, 100)
    return rng.integers(low, high, size, dtype=dtype, endpoint=True)


def _text(rng):
    text = "".join(rng.choice(PIECES, rng.integers(6)))
    raw = text.encode()
    return (
        raw + bytes(rng.integers(0, 256, 3).tolist()) if rng.integers(4) == 0 else raw
    )


def random_tensor(rng, dtype=None, shape=None):
    """A tensor of any dtype and shape."""
    dtype = dtype or str(rng.choice(DTYPES))
    shape = SHAPES[rng.integers(len(SHAPES))] if shape is None else shape
    size = int(np.prod(shape))
    if dtype == "string":
        texts = np.array([_text(rng) for _ in range(size)], object)
        return tf.constant(texts.reshape(shape), tf.string, shape=shape)
    if dtype == "bool":
        return tf.constant(rng.integers(2, size=shape) == 1)
    if dtype in INTEGERS:
        return tf.constant(_integers(rng, dtype, shape), dtype)
    values = _floats(rng, size).reshape(shape)
    if dtype in COMPLEX:
        imaginary = _floats(rng, size).reshape(shape)
        values = np.stack([values, imaginary], -1).view(np.complex128)[..., 0]
    with np.errstate(all="ignore"):
        return tf.constant(values.astype(tf.as_dtype(dtype).as_numpy_dtype))


def random_ragged(rng):
    """A ragged tensor of one or two ragged axes, or with uniform inner ones."""
    dtype = str(rng.choice([*FLOATS, *INTEGERS, *COMPLEX, "bool", "string"]))
    lengths = rng.integers(0, 5, rng.integers(1, 12))
    inner = (2,) if rng.integers(3) == 0 else ()
    values = random_tensor(rng, dtype, (int(lengths.sum()), *inner))
    found = tf.RaggedTensor.from_row_lengths(values, lengths)
    if rng.integers(3) == 0:
        found = tf.RaggedTensor.from_row_lengths(found, [len(lengths), 0])
    return found


def random_sparse(rng):
    """A sparse matrix with few values."""
    count = int(rng.integers(0, 4))
    values = random_tensor(rng, None, (count,))
    indices = np.array([[i, 2 * i] for i in range(count)], np.int64).reshape(count, 2)
    return tf.SparseTensor(indices, values, [count + 1, 9])


def random_slices(rng):
    """Rows of a matrix, with the shape of the whole."""
    dtype = str(rng.choice(FLOATS + INTEGERS + COMPLEX))
    values = random_tensor(rng, dtype, (2, 2))
    return tf.IndexedSlices(values, tf.constant([1, 4]), tf.constant([5, 2]))


def random_shape(rng):
    """A shape, in part or wholly unknown."""
    if rng.integers(6) == 0:
        return tf.TensorShape(None)
    sizes = rng.integers(-1, 5, rng.integers(5)).tolist()
    return tf.TensorShape([None if size < 0 else size for size in sizes])


def random_spec(rng):
    """A spec of any kind."""
    dtype, shape = tf.as_dtype(str(rng.choice(DTYPES))), random_shape(rng)
    kind = rng.integers(4)
    if kind == 0:
        return tf.TensorSpec(shape, dtype, "x" if rng.integers(2) else None)
    if kind == 1:
        return tf.SparseTensorSpec(shape, dtype)
    if kind == 2:
        return tf.IndexedSlicesSpec(shape, dtype)
    ragged_rank = int(rng.integers(1, 3))
    return tf.RaggedTensorSpec([None, None, None], dtype, ragged_rank, tf.int64)


def random_variable(rng):
    """A variable of any dtype, named or not."""
    name = str(rng.choice(["w", "b/kernel"])) if rng.integers(2) else None
    return tf.Variable(random_tensor(rng), trainable=False, name=name)


def random_structure(rng):
    """Tensors in a list, a tuple or a dict."""
    parts = [random_tensor(rng, None, (2,)), random_tensor(rng, None, ())]
    kind = rng.integers(3)
    if kind == 0:
        return parts
    return tuple(parts) if kind == 1 else {"a": parts[0], "b": [parts[1], 3]}


MAKERS = (
    random_tensor,
    random_tensor,
    random_tensor,
    random_variable,
    random_ragged,
    random_sparse,
    random_slices,
    random_shape,
    random_spec,
    random_structure,
)


def _or_error(action):
    try:
        return action()
    except Exception as error:  # any class: it is compared
        return f"{type(error).__name__}: {error}"


def texts(seed):
    """One random value as str, repr and format show it."""
    rng = np.random.default_rng(seed)
    made = MAKERS[rng.integers(len(MAKERS))](rng)
    if isinstance(made, tf.IndexedSlices):  # its repr is its address in TensorFlow
        return [str(made), f"{made}"]
    shown = [_or_error(lambda: str(made)), repr(made), f"{made}"]
    if isinstance(made, tf.Tensor):
        spec = str(rng.choice([".3f", ">12", "d", "5", "e"]))
        shown.append(_or_error(lambda: format(made, spec)))
    return shown


def printed(seed, path):
    """What tf.print writes of random values, through a file of that path."""
    rng = np.random.default_rng(seed)
    # TensorFlow cannot print these two together
    rows = random_ragged if rng.integers(2) else random_slices
    makers = (random_tensor, random_tensor, random_variable, rows)
    makers = (*makers, random_sparse, random_structure, random_shape)
    values = [
        makers[i](rng) for i in rng.integers(len(makers), size=rng.integers(1, 3))
    ]
    if rng.integers(3) == 0:
        values.insert(int(rng.integers(2)), str(rng.choice(["loss:", "a {} b", "é"])))
    summarize = [3, 1, 2, 10, -1][rng.integers(5)]
    sep = str(rng.choice([" ", ", ", "\n"]))
    stream = f"file://{path}"
    tf.print(*values, summarize=summarize, sep=sep, output_stream=stream)
    written = Path(path).read_bytes().decode("utf-8", "backslashreplace")
    Path(path).unlink()
    return written
