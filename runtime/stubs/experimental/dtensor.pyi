# Made by `python -m tools.stubs` of the tables of names.
from runtime.namespaces.dtensor import DTensorDataset as DTensorDataset
from runtime.namespaces.dtensor import DVariable as DVariable
from runtime.namespaces.dtensor import Layout as Layout
from runtime.namespaces.dtensor import MATCH as MATCH
from runtime.namespaces.dtensor import Mesh as Mesh
from runtime.namespaces.dtensor import UNSHARDED as UNSHARDED
from runtime.namespaces.dtensor import call_with_layout as call_with_layout
from runtime.namespaces.dtensor import create_distributed_mesh as create_distributed_mesh
from runtime.namespaces.dtensor import create_mesh as create_mesh
from runtime.namespaces.dtensor import fetch_layout as fetch_layout
from runtime.namespaces.dtensor import is_dtensor as is_dtensor
from runtime.namespaces.dtensor import relayout as relayout
