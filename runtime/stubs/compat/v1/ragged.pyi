# Made by `python -m tools.stubs` of the tables of names.
from runtime.compat.v1.fetched_values import RaggedTensorValue as RaggedTensorValue
from runtime.compat.v1.fetched_values import constant_value as constant_value
from runtime.compat.v1.inputs import ragged_placeholder as _ragged_placeholder
from runtime.ragged.broadcasting import map_flat_values as map_flat_values
from runtime.ragged.construction import constant as constant
from runtime.ragged.construction import range as range
from runtime.ragged.construction import row_splits_to_segment_ids as row_splits_to_segment_ids
from runtime.ragged.construction import segment_ids_to_row_splits as segment_ids_to_row_splits
from runtime.ragged.crossing import cross as cross
from runtime.ragged.crossing import cross_hashed as cross_hashed
from runtime.ragged.gathering import boolean_mask as boolean_mask
from runtime.ragged.joining import stack as stack
from runtime.ragged.joining import stack_dynamic_partitions as stack_dynamic_partitions
from runtime.ragged.ragged_tensor import RaggedTensor as RaggedTensor
placeholder = _ragged_placeholder
