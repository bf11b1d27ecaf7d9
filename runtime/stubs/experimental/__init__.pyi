# Made by `python -m tools.stubs` of the tables of names.
from graphir.dtypes import float4_e2m1fn as float4_e2m1fn
from graphir.dtypes import float8_e4m3b11fnuz as float8_e4m3b11fnuz
from graphir.dtypes import float8_e4m3fn as float8_e4m3fn
from graphir.dtypes import float8_e4m3fnuz as float8_e4m3fnuz
from graphir.dtypes import float8_e5m2 as float8_e5m2
from graphir.dtypes import float8_e5m2fnuz as float8_e5m2fnuz
from graphir.dtypes import int2 as int2
from graphir.dtypes import int4 as int4
from graphir.dtypes import uint2 as uint2
from graphir.dtypes import uint4 as uint4
from runtime.data.iterators.optional import Optional as Optional
from runtime.devices.execution import async_clear_error as async_clear_error
from runtime.devices.execution import async_scope as async_scope
from runtime.devices.execution import function_executor_type as function_executor_type
from runtime.dispatch.registration import dispatch_for_api as dispatch_for_api
from runtime.dispatch.registration import dispatch_for_binary_elementwise_apis as dispatch_for_binary_elementwise_apis
from runtime.dispatch.registration import dispatch_for_binary_elementwise_assert_apis as dispatch_for_binary_elementwise_assert_apis
from runtime.dispatch.registration import dispatch_for_unary_elementwise_apis as dispatch_for_unary_elementwise_apis
from runtime.dispatch.registration import unregister_dispatch_for as unregister_dispatch_for
from runtime.extension_types.batching import BatchableExtensionType as BatchableExtensionType
from runtime.extension_types.batching import ExtensionTypeBatchEncoder as ExtensionTypeBatchEncoder
from runtime.extension_types.extension_type import ExtensionType as ExtensionType
from runtime.extension_types.extension_type_spec import ExtensionTypeSpec as ExtensionTypeSpec
from runtime.messages.deprecation import enable_strict_mode as enable_strict_mode
from runtime.namespaces.refused import register_filesystem_plugin as register_filesystem_plugin
from runtime.ragged.dynamic_shapes import DynamicRaggedShape as DynamicRaggedShape
from runtime.ragged.row_partitions import RowPartition as RowPartition
from runtime.stubs.experimental import dlpack as dlpack
from runtime.stubs.experimental import dtensor as dtensor
from runtime.stubs.experimental import extension_type as extension_type
from runtime.stubs.experimental import numpy as numpy
import typing as _t
def StructuredTensor(*args: object, **kwargs: object) -> _t.NoReturn: ...
