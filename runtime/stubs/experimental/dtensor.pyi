# Made by `python -m tools.stubs` of the tables of names.
from runtime.distribute.dtensor.checkpoints import DTensorCheckpoint as DTensorCheckpoint
from runtime.distribute.dtensor.clients import barrier as barrier
from runtime.distribute.dtensor.clients import client_id as client_id
from runtime.distribute.dtensor.clients import default_mesh as default_mesh
from runtime.distribute.dtensor.clients import device_name as device_name
from runtime.distribute.dtensor.clients import full_job_name as full_job_name
from runtime.distribute.dtensor.clients import get_default_mesh as get_default_mesh
from runtime.distribute.dtensor.clients import heartbeat_enabled as heartbeat_enabled
from runtime.distribute.dtensor.clients import initialize_accelerator_system as initialize_accelerator_system
from runtime.distribute.dtensor.clients import initialize_multi_client as initialize_multi_client
from runtime.distribute.dtensor.clients import job_name as job_name
from runtime.distribute.dtensor.clients import jobs as jobs
from runtime.distribute.dtensor.clients import local_devices as local_devices
from runtime.distribute.dtensor.clients import num_clients as num_clients
from runtime.distribute.dtensor.clients import num_global_devices as num_global_devices
from runtime.distribute.dtensor.clients import num_local_devices as num_local_devices
from runtime.distribute.dtensor.clients import preferred_device_type as preferred_device_type
from runtime.distribute.dtensor.clients import run_on as run_on
from runtime.distribute.dtensor.clients import shutdown_accelerator_system as shutdown_accelerator_system
from runtime.distribute.dtensor.datasets import DTensorDataset as DTensorDataset
from runtime.distribute.dtensor.layouts import Layout as Layout
from runtime.distribute.dtensor.layouts import MATCH as MATCH
from runtime.distribute.dtensor.layouts import UNSHARDED as UNSHARDED
from runtime.distribute.dtensor.meshes import Mesh as Mesh
from runtime.distribute.dtensor.meshes import create_distributed_mesh as create_distributed_mesh
from runtime.distribute.dtensor.meshes import create_mesh as create_mesh
from runtime.distribute.dtensor.named_checkpoints import enable_save_as_bf16 as enable_save_as_bf16
from runtime.distribute.dtensor.named_checkpoints import name_based_restore as name_based_restore
from runtime.distribute.dtensor.named_checkpoints import name_based_save as name_based_save
from runtime.distribute.dtensor.named_checkpoints import sharded_save as sharded_save
from runtime.distribute.dtensor.placing import call_with_layout as call_with_layout
from runtime.distribute.dtensor.placing import check_layout as check_layout
from runtime.distribute.dtensor.placing import copy_to_mesh as copy_to_mesh
from runtime.distribute.dtensor.placing import fetch_layout as fetch_layout
from runtime.distribute.dtensor.placing import is_dtensor as is_dtensor
from runtime.distribute.dtensor.placing import pack as pack
from runtime.distribute.dtensor.placing import relayout as relayout
from runtime.distribute.dtensor.placing import relayout_like as relayout_like
from runtime.distribute.dtensor.placing import unpack as unpack
from runtime.distribute.dtensor.variables import DVariable as DVariable
import typing as _t
def create_tpu_mesh(mesh_dim_names: object, mesh_shape: object, mesh_name: object, ring_dims: object = ..., ring_axes: object = ..., ring_bounds: object = ..., can_split_host_across_rings: object = ..., build_ring_across_rings: object = ..., rotate_ring_across_rings: object = ..., use_xla_spmd: object = ...) -> _t.NoReturn: ...
def initialize_tpu_system(device_type: object = ..., enable_coordination_service: object = ..., num_logical_cpu_devices: object = ..., experimental_reset_context: object = ..., experimental_enable_megcore: object = ...) -> _t.NoReturn: ...
def shutdown_tpu_system() -> _t.NoReturn: ...
