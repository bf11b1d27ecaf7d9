"""Structural differences from TensorFlow that are meant, with reasons.

A difference is a question, TensorFlow's answer and ours; each reason names the pattern
of all three.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import Final, NamedTuple


class Reason(NamedTuple):
    """Why answers differ where question and both answers are like these patterns."""

    text: str
    question: str
    theirs: str = "*"
    ours: str = "*"

    def explains(self, question: str, theirs: str, ours: str) -> bool:
        """Whether the difference is of this kind."""
        pairs = zip(self[1:], (question, theirs, ours))
        return all(fnmatchcase(found, pattern) for pattern, found in pairs)


SAME_CLASSES: Final = {
    "tf.Variable": "Variable",
    "tf.types.experimental.GenericFunction": "Function",
    "tf.types.experimental.ConcreteFunction": "ConcreteFunction",
    "!OperatorNotAllowedInGraphError": "!TypeError",
    "!InaccessibleTensorError": "!TypeError",
    "!SignatureMismatchError": "!TypeError",
}
"""Our answers by TensorFlow's: a public class where it has a private one below that,
and errors of classes that are below its own."""


def equal(theirs: str, ours: str) -> bool:
    """Whether two answers are the same but for the names of private classes."""
    for name, other in SAME_CLASSES.items():
        ours = ours.replace(name, other)
        theirs = theirs.replace(name, other)
    return theirs == ours


REASONS: Final = (
    Reason(
        "more is public here; what TensorFlow's have is asked one by one",
        "public *",
    ),
    Reason("what assertions need is here", "attribute tf.test.TestCase *"),
    Reason(
        "each member refuses with the reason",
        "* tf.experimental.tensorrt.*",
    ),
    Reason("made when it is first asked for", "attribute tf.Tensor OVERLOADABLE_*"),
    Reason(
        "protocols here; concrete classes there",
        "attribute tf.types.experimental.*",
    ),
    Reason(
        "the concrete classes stand for the abstract ones",
        "kind tf.types.experimental.*",
    ),
    Reason(
        "node_def, op and message may be left out",
        "kind tf.errors.*",
    ),
    Reason(
        "made of a row of a table of dtypes, not of a number",
        "kind tf.DType",
    ),
    Reason(
        "made of a row of a table of dtypes, not of a number",
        "kind tf.dtypes.DType",
    ),
    Reason(
        "a graph is made of its trace, for functions",
        "kind tf.Graph",
    ),
    Reason(
        "TensorFlow's has no signature: it is a class of C++",
        "kind tf.Operation",
    ),
    Reason(
        "made by factories, as TensorFlow's is to be",
        "kind tf.RaggedTensor",
    ),
    Reason(
        "TensorShape() of an unknown rank needs no argument",
        "kind tf.TensorShape",
    ),
    Reason(
        "made by factories, as TensorFlow's is to be",
        "kind tf.experimental.RowPartition",
    ),
    Reason(
        "a context manager that is its own class",
        "kind tf.control_dependencies",
    ),
    Reason(
        "keyword arguments are written out, not gathered",
        "kind tf.group",
    ),
    Reason(
        "keyword arguments are written out, not gathered",
        "kind tf.meshgrid",
    ),
    Reason(
        "keyword arguments are written out, not gathered",
        "kind tf.print",
    ),
    Reason(
        "TensorFlow's signature is hidden by a wrapper",
        "kind tf.lookup.*",
    ),
    Reason(
        "no undefined objects as defaults",
        "kind tf.autograph.experimental.set_loop_options",
    ),
    Reason(
        "the same dtypes, by name",
        "kind tf.IndexedSlicesSpec",
    ),
    Reason(
        "both refuse; the class of the error is that of another check",
        "passes *",
        "!*",
        "!*",
    ),
    Reason(
        "both refuse; the class of the error is that of another check",
        "takes *",
        "!*",
        "!*",
    ),
    Reason(
        "both refuse; the class of the error is that of another check",
        "ability *",
        "!*",
        "!*",
    ),
    Reason(
        "lists are taken too; TensorFlow asks them for a shape they have not",
        "takes tf.einsum*",
        "!AttributeError",
        "tensor*",
    ),
    Reason(
        "whatever can be iterated is taken, not lists alone",
        "takes tf.math.accumulate_n*",
        "!ValueError",
        "tensor*",
    ),
    Reason(
        "axes as arrays and tensors are taken too",
        "takes tf.norm*",
        "!ValueError",
        "tensor*",
    ),
    Reason(
        "axes as arrays and tensors are taken too",
        "takes tf.nn.moments*",
        "!*",
        "tuple*",
    ),
    Reason(
        "axes as arrays and variables are taken too",
        "takes tf.squeeze*",
        "!*",
        "tensor*",
    ),
    Reason(
        "views and ranges are structures here as they are in tf.nest",
        "passes tf.scan*",
        "!TypeError",
        "list*",
    ),
    Reason(
        "messages of types come with the structures of SavedModels",
        "attribute tf.* experimental_*_proto",
        "*",
        "missing",
    ),
    Reason(
        "kept by each object, not by its class",
        "attribute tf.Tensor [dns]*",
        "attribute",
        "missing",
    ),
    Reason(
        "kept by each object, not by its class",
        "attribute tf.*Tensor dtype",
        "attribute",
        "missing",
    ),
    Reason(
        "kept by each object, not by its class",
        "attribute tf.Variable *",
        "attribute",
        "missing",
    ),
    Reason(
        "kept by each object, not by its class",
        "attribute tf.lookup.* *_dtype",
        "attribute",
        "missing",
    ),
    Reason(
        "TensorFlow's are methods of C++ without a signature",
        "attribute tf.Graph *",
        "method(?)",
        "method*",
    ),
    Reason(
        "Tensor shapes and dtypes are small and without a dictionary",
        "ability * new attribute",
        "None",
        "!AttributeError",
    ),
    Reason(
        "the types of composites name their dtype",
        "ability slices*",
        "tf.IndexedSlicesSpec",
        "tf.IndexedSlicesSpec float32",
    ),
    Reason(
        "of the iterator only the class differs",
        "ability *: iter",
        "*",
        "map",
    ),
    Reason(
        "of the iterator only the class differs",
        "ability ragged: iter",
        "iterator",
        "generator",
    ),
    Reason(
        "of the iterator only the class differs",
        "ability shape: iter",
        "generator",
        "tuple_iterator",
    ),
    Reason(
        "vectors are taken where TensorFlow asks lists for a method",
        "returns tf.nn.moments*",
        "!AttributeError",
        "*",
    ),
    Reason(
        "lists are taken where TensorFlow asks for an attribute",
        "returns tf.linalg.eig*",
        "!AttributeError",
        "*",
    ),
    Reason(
        "lists are taken where TensorFlow asks for an attribute",
        "returns tf.nn.fused_batch_norm*",
        "!AttributeError",
        "*",
    ),
    Reason(
        "dimensions are integers; Dimension is of TensorFlow 1",
        "returns *.shape.dims",
        "list(Dimension)",
        "list(Size)",
    ),
    Reason(
        "built without CUDA",
        "returns tf.test.is_built_with_cuda()",
        "True",
        "False",
    ),
    Reason(
        "built without CUDA",
        "returns tf.sysconfig.get_build_info()",
        "*",
        "*",
    ),
    Reason(
        "the tracer knows the library's own classes: they say nothing themselves",
        "bases *",
        "* tf.types.experimental.SupportsTracingProtocol*",
        "*",
    ),
    Reason(
        "the tracer knows the library's own classes: they say nothing themselves",
        "instance *",
        "* tf.types.experimental.SupportsTracingProtocol*",
        "*",
    ),
    Reason(
        "arguments of TensorFlow's own making are left out",
        "kind tf.experimental.DynamicRaggedShape",
    ),
    Reason(
        "made by its functions; the class is no abstract one",
        "kind tf.experimental.Optional",
    ),
    Reason(
        "without a name it is that of the class",
        "kind tf.linalg.LinearOperatorCirculant*",
    ),
    Reason(
        "kept by each object, not by its class",
        "attribute tf.CriticalSection name",
        "attribute",
        "missing",
    ),
    Reason(
        "kept by each object, not by its class",
        "attribute tf.train.CheckpointOptions *",
        "attribute",
        "missing",
    ),
    Reason(
        "methods of C++ that no program calls",
        "attribute tf.Graph *",
        "method(?)",
        "missing",
    ),
    Reason(
        "the class that cuts tensors for a policy is not public",
        "attribute tf.train.experimental.MaxShardSizePolicy MaxShardSizePartitioner",
        "value",
        "missing",
    ),
    Reason(
        "containers and colocation are of TensorFlow 1's graphs",
        "attribute tf.Graph co*",
        "method*",
        "missing",
    ),
    Reason(
        "graphs are recorded by the thread that traces",
        "attribute tf.Graph switch_to_thread_local",
        "method*",
        "missing",
    ),
    Reason(
        "signatures of ops are declared in Python: there is no OpDef",
        "attribute tf.* op_def*",
        "*",
        "missing",
    ),
    Reason(
        "operations are made of messages by tf.graph_util.import_graph_def alone",
        "attribute tf.Operation from_node_def",
        "*",
        "missing",
    ),
    Reason(
        "types beyond dtypes are for TensorFlow's compilers",
        "attribute tf.Operation experimental_set_type",
        "*",
        "missing",
    ),
    Reason(
        "gradients of arrays are TensorFlow's own business in graphs of version 1",
        "attribute tf.TensorArray grad",
        "method*",
        "missing",
    ),
    Reason(
        "partitioned variables are of TensorFlow 1",
        "attribute tf.Variable SaveSliceInfo",
        "value",
        "missing",
    ),
    Reason(
        "the same default, written as its value",
        "attribute tf.train.TrackableView children",
    ),
    Reason(
        "every table that changes takes defaults of the call",
        "attribute tf.lookup.experimental.DenseHashTable lookup",
    ),
    Reason(
        "a class that says its tracing type counts as one that does",
        "bases tf.Variable",
        "*",
        "*SupportsTracingProtocol*",
    ),
    Reason(
        "the spec of a variable is that of its value: VariableSpec is not public",
        "* type spec",
        "VariableSpec*",
        "tf.TensorSpec*",
    ),
    Reason(
        "the spec of a variable is that of its value: VariableSpec is not public",
        "passes tf.type_spec_from_value(tf.Variable(1.0))",
    ),
    Reason(
        "what assign gives is the variable itself",
        "ability assigned: *",
        "!*",
        "*",
    ),
    Reason(
        "an array counts as its tensors; TensorFlow's hides them eagerly",
        "ability array: flatten",
    ),
    Reason(
        "the spec of an array is one thing: eagerly an array has no flow",
        "ability array spec: *",
    ),
    Reason(
        "texts of objects are this library's",
        "ability *: format",
    ),
    Reason(
        "copied here; TensorFlow's hold objects of C++ that cannot be",
        "ability *copy",
        "!*",
        "*",
    ),
    Reason(
        "bound to the class of the object, if no other is named",
        "instance method",
        "!TypeError",
        "*",
    ),
    Reason(
        "items of tables are looked up by values too",
        "ability table: item",
        "!AttributeError",
        "tensor*",
    ),
    Reason(
        "a critical section holds a lock, which is not copied",
        "ability critical section: deep copy",
    ),
    Reason(
        "operators have no items, so they cannot be gone through",
        "ability operator: iter",
    ),
    Reason(
        "what a traced function makes of operations is nothing, eagerly too",
        "ability operation: result",
    ),
    Reason(
        "a feature is a description; that its parts are numbers is chance",
        "ability feature: *",
    ),
    Reason(
        "a reference is unequal to whatever is no reference",
        "ability reference: different",
    ),
    Reason(
        "both refuse; the class of the error is that of another check",
        "returns *",
        "!*",
        "!*",
    ),
    Reason(
        "text, as all names",
        "returns concrete().name",
        "bytes",
    ),
    Reason(
        "the variables of a trace live as long as it",
        "returns concrete().variables",
        "!AssertionError",
    ),
    Reason(
        "collections are there once something is in them",
        "returns concrete().graph.collections",
    ),
    Reason(
        "one variable of a loop may be handed back bare",
        "returns tf.while_loop*",
        "!*",
        "tuple*",
    ),
    Reason(
        "results that nobody uses are not watched",
        "returns tf.TensorArray*",
        "ShouldUseWrapper*",
        "tf.TensorArray*",
    ),
    Reason(
        "of context managers only the class differs",
        "returns tf.device*",
        "EagerDeviceContext",
    ),
    Reason(
        "of context managers only the class differs",
        "returns tf.control_dependencies*",
        "NullContextmanager",
    ),
    Reason(
        "eager parts are there to be read",
        "returns tf.SparseTensor*.eval()",
        "!AttributeError",
    ),
    Reason(
        "a mapping of any class stays one, as in tf.nest",
        "passes tf.function*defaultdict*",
        "dict*",
        "defaultdict*",
    ),
    Reason(
        "composites pass where nothing is computed of them",
        "passes tf.*tf.SparseTensor*",
        "!*",
        "tf.SparseTensor*",
    ),
    Reason(
        "True is no number of a dtype",
        "passes tf.as_dtype(True)",
    ),
    Reason(
        "bytes are no list of sizes",
        "passes tf.Tensor*(b'a')",
        "*",
        "!TypeError",
    ),
    Reason(
        "lists of eager tensors and numbers are taken too",
        "takes tf.*constant([[]tf.constant(2), 1])",
        "!ValueError",
        "tensor*",
    ),
    Reason(
        "numbers take the dtype of what they are added to",
        "takes tf.add_n([[]np.int64(2), 1])",
        "!*",
        "tensor*",
    ),
    Reason(
        "integers of several dtypes are taken together",
        "takes tf.one_hot*",
        "!InvalidArgumentError",
        "tensor*",
    ),
    Reason(
        "whole numbers in arrays of floats are sizes, as they are to tf.zeros",
        "takes tf.random.*",
        "!InvalidArgumentError",
        "tensor*",
    ),
    Reason(
        "variables are taken where tensors are",
        "takes tf.nn.*tf.Variable*",
        "!TypeError",
        "tensor*",
    ),
    Reason(
        "a ragged tensor is taken as it is",
        "takes tf.ragged.constant(tf.ragged*",
        "!TypeError",
        "tf.Ragged*",
    ),
    Reason(
        "tensors of other integers are taken too",
        "takes tf.eye*tf.constant*",
        "!ValueError",
        "tensor*",
    ),
    Reason(
        "strings and rows are repeated too; TensorFlow multiplies by ones",
        "takes tf.meshgrid*",
        "!*",
        "list*",
    ),
    Reason(
        "of truth values, too: the rest is False",
        "takes tf.linalg.diag*",
        "!TypeError",
        "tensor*",
    ),
    Reason(
        "kept by each object, not by its class",
        "attribute tf.lookup.* default_value",
        "attribute",
        "missing",
    ),
    Reason(
        "a spec of an extension type is made by its values",
        "attribute tf.experimental.ExtensionTypeSpec from_value",
    ),
    Reason(
        "set by each class of specs, on the class",
        "attribute tf.experimental.ExtensionTypeSpec value_type",
        "attribute",
        "value",
    ),
)
