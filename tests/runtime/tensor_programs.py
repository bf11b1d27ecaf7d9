"""Programs over tensors that print what the guides to tensors print."""

from __future__ import annotations

import operator

import numpy as np

import runtime as tf


def _error(action):
    try:
        return repr(action())
    except Exception as error:  # any class: its name is compared
        text = str(error).partition(" [Op")[0].rpartition("device:CPU:0}} ")[2]
        return f"{type(error).__name__}: {text}"


def tensors_of_several_ranks():
    scalar = tf.constant(4)
    vector = tf.constant([2.0, 3.0, 4.0])
    matrix = tf.constant([[1, 2], [3, 4], [5, 6]], dtype=tf.float16)
    cube = tf.constant(np.arange(30, dtype=np.int32).reshape(3, 2, 5).tolist())
    for each in (scalar, vector, matrix, cube):
        print(each)
        print(repr(each))
    print(np.array(matrix), type(np.array(matrix)))
    print(matrix.numpy(), type(matrix.numpy()))


def arithmetic():
    a = tf.constant([[1, 2], [3, 4]])
    b = tf.ones([2, 2], dtype=tf.int32)
    print(tf.add(a, b), "\n")
    print(tf.multiply(a, b), "\n")
    print(tf.matmul(a, b), "\n")
    print(a + b, "\n")
    print(a * b, "\n")
    print(a @ b, "\n")
    c = tf.constant([[4.0, 5.0], [10.0, 1.0]])
    print(tf.reduce_max(c))
    print(tf.math.argmax(c))
    print(tf.nn.softmax(c))


def arrays_become_tensors():
    d = np.array([1, 2, 3])
    print(tf.convert_to_tensor(d))
    print(tf.reduce_max(d))
    print(tf.reduce_max([1, 2, 3]))
    print(tf.math.argmax([3.0, 9.0, 1.0]))


def shapes():
    t = tf.zeros([3, 2, 4, 5])
    print(t)
    print("Type of every element:", t.dtype)
    print("Number of axes:", t.ndim)
    print("Shape of tensor:", t.shape)
    print("Elements along axis 0 of tensor:", t.shape[0])
    print("Elements along the last axis of tensor:", t.shape[-1])
    print("Total number of elements (3*2*4*5): ", tf.size(t).numpy())
    print(tf.rank(t))
    print(tf.shape(t))
    print(repr(t.shape), t.shape.as_list(), t.shape.rank, len(t.shape))


def indexing_of_one_axis():
    fibonacci = tf.constant([0, 1, 1, 2, 3, 5, 8, 13, 21, 34])
    print(fibonacci.numpy())
    print("First:", fibonacci[0].numpy())
    print("Second:", fibonacci[1].numpy())
    print("Last:", fibonacci[-1].numpy())
    print("Everything:", fibonacci[:].numpy())
    print("Before 4:", fibonacci[:4].numpy())
    print("From 4 to the end:", fibonacci[4:].numpy())
    print("From 2, before 7:", fibonacci[2:7].numpy())
    print("Every other item:", fibonacci[::2].numpy())
    print("Reversed:", fibonacci[::-1].numpy())


def indexing_of_several_axes():
    matrix = tf.constant([[1, 2], [3, 4], [5, 6]], dtype=tf.float16)
    print(matrix.numpy())
    print(matrix[1, 1].numpy())
    print("Second row:", matrix[1, :].numpy())
    print("Second column:", matrix[:, 1].numpy())
    print("Last row:", matrix[-1, :].numpy())
    print("First item in last column:", matrix[0, -1].numpy())
    print("Skip the first row:")
    print(matrix[1:, :].numpy(), "\n")
    cube = tf.reshape(tf.range(30), [3, 2, 5])
    print(cube[:, :, 4])
    print(cube[..., -1], cube[:, tf.newaxis, 0, ::-2], cube[tf.constant(1)])


