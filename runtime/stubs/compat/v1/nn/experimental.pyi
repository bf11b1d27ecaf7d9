# Made by `python -m tools.stubs` of the tables of names.
from runtime.nn.dropout import general_dropout as general_dropout
from runtime.nn.dropout import stateless_dropout as stateless_dropout
