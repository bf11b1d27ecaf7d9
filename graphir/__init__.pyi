# Made by `python -m tools.stubs` of the tables of names.
from typing import Any
from graphir.analysis.costs import Cost as Cost
from graphir.analysis.costs import CostModel as CostModel
from graphir.analysis.differences import assert_same_graph as assert_same_graph
from graphir.analysis.differences import diff as diff
from graphir.analysis.history import Event as Event
from graphir.analysis.history import History as History
from graphir.analysis.statistics import GraphStatistics as GraphStatistics
from graphir.analysis.statistics import stats as stats
from graphir.analysis.verifier import verify as verify
from graphir.attributes import FunctionRef as FunctionRef
from graphir.attributes import TensorValue as TensorValue
from graphir.builder import GraphBuilder as GraphBuilder
from graphir.drawing.page import to_html as to_html
from graphir.drawing.svg import to_svg as to_svg
from graphir.dtypes import DType as DType
from graphir.dtypes import as_dtype as as_dtype
from graphir.editing.dataflow.functional import functional_control_flow as functional_control_flow
from graphir.editing.finding import find as find
from graphir.editing.finding import parse_pattern as parse_pattern
from graphir.editing.freezing import freeze as freeze
from graphir.editing.importing import import_graph_def as import_graph_def
from graphir.editing.joining import constants_as_inputs as constants_as_inputs
from graphir.editing.joining import merge as merge
from graphir.editing.joining import open_batch as open_batch
from graphir.editing.joining import split as split
from graphir.editing.precision import QuantizedWeight as QuantizedWeight
from graphir.editing.precision import quantize_weights as quantize_weights
from graphir.editing.precision import to_half as to_half
from graphir.editing.replacing import rename as rename
from graphir.editing.replacing import replace_node as replace_node
from graphir.editing.replacing import replace_part as replace_part
from graphir.editing.shape_queries import infer_shapes as infer_shapes
from graphir.editing.subgraphs import extract_sub_graph as extract_sub_graph
from graphir.editing.subgraphs import subgraph as subgraph
from graphir.editing.tapping import check_numbers as check_numbers
from graphir.editing.tapping import tap as tap
from graphir.errors import GraphirError as GraphirError
from graphir.errors import InvalidGraphError as InvalidGraphError
from graphir.errors import MissingKernelError as MissingKernelError
from graphir.errors import ParseError as ParseError
from graphir.errors import PassError as PassError
from graphir.errors import UnknownOpError as UnknownOpError
from graphir.files import load_graph_def as load_graph_def
from graphir.files import save_graph_def as save_graph_def
from graphir.function import Function as Function
from graphir.function import FunctionLibrary as FunctionLibrary
from graphir.graph import Graph as Graph
from graphir.node import Node as Node
from graphir.node import Use as Use
from graphir.node import Value as Value
from graphir.origin import Frame as Frame
from graphir.origin import Origin as Origin
from graphir.passes.optimizer import optimize as optimize
from graphir.passes.optimizer import optimize_graph as optimize_graph
from graphir.passes.pipeline import Pipeline as Pipeline
from graphir.shapes import Shape as Shape
from graphir.shapes import as_shape as as_shape
from graphir.shapes import broadcast_shapes as broadcast_shapes
from graphir.text.parser import parse_graph as parse_graph
from graphir.text.printer import print_graph as print_graph
from graphir.watching import Watcher as Watcher
from graphir.watching import watched_by as watched_by
from graphir.wire.graphdef import from_graph_def as from_graph_def
from graphir.wire.graphdef import to_graph_def as to_graph_def
AssetFileDef: Any
AttrValue: Any
AutoParallelOptions: Any
BoundedTensorSpecProto: Any
BundleEntryProto: Any
BundleHeaderProto: Any
BytesList: Any
CapturedTensor: Any
CheckpointState: Any
ClusterDef: Any
ClusterDeviceFilters: Any
CollectionDef: Any
ConfigProto: Any
CoordinatedJob: Any
CoordinationServiceConfig: Any
DebugOptions: Any
DebugTensorWatch: Any
DictValue: Any
Example: Any
Feature: Any
FeatureList: Any
FeatureLists: Any
Features: Any
FingerprintDef: Any
FloatList: Any
FullTypeDef: Any
FunctionDef: Any
FunctionDefLibrary: Any
FunctionSpec: Any
GPUOptions: Any
GradientDef: Any
GraphDebugInfo: Any
GraphDef: Any
GraphOptions: Any
HistogramProto: Any
Int64List: Any
JobDef: Any
JobDeviceFilters: Any
ListValue: Any
LogMessage: Any
MetaGraphDef: Any
ModelProto: Any
NameAttrList: Any
NamedTupleValue: Any
NodeDef: Any
NoneValue: Any
OpDef: Any
OpDeprecation: Any
OpList: Any
OptimizerOptions: Any
PairValue: Any
QueueRunnerDef: Any
RPCOptions: Any
RegisteredGradient: Any
RegisteredSaver: Any
ResourceHandleProto: Any
RewriterConfig: Any
RunMetadata: Any
RunOptions: Any
SaveSliceInfoDef: Any
SaveableObject: Any
SavedAsset: Any
SavedBareConcreteFunction: Any
SavedConcreteFunction: Any
SavedConstant: Any
SavedFunction: Any
SavedModel: Any
SavedObject: Any
SavedObjectGraph: Any
SavedResource: Any
SavedSlice: Any
SavedSliceMeta: Any
SavedTensorSliceMeta: Any
SavedTensorSlices: Any
SavedUserObject: Any
SavedVariable: Any
SaverDef: Any
ScopedAllocatorOptions: Any
SequenceExample: Any
ServerDef: Any
SessionLog: Any
SessionMetadata: Any
SignatureDef: Any
SnapshotMetadataRecord: Any
SourceMetadata: Any
StructuredValue: Any
Summary: Any
SummaryDescription: Any
SummaryMetadata: Any
TaggedRunMetadata: Any
TaskDeviceFilters: Any
TensorInfo: Any
TensorProto: Any
TensorShapeProto: Any
TensorSliceProto: Any
TensorSpecProto: Any
ThreadPoolOptionProto: Any
TrackableObjectGraph: Any
TupleValue: Any
TypeSpecProto: Any
VariableDef: Any
VariantTensorDataProto: Any
VerifierConfig: Any
VersionDef: Any