def reshaping():
    x = tf.constant([[1], [2], [3]])
    print(x.shape)
    print(x)
    print(x.shape.as_list())
    reshaped = tf.reshape(x, [1, 3])
    print(x.shape)
    print(reshaped.shape)
    cube = tf.reshape(tf.range(30), [3, 2, 5])
    print(tf.reshape(cube, [-1]))
    print(tf.reshape(cube, [3 * 2, 5]), "\n")
    print(tf.reshape(cube, [3, -1]))
    print(tf.reshape(cube, [2, 3, 5]), "\n")
    print(tf.reshape(cube, [5, 6]), "\n")
    print(_error(lambda: tf.reshape(cube, [7, -1])))


def casting():
    wide = tf.constant([2.2, 3.3, 4.4], dtype=tf.float64)
    half = tf.cast(wide, dtype=tf.float16)
    small = tf.cast(half, dtype=tf.uint8)
    print(wide, half, small)
    image = tf.cast(np.arange(4, dtype=np.uint8), tf.float32)
    image /= 255
    print(image)
    print(tf.linspace(-2, 2, 5), tf.linspace(-10.0, 10.0, 5))
    print(_error(lambda: tf.cast(tf.constant("1"), tf.float32))[:18])


def broadcasting():
    x, y, z = tf.constant([1, 2, 3]), tf.constant(2), tf.constant([2, 2, 2])
    print(tf.multiply(x, 2))
    print(x * y)
    print(x * z)
    x = tf.reshape(x, [3, 1])
    y = tf.range(1, 5)
    print(x, "\n")
    print(y, "\n")
    print(tf.multiply(x, y))
    print(tf.broadcast_to(tf.constant([1, 2, 3]), [3, 3]))


def ragged_tensors():
    rows = [[0, 1, 2, 3], [4, 5], [6, 7, 8], [9]]
    print(_error(lambda: tf.constant(rows)))
    ragged = tf.ragged.constant(rows)
    print(ragged)
    print(ragged.shape)
    print(repr(ragged))


def string_tensors():
    scalar = tf.constant("Gray wolf")
    print(scalar)
    several = tf.constant(["Gray wolf", "Quick brown fox", "Lazy dog"])
    print(several)
    print(tf.constant("🥳👍"))
    print(tf.strings.split(scalar, sep=" "))
    print(tf.strings.split(several))
    print(tf.strings.to_number(tf.strings.split(tf.constant("1 10 100"), " ")))
    print("Byte strings:", tf.strings.bytes_split(tf.constant("Duck")))
    print("Bytes:", tf.io.decode_raw(tf.constant("Duck"), tf.uint8))
    unicode_bytes = tf.constant("アヒル 🦆")
    print("\nUnicode bytes:", unicode_bytes)
    print("\nUnicode chars:", tf.strings.unicode_split(unicode_bytes, "UTF-8"))
    print("\nUnicode values:", tf.strings.unicode_decode(unicode_bytes, "UTF-8"))
    print(scalar + scalar)


def sparse_tensors():
    sparse = tf.sparse.SparseTensor(
        indices=[[0, 0], [1, 2]], values=[1, 2], dense_shape=[3, 4]
    )
    print(sparse, "\n")
    print(tf.sparse.to_dense(sparse))
    print(repr(sparse))


def variables_of_any_dtype():
    my_tensor = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    my_variable = tf.Variable(my_tensor)
    print(tf.Variable([False, False, False, True]))
    print(tf.Variable([5 + 4j, 6 + 1j]))
    print("Shape: ", my_variable.shape)
    print("DType: ", my_variable.dtype)
    print("As NumPy: ", my_variable.numpy())
    print("A variable:", my_variable)
    print("\nViewed as a tensor:", tf.convert_to_tensor(my_variable))
    print("\nIndex of highest value:", tf.math.argmax(my_variable))
    print("\nCopying and reshaping: ", tf.reshape(my_variable, [1, 4]))


def variables_assigned():
    a = tf.Variable([2.0, 3.0])
    print(a.assign([1, 2]))
    print(_error(lambda: a.assign([1.0, 2.0, 3.0])).partition(":")[0])
    a = tf.Variable([2.0, 3.0])
    b = tf.Variable(a)
    a.assign([5, 6])
    print(a.numpy())
    print(b.numpy())
    print(a.assign_add([2, 3]).numpy())
    print(a.assign_sub([7, 9]).numpy())


