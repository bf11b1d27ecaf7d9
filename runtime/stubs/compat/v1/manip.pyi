# Made by `python -m tools.stubs` of the tables of names.
from runtime.arrays.blocks import space_to_batch as _space_to_batch
from runtime.arrays.rearranging import reverse as reverse
from runtime.arrays.rearranging import roll as roll
from runtime.arrays.reshaping import reshape as reshape
from runtime.arrays.reshaping import tile as tile
from runtime.arrays.scattering import scatter_nd as scatter_nd
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor
import typing as _t
def batch_to_space_nd(input: TensorLike, block_shape: TensorLike, crops: TensorLike, name: str | None = ...) -> Tensor: ...
def gather_nd(params: _t.Any, indices: TensorLike, name: str | None = ..., batch_dims: int = ..., bad_indices_policy: str = ...) -> Tensor: ...
space_to_batch_nd = _space_to_batch
