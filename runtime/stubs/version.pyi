# Made by `python -m tools.stubs` of the tables of names.
from runtime.namespaces.version import COMPILER_VERSION as COMPILER_VERSION
from runtime.namespaces.version import GIT_VERSION as GIT_VERSION
from runtime.namespaces.version import GRAPH_DEF_VERSION as GRAPH_DEF_VERSION
from runtime.namespaces.version import GRAPH_DEF_VERSION_MIN_CONSUMER as GRAPH_DEF_VERSION_MIN_CONSUMER
from runtime.namespaces.version import GRAPH_DEF_VERSION_MIN_PRODUCER as GRAPH_DEF_VERSION_MIN_PRODUCER
from runtime.namespaces.version import VERSION as VERSION
