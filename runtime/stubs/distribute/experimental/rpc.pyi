# Made by `python -m tools.stubs` of the tables of names.
from runtime.namespaces.refused import RpcClient as _RpcClient
from runtime.namespaces.refused import RpcServer as _RpcServer
Client = _RpcClient
Server = _RpcServer
