"""Questions about the structure of the public API, asked of any `tf`.

They are about kinds and signatures of public names, attributes and base classes of
public classes, instances, containers that calls return, Python values that pass
through, and what counts as a sequence. As a script, under an interpreter that has
TensorFlow, it writes TensorFlow's answers:

    python -m tests.runtime.structural.questions > tests/runtime/cases/structure.json
"""
# ruff: noqa: E501 - expressions are read whole

import array
import collections
import collections.abc
import contextvars
import dataclasses
import enum
import inspect
import json
import signal
import sys
import types
import typing
import unittest
import zlib

import numpy as np

from tests.runtime.structural.calls import PASSES, RETURNS, SEQUENCES, TAKES, VALUES

SKIPPED = frozenset(
    [
        "compat",
        "data",
        "distribute",
        "dtensor",
        "estimator",
        "feature_column",
        "initializers",
        "keras",
        "lite",
        "losses",
        "metrics",
        "mlir",
        "optimizers",
        "profiler",
        "queue",
        "raw_ops",
        "saved_model",
        "summary",
        "tools",
        "tpu",
        "xla",
        "security",
    ]
)
"""Namespaces that are no part of what is compared: raw ops have a test of their own,
the others are not here."""

LEFT_OUT = ("experimental.numpy", "experimental.dtensor", "quantization.experimental")
"""Namespaces further down that are no part of it either."""

Point = collections.namedtuple("Point", "x y")


@dataclasses.dataclass
class Record:
    """A plain dataclass."""

    x: object


class UserList(collections.UserList):
    """A sequence that is no list."""


OF_PYTHON = frozenset(
    each
    for kind in (unittest.TestCase, Exception, int, tuple, dict, str)
    for each in dir(kind)
)
"""Attributes that Python's own classes have."""

BASES = (
    *(tuple, list, dict, int, str, enum.Enum, Exception, ValueError, TypeError),
    *(RuntimeError, LookupError, IndexError, OSError, NotImplementedError),
    *(collections.abc.Sequence, collections.abc.Mapping, collections.abc.Iterator),
    *(collections.abc.Callable, collections.abc.Hashable),
)
"""Classes of Python's that public classes are compared with."""

