# Made by `python -m tools.stubs` of the tables of names.
from runtime.arrays.blocks import space_to_batch as _space_to_batch
from runtime.arrays.rearranging import reverse as reverse
from runtime.arrays.rearranging import roll as roll
from runtime.arrays.reshaping import reshape as reshape
from runtime.arrays.reshaping import tile as tile
from runtime.arrays.scattering import scatter_nd as scatter_nd
from runtime.compat.v1.arguments.reordered import gather_nd as gather_nd
from runtime.namespaces.op_functions import batch_to_space_nd as batch_to_space_nd
space_to_batch_nd = _space_to_batch
