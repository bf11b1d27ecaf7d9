# Made by `python -m tools.stubs` of the tables of names.
from runtime.distribute.cluster_resolvers import ClusterResolver as ClusterResolver
from runtime.distribute.cluster_resolvers import SimpleClusterResolver as SimpleClusterResolver
from runtime.distribute.cluster_resolvers import TFConfigClusterResolver as TFConfigClusterResolver
from runtime.distribute.cluster_resolvers import UnionResolver as UnionResolver
from runtime.distribute.scheduled_clusters import KubernetesClusterResolver as KubernetesClusterResolver
from runtime.distribute.scheduled_clusters import KubernetesExecutableLocation as KubernetesExecutableLocation
from runtime.distribute.scheduled_clusters import SlurmClusterResolver as SlurmClusterResolver
import typing as _t
def GCEClusterResolver(*args: object, **kwargs: object) -> _t.NoReturn: ...
def TPUClusterResolver(*args: object, **kwargs: object) -> _t.NoReturn: ...