def variables_named():
    my_tensor = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    a = tf.Variable(my_tensor, name="Mark")
    b = tf.Variable(my_tensor + 1, name="Mark")
    print(a == b)
    print(a.name, b.name)
    print(tf.Variable(1, trainable=False))


def placed_on_devices():
    with tf.device("CPU:0"):
        a = tf.Variable([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
        b = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
        c = tf.matmul(a, b)
    print(c, c.device, a.device)
    with tf.device("CPU:0"):
        b = tf.Variable([[1.0, 2.0, 3.0]])
    with tf.device("GPU:0"):
        k = a * b
    print(k, k.device)
    print(tf.config.experimental.list_physical_devices("GPU"))
    print(tf.config.list_physical_devices())
    print(tf.config.list_logical_devices())
    print(_error(lambda: k.gpu()))
    print(k.cpu())


def eager_basics():
    print(tf.executing_eagerly())
    x = [[2.0]]
    m = tf.matmul(x, x)
    print(f"hello, {m}")
    a = tf.constant([[1, 2], [3, 4]])
    print(a)
    b = tf.add(a, 1)
    print(b)
    print(a * b)
    print(np.multiply(a, b))
    print(a.numpy())


def eager_fizzbuzz():
    counter = tf.constant(0)
    max_num = tf.convert_to_tensor(15)
    for num in range(1, max_num.numpy() + 1):
        num = tf.constant(num)
        if int(num % 3) == 0 and int(num % 5) == 0:
            print("FizzBuzz")
        elif int(num % 3) == 0:
            print("Fizz")
        elif int(num % 5) == 0:
            print("Buzz")
        else:
            print(num.numpy())
        counter += 1
    print(counter)


def eager_gradients():
    w = tf.Variable([[1.0]])
    with tf.GradientTape() as tape:
        loss = w * w
    print(tape.gradient(loss, w))


def shapes_and_losses_while_training():
    image = np.zeros([2, 3, 4])[..., tf.newaxis]
    print(tf.newaxis is None, image.shape, tf.cast(image / 255, tf.float32).shape)
    logits = tf.ones([32, 10])
    tf.debugging.assert_equal(logits.shape, (32, 10))
    print(_error(lambda: tf.debugging.assert_equal(logits.shape, (32, 9)))[:20])
    loss = tf.reduce_mean(tf.square(logits * 0.3))
    print(loss.numpy().mean(), type(loss.numpy()), f"{loss:.3f}", f"{loss:2.5f}")
    print("W = {}, B = {}".format(*np.array([3.0101807, 2.0015497], np.float32)))
    print(_error(lambda: f"{logits:.3f}"))
    print(f"{tf.constant(1.23456)}", tf.random.normal([2000]).shape)


def numbers_of_the_guides():
    print(tf.maximum(0.0, [1, -1]), tf.constant(1) / 2)
    print(tf.reduce_mean([1, 2, 2]), tf.reduce_mean([-1, -2]))
    print(repr(tf.pow(tf.constant([3, -3]), 2)))
    numbers = tf.random.uniform([1000], minval=-1, maxval=2, dtype=tf.dtypes.int32)
    print(sorted(set(numbers.numpy().tolist())), numbers.dtype)
    numbers = tf.random.uniform([1000], maxval=10, dtype=tf.int32)
    print(sorted(set(numbers.numpy().tolist())))
    print(tf.matmul(tf.eye(3, dtype=tf.dtypes.int32), [[1], [2], [3]]))
    print(_error(lambda: tf.matmul(tf.ones([1, 4]), tf.ones([3, 3])))[-40:])
    print(_error(lambda: tf.gather(tf.constant([0.0]), [1]))[-36:])
    print(tf.math.add_n([tf.constant(1.0), tf.constant(2.5)]))
    print(type(tf.Variable(1.0)).__name__, type(tf.constant(1.0)).__name__)


def loops_over_tensors():
    states = tf.TensorArray(tf.float32, size=3)
    data = tf.random.uniform([3, 2, 4])
    state = tf.zeros([2, 4])
    for i in tf.range(data.shape[0]):
        state = state + data[i]
        states = states.write(i, state)
    print(states.stack().shape, int(tf.shape(data)[0]))
    total = tf.py_function(lambda x: x * len("ab"), [tf.constant(4)], tf.int32)
    print(total, tf.numpy_function(np.cumsum, [np.array([1, 2])], tf.int64))


def checked_numbers():
    tf.debugging.enable_check_numerics()
    print(_error(lambda: tf.math.log(-1.0)).partition(":")[0])
    tf.debugging.disable_check_numerics()
    print(tf.math.log(-1.0))


def _kind(action, *args, **kwargs):
    try:
        return action(*args, **kwargs).dtype.name
    except Exception as error:
        return type(error).__name__


_DTYPES = """
    float16 float32 float64 int8 int16 int32 int64 uint8 uint16 uint32 uint64 bool
    complex64 complex128 string
"""


def python_values_for_dtypes():
    for name in _DTYPES.split():
        values = (True, 3, 1.5, 2j, "x", [True], [1, 2.5])
        print(name, *[_kind(tf.constant, each, name) for each in values])


def mixed_lists():
    values = {"b": True, "i": 2, "f": 1.5, "c": 2j, "s": "x", "F": np.float64(2.5)}
    for names in ("bi", "ib", "if", "fb", "fi", "cf", "ci", "cb", "fc", "sb", "Fb"):
        print(names, _kind(tf.constant, [values[each] for each in names]))
    for names in ("ibf", "ifb", "fbi", "cbf", "Fib", "bbi", "iFb"):
        print(names, _kind(tf.constant, [values[each] for each in names]))


def operators_with_python_values():
    for name in _DTYPES.split()[:-1]:
        x = tf.cast(tf.constant([1]), name)
        for value in (True, 3, 1.5, 2j):
            print(name, value, _kind(operator.add, x, value), end=" ")
            print(_kind(operator.sub, x, value), _kind(operator.sub, value, x))
            print(_kind(operator.truediv, x, value), _kind(operator.mul, value, x))
            print("" if name[0] == "c" else _kind(operator.lt, x, value), end=" ")
            print(_kind(operator.eq, x, value))


def casts_out_of_range():
    values = [-103.5, 300.7, 1e10, -1e10, np.nan, np.inf, -1.0, 255.9]
    for source in ("float32", "float64", "float16"):
        for target in ("uint8", "int8", "int16", "uint16", "int32", "int64"):
            few, many = values, values * 5
            print(source, target, tf.cast(tf.constant(few, source), target).numpy())
            print(tf.cast(tf.constant(many, source), target).numpy())


def numbers_on_and_off():
    for name in ("uint8", "int64", "float16", "complex64", "bool"):
        for on, off in ((5, -1), (True, False), (5.5, None), (None, 0)):
            print(name, on, off, _kind(tf.one_hot, [1], 2, on, off, dtype=name))


def spread_numbers():
    for name in ("int8", "int16", "uint16", "int32", "int64", "float16", "complex64"):
        low, high = tf.cast(1, name), tf.cast(4, name)
        print(name, tf.linspace(low, high, 4), tf.linspace([low], [high], 3))
    print(_kind(tf.linspace, 0.0, 1.0, 4.0))


def axes_that_do_not_exist():
    for shape in ((), (3,), (2, 3)):
        x = tf.ones(shape)
        for axis in (-3, -1, 0, 2):
            print(shape, axis, _kind(tf.sort, x, axis), _kind(tf.argsort, x, axis))
            print(_kind(tf.repeat, x, 2, axis), end=" ")
            print(_kind(tf.norm, tf.cast(x, "bool"), axis=axis))
    print(_kind(tf.where, tf.constant(True)), tf.tile(tf.constant(1), []))


def quantized_numbers():
    x = tf.constant([-1.3, -0.2, 0.0, 0.95, 2.2])
    plain = {"qint8": tf.int8, "quint8": tf.uint8, "qint16": tf.int16}
    for name, integer in plain.items():
        for mode in ("MIN_COMBINED", "MIN_FIRST", "SCALED"):
            for narrow in (False, True):
                steps, low, high = tf.quantization.quantize(
                    x, -1.0, 2.0, getattr(tf, name), mode, narrow_range=narrow
                )
                print(name, mode, tf.bitcast(steps, integer).numpy(), low, high)
                back = tf.quantization.dequantize(
                    steps, low, high, mode, narrow_range=narrow
                )
                print(np.round(back.numpy(), 4))
    even = tf.quantization.quantize(
        x, -1.0, 2.0, tf.qint8, "SCALED", "HALF_TO_EVEN"
    ).output
    print(tf.bitcast(even, tf.int8))
    fake = tf.quantization.fake_quant_with_min_max_vars
    for low, high in ((1.0, -1.0), (0.0, 0.0), (2.0, 5.0), (-1.0, 2.0)):
        found = fake(x, low, high), fake(x, low, high, 2, True)
        print(low, high, *[np.round(each, 5) for each in found])
        fixed = tf.quantization.fake_quant_with_min_max_args_gradient
        print(_kind(fixed, x, x, low, high))
    print(tf.fingerprint(["a", "", "longer than sixteen bytes of text"]))


def windows_of_images():
    image = tf.reshape(tf.range(25.0), [1, 5, 5, 1])
    for centered, normalized in ((True, True), (True, False), (False, False)):
        for place in ([0.0, 0.0], [1.0, 1.0], [-0.5, 0.7], [4.0, 4.0]):
            window = tf.image.extract_glimpse(
                image, [3, 2], [place], centered, normalized, noise="zero"
            )
            print(centered, normalized, place, window[0, ..., 0].numpy())


def names_of_this_and_that():
    print(tf.compat.as_bytes("é"), tf.compat.as_text(b"x"), tf.compat.as_str_any(1))
    print(tf.errors.NOT_FOUND, tf.errors.OUT_OF_RANGE, tf.dtypes.experimental.int4)
    print(tf.get_static_value(tf.constant([1, 2])), tf.is_symbolic_tensor(tf.ones([])))
    print(tf.make_ndarray(tf.make_tensor_proto([[1.5, 2.0]], shape=[2, 1])))
    print(tf.type_spec_from_value(tf.constant([1, 2])))
    print(tf.as_string(3), tf.version.VERSION, tf.version.GRAPH_DEF_VERSION)
    print(tf.math.approx_max_k([1.0, 5.0, 3.0], 2)[0])


def integers_under_filters():
    image = tf.reshape(tf.range(-8, 8), [1, 4, 4, 1])
    filter = tf.constant([[[-3], [1]], [[2], [0]]])
    ones = [1, 1, 1, 1]
    for name in ("int8", "int32", "int64"):
        given = tf.cast(image, name), tf.cast(filter, name)
        for function in (tf.nn.dilation2d, tf.nn.erosion2d):
            found = function(*given, ones, "SAME", "NHWC", ones)
            print(name, found[0, ..., 0].numpy())


def numbers_beside_normalized_tensors():
    for name in ("float16", "float32", "float64"):
        x = tf.constant([1.0, 2.0], name)
        print(tf.nn.batch_normalization(x, 0.5, 2.0, None, 1.5, 0.001))
        print(tf.nn.batch_normalization(x, 0.5, 2.0, 0.25, None, 0.001))
    print(tf.nn.scale_regularization_loss([1, 2]))
    half = tf.constant([[[0.5], [1.5]]], tf.float16)
    print(tf.image.per_image_standardization(half))
    print(tf.image.total_variation(tf.constant([[[1 + 1j], [2.0]]])))


PROGRAMS = [
    name
    for name, each in list(globals().items())
    if not name.startswith("_") and getattr(each, "__module__", "") == __name__
]
