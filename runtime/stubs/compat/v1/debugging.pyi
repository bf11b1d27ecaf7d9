# Made by `python -m tools.stubs` of the tables of names.
from runtime.compat.v1.assertions import assert_equal as assert_equal
from runtime.compat.v1.assertions import assert_greater as assert_greater
from runtime.compat.v1.assertions import assert_greater_equal as assert_greater_equal
from runtime.compat.v1.assertions import assert_integer as assert_integer
from runtime.compat.v1.assertions import assert_less as assert_less
from runtime.compat.v1.assertions import assert_less_equal as assert_less_equal
from runtime.compat.v1.assertions import assert_near as assert_near
from runtime.compat.v1.assertions import assert_negative as assert_negative
from runtime.compat.v1.assertions import assert_non_negative as assert_non_negative
from runtime.compat.v1.assertions import assert_non_positive as assert_non_positive
from runtime.compat.v1.assertions import assert_none_equal as assert_none_equal
from runtime.compat.v1.assertions import assert_positive as assert_positive
from runtime.compat.v1.assertions import assert_rank as assert_rank
from runtime.compat.v1.assertions import assert_rank_at_least as assert_rank_at_least
from runtime.compat.v1.assertions import assert_rank_in as assert_rank_in
from runtime.compat.v1.assertions import assert_scalar as assert_scalar
from runtime.compat.v1.assertions import assert_type as assert_type
from runtime.control_flow.conditionals import Assert as Assert
from runtime.debugging.numerics import check_numerics as check_numerics
from runtime.debugging.numerics import disable_check_numerics as disable_check_numerics
from runtime.debugging.numerics import enable_check_numerics as enable_check_numerics
from runtime.debugging.origins_of_nan import where_nan as where_nan
from runtime.debugging.settings import disable_traceback_filtering as disable_traceback_filtering
from runtime.debugging.settings import enable_traceback_filtering as enable_traceback_filtering
from runtime.debugging.settings import get_log_device_placement as get_log_device_placement
from runtime.debugging.settings import is_traceback_filtering_enabled as is_traceback_filtering_enabled
from runtime.debugging.settings import set_log_device_placement as set_log_device_placement
from runtime.debugging.shape_checks import assert_shapes as assert_shapes
from runtime.debugging.structure_checks import assert_proper_iterable as assert_proper_iterable
from runtime.debugging.structure_checks import assert_same_float_dtype as assert_same_float_dtype
from runtime.debugging.structure_checks import is_numeric_tensor as is_numeric_tensor
from runtime.math.comparison import is_finite as is_finite
from runtime.math.comparison import is_inf as is_inf
from runtime.math.comparison import is_nan as is_nan
from runtime.math.statistics import is_non_decreasing as is_non_decreasing
from runtime.math.statistics import is_strictly_increasing as is_strictly_increasing
from runtime.stubs.debugging import experimental as experimental
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor
def assert_all_finite(t: TensorLike | None = ..., msg: str | None = ..., name: str | None = ..., x: TensorLike | None = ..., message: str | None = ...) -> Tensor: ...
