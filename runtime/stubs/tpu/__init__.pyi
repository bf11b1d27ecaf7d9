# Made by `python -m tools.stubs` of the tables of names.
from runtime.stubs.tpu import experimental as experimental
import typing as _t
def XLAOptions(*args: object, **kwargs: object) -> _t.NoReturn: ...