INSTANCES = {
    "tensor": "tf.constant([1.0, 2.0])",
    "scalar": "tf.constant(3)",
    "text": "tf.constant('a')",
    "variable": "tf.Variable([1.0, 2.0])",
    "assigned": "tf.Variable([1.0, 2.0]).assign([2.0, 1.0])",
    "ragged": "tf.ragged.constant([[1], [2, 3]])",
    "sparse": "tf.SparseTensor([[0, 1]], [1.0], [2, 3])",
    "slices": "tf.IndexedSlices(tf.constant([1.0]), tf.constant([0]), tf.constant([2]))",
    "array": "tf.TensorArray(tf.float32, 2)",
    "dtype": "tf.float32",
    "shape": "tf.TensorShape([1, None])",
    "spec": "tf.TensorSpec([1], tf.float32)",
    "ragged spec": "tf.RaggedTensorSpec([None, None])",
    "sparse spec": "tf.SparseTensorSpec([2, 3])",
    "slices spec": "tf.IndexedSlicesSpec([2, 3])",
    "array spec": "tf.TensorArraySpec([2])",
    "none spec": "tf.NoneTensorSpec()",
    "function": "tf.function(lambda x: x)",
    "concrete": "tf.function(lambda x: x).get_concrete_function(tf.constant(1))",
    "method": "tf.function(Holder.method).__get__(Holder())",
    "graph": "tf.Graph()",
    "module": "tf.Module()",
    "tape": "tf.GradientTape()",
    "accumulator": (
        "tf.autodiff.ForwardAccumulator(tf.constant(1.0), tf.constant(1.0))"
    ),
    "generator": "tf.random.Generator.from_seed(1)",
    "table": (
        "tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer([1], [2]), 0)"
    ),
    "mutable table": "tf.lookup.experimental.MutableHashTable(tf.int64, tf.int64, 0)",
    "initializer": "tf.ones_initializer()",
    "device": "tf.DeviceSpec(device_type='CPU')",
    "partition": "tf.experimental.RowPartition.from_row_lengths([1, 2])",
    "row shape": "tf.experimental.DynamicRaggedShape.from_lengths([2, (1, 2)])",
    "critical section": "tf.CriticalSection()",
    "operator": "tf.linalg.LinearOperatorIdentity(2)",
    "options": "tf.io.TFRecordOptions()",
    "symbolic": "made(lambda x: x)",
    "operation": "made(lambda x: x.op)",
    "name scope": "tf.name_scope('a')",
    "policy": "tf.config.LogicalDevice('a', 'CPU')",
    "physical device": "tf.config.list_physical_devices()[0]",
    "aggregation": "tf.VariableAggregation.SUM",
    "feature": "tf.io.FixedLenFeature([], tf.int64)",
    "sparse value": "tf.compat.v1.SparseTensorValue([[0]], [1], [2])",
    "error": "tf.errors.InvalidArgumentError(None, None, 'a')",
    "reference": "tf.constant(1).ref()",
}
ABILITIES = {
    **{
        name: f"{name}(it)"
        for name in [
            "len",
            "iter",
            "bool",
            "int",
            "float",
            "complex",
            "bytes",
            "abs",
        ]
    },
    "hash": "hash(it) == hash(it)",
    "index": "operator.index(it)",
    "reversed": "reversed(it)",
    "item": "it[0]",
    "delete": "delete(it)",
    "equal": "it == it",
    "different": "it != 3",
    "less": "it < it",
    "sum": "it + it",
    "product": "3 * it",
    "matrix product": "it @ it",
    "negative": "-it",
    "invert": "~it",
    "call": "it()",
    "with": "enter(it)",
    "array": "np.asarray(it)",
    "format": "f'{it}'",
    "copy": "copy.copy(it)",
    "deep copy": "copy.deepcopy(it)",
    "weak reference": "weakref.ref(it)",
    "new attribute": "setattr(it, 'new_attribute', 1)",
    "is tensor": "tf.is_tensor(it)",
    "is symbolic": "tf.is_symbolic_tensor(it)",
    "is nested": "tf.nest.is_nested(it)",
    "type spec": "tf.type_spec_from_value(it)",
    "flatten": "tf.nest.flatten([it], expand_composites=True)",
    "argument": "tf.function(lambda x: 1)(it)",
    "result": "tf.function(lambda: it)()",
    "identity": "tf.identity(it)",
    "convert": "tf.convert_to_tensor(it)",
}


def namespaces(tf):
    """The public modules by name, and the public names that each has."""
    found, open_names = {}, [("tf", tf)]
    while open_names:
        name, module = open_names.pop(0)
        found[name] = []
        for each in sorted(dir(module)):
            if each.startswith("_") or (name == "tf" and each in SKIPPED):
                continue
            if f"{name}.{each}".startswith(tuple(f"tf.{no}" for no in LEFT_OUT)):
                continue
            try:
                value = getattr(module, each)
            except ImportError:  # an extra that is not installed
                continue
            if isinstance(value, types.ModuleType):
                if f"{name}.{each}" not in found:
                    open_names.append((f"{name}.{each}", value))
            else:
                found[name].append(each)
    return found


