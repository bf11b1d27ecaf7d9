# Made by `python -m tools.stubs` of the tables of names.
from runtime.testing.benchmarks import Benchmark as Benchmark
from runtime.testing.benchmarks import benchmark_config as benchmark_config
from runtime.testing.tensor_test_case import TestCase as TestCase
from runtime.testing.test import assert_equal_graph_def as assert_equal_graph_def
from runtime.testing.test import compute_gradient as compute_gradient
from runtime.testing.test import disable_with_predicate as disable_with_predicate
from runtime.testing.test import experimental as experimental
from runtime.testing.test import get_temp_dir as get_temp_dir
from runtime.testing.test import gpu_device_name as gpu_device_name
from runtime.testing.test import is_built_with_cuda as is_built_with_cuda
from runtime.testing.test import is_built_with_gpu_support as is_built_with_gpu_support
from runtime.testing.test import is_built_with_rocm as is_built_with_rocm
from runtime.testing.test import is_built_with_xla as is_built_with_xla
from runtime.testing.test import is_cpu_target_available as is_cpu_target_available
from runtime.testing.test import is_gpu_available as is_gpu_available
from runtime.testing.test import main as main
from runtime.testing.test import with_eager_op_as_function as with_eager_op_as_function
import typing as _t
def create_local_cluster(num_workers: object, num_ps: object, protocol: object = ..., worker_config: object = ..., ps_config: object = ...) -> _t.NoReturn: ...