class Asked:
    """One `tf`, with what the expressions need."""

    def __init__(self, tf):
        import copy
        import operator
        import weakref

        class Holder:
            def method(self, x=1):
                return x

        self.tf = tf
        self.names = {
            "tf": tf,
            "np": np,
            "Point": Point,
            "Record": Record,
            "UserList": UserList,
            "collections": collections,
            "array": array,
            "types": types,
            "operator": operator,
            "copy": copy,
            "weakref": weakref,
            "Holder": Holder,
            "made": self._made,
            "tape_of": self._tape_of,
            "concrete": self._concrete,
            "delete": self._delete,
            "enter": self._enter,
        }
        self.classes = {}

    def _made(self, function):
        traced = []
        self.tf.function(
            lambda x: traced.append(function(x)) or x, autograph=False
        ).get_concrete_function(self.tf.constant(1.0))
        return traced[0]

    def _tape_of(self, function, like=None):
        tf = self.tf
        x = tf.nest.map_structure(lambda _: tf.constant(2.0), like or 0)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = [function(each) for each in tf.nest.flatten(x)]
        return tape.gradient(y, x)

    def _concrete(self):
        weights = self.tf.Variable(2.0)
        whole = self.tf.function(lambda x: {"y": x * weights}, autograph=False)
        return whole.get_concrete_function(self.tf.TensorSpec([], "float32", name="x"))

    @staticmethod
    def _delete(it):
        del it[0]

    @staticmethod
    def _enter(it):
        with it as entered:
            return type(entered).__name__ == type(it).__name__

    # --- answers

    def find(self, name):
        """The value of a dotted public name."""
        value = self.tf
        for part in name.split(".")[1:]:
            try:
                value = getattr(value, part)
            except ImportError as error:  # an extra that is not installed
                raise AttributeError(part) from error
        return value

    def kind(self, name):
        """What a public name is, with its signature."""
        try:
            value = self.find(name)
        except AttributeError:
            return "missing"
        if isinstance(value, types.ModuleType):
            return "module"
        if inspect.isclass(value):
            return "class" + signature_of(value)
        if callable(value) and hasattr(value, "__name__"):
            return "function" + signature_of(value)
        return "value of " + self.shown_type(value)

    def attribute(self, name, attribute):
        """What an attribute of a public class is."""
        owner = self.find(name)
        try:
            value = inspect.getattr_static(owner, attribute)
        except AttributeError:
            return "missing"
        if isinstance(value, (classmethod, staticmethod)):
            return type(value).__name__ + signature_of(getattr(owner, attribute))
        if inspect.isroutine(value):
            return "method" + signature_of(value)
        # slots, cached and plain properties are read in the same way
        return "attribute" if hasattr(type(value), "__get__") else "value"

    def relatives(self, kind):
        """The public classes, and some of Python's, that a class belongs to."""
        found = [name for name, each in self.classes.items() if is_under(kind, each)]
        found += [each.__name__ for each in BASES if issubclass(kind, each)]
        return " ".join(found)

    def structure(self, expression, names=()):
        """The containers and types that an expression gives, or its class of error."""
        signal.alarm(5)
        try:
            # what is interrupted leaves its scopes in a context that nobody uses then
            found = contextvars.copy_context().run(
                eval, expression, {**self.names, **dict(names)}
            )
            return self.shown(found)
        except Exception as error:
            return "!" + type(error).__name__
        finally:
            signal.alarm(0)

    def shown(self, value, depth=0):
        """Containers and types of a value."""
        kind = type(value)
        if depth > 4:
            return "..."
        if isinstance(value, tuple) and hasattr(kind, "_fields"):
            parts = [
                f"{n}={self.shown(v, depth + 1)}" for n, v in value._asdict().items()
            ]
            return f"{self.shown_type(value)}({', '.join(parts)})"
        if kind in (list, tuple, set, collections.deque):
            parts = [self.shown(each, depth + 1) for each in value]
            return f"{kind.__name__}({', '.join(parts)})"
        if isinstance(value, dict):
            parts = [f"{k}: {self.shown(v, depth + 1)}" for k, v in value.items()]
            return f"{kind.__name__}({', '.join(map(str, parts))})"
        if kind in (int, bool, str, float) or value is None:
            text = repr(value)
            return text if len(text) < 40 else kind.__name__
        if isinstance(value, (np.ndarray, np.generic)):
            return f"{kind.__name__} {value.dtype}"
        return self.shown_type(value) + self.details(value)

    def details(self, value):
        """The dtype of a tensor and the like."""
        dtype = getattr(value, "dtype", None)
        if inspect.isclass(value) or not hasattr(type(dtype), "as_numpy_dtype"):
            return ""
        return f" {dtype.name}"

    def shown_type(self, value):
        """The public name of the type, else its own."""
        kind = value if inspect.isclass(value) else type(value)
        label = "class " if inspect.isclass(value) else ""
        for name, each in self.classes.items():
            if kind is each:
                return label + name
        if is_under(kind, self.tf.Tensor):
            return label + "tensor"
        for name in ("Variable", "Operation", "Graph", "DType"):
            public = getattr(self.tf, name, None) or self.tf.dtypes.DType
            if is_under(kind, public):
                return label + name
        return label + kind.__name__.lstrip("_")


def is_under(kind, base):
    """Whether a class is a subclass; some bases cannot say."""
    try:
        return issubclass(kind, base)
    except TypeError:
        return False


def signature_of(function):
    """The parameters with their kinds and defaults, without annotations."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return "(?)"
    shown, is_starred = [], False
    for each in parameters:
        if each.kind is each.KEYWORD_ONLY and not is_starred:
            shown.append("*")
            is_starred = True
        is_starred |= each.kind is each.VAR_POSITIONAL
        mark = {each.VAR_POSITIONAL: "*", each.VAR_KEYWORD: "**"}.get(each.kind, "")
        default = "" if each.default is each.empty else f"={default_text(each.default)}"
        shown.append(f"{mark}{each.name}{default}")
    return f"({', '.join(shown)})"


def default_text(value):
    """A default as both would write it."""
    if hasattr(type(value), "as_numpy_dtype"):
        return value.name
    if isinstance(value, enum.Enum):
        return value.name
    is_plain = value is None or isinstance(value, (bool, int, float, str, bytes))
    return repr(value) if is_plain or value in ((), []) else "..."


def asked_of(tf, names):
    """One `tf` that knows the public classes under these names."""
    asked = Asked(tf)
    for name in sorted(names, key=lambda each: (each.count("."), each)):
        try:
            value = asked.find(name)
        except AttributeError:
            continue
        is_known = any(value is each for each in asked.classes.values())
        if inspect.isclass(value) and value is not typing.Any and not is_known:
            asked.classes[name] = value
    return asked


def questions_of(tf):
    """The questions that TensorFlow's names give rise to: kind of question and rest."""
    for module, names in namespaces(tf).items():
        yield "kind", module
        for each in names:
            yield "kind", f"{module}.{each}"


def answers(tf, asked_questions=None, part=0, parts=1):
    """Every answer by its question.

    Without questions, those of the names that this `tf` has itself. Of the questions
    that run something one in so many ``parts`` is asked.
    """

    def is_asked(question):
        return zlib.crc32(question.encode()) % parts == part

    signal.signal(signal.SIGALRM, refuse_to_wait)
    given = asked_questions
    names = [
        each.partition(" ")[2] for each in given or () if each.startswith("kind ")
    ] or [name for _, name in questions_of(tf)]
    asked = asked_of(tf, names)
    result = {f"kind {name}": asked.kind(name) for name in names}
    if given is None:
        attributes = [
            (name, each)
            for name, kind in asked.classes.items()
            if not hasattr(kind, "DESCRIPTOR")  # a message of protobuf
            for each in sorted(set(dir(kind)) - OF_PYTHON)
            if not each.startswith("_")
        ]
    else:
        attributes = [
            tuple(each.split(" ")[1:])
            for each in given
            if each.startswith("attribute ")
        ]
    for name, each in attributes:
        is_here = asked.kind(name) != "missing"
        found = asked.attribute(name, each) if is_here else "missing"
        result[f"attribute {name} {each}"] = found
    for name, kind in asked.classes.items():
        result[f"bases {name}"] = asked.relatives(kind)
    for name, expression in INSTANCES.items():
        if is_asked(name):
            result |= instance_answers(asked, name, expression)
    for expression in filter(is_asked, RETURNS):
        result[f"returns {expression}"] = asked.structure(expression)
    for form in PASSES:
        for value in VALUES:
            expression = form.replace("{0}", value).replace("{}", value, 2)
            if is_asked(expression):
                result[f"passes {expression}"] = asked.structure(expression)
    for form in TAKES:
        for value in SEQUENCES:
            expression = form.replace("{0}", value).replace("{}", value)
            if is_asked(expression):
                result[f"takes {expression}"] = asked.structure(expression)
    return result


def instance_answers(asked, name, expression):
    """What an instance belongs to, and what can be done with it."""
    try:
        it = eval(expression, dict(asked.names))
    except Exception as error:
        return {f"instance {name}": "!" + type(error).__name__}
    result = {f"instance {name}": asked.relatives(type(it))}
    for ability, each in ABILITIES.items():
        it = eval(expression, dict(asked.names))
        result[f"ability {name}: {ability}"] = asked.structure(each, {"it": it})
    public = sorted(each for each in dir(it) if not each.startswith("_"))
    result[f"public {name}"] = " ".join(public)
    return result


def refuse_to_wait(number, frame):
    """Ends a question that takes too long, such as an iteration without end."""
    raise TimeoutError


def main():
    """Writes TensorFlow's answers, one a line."""
    import tensorflow as tf

    found = answers(tf)
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in found.items()]
    sys.stdout.write("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
