# Made by `python -m tools.stubs` of the tables of names.
from runtime.compat.v1.arguments.reordered import copy as _copy
from runtime.compat.v1.arguments.reordered import delete_recursively as _delete_recursively
from runtime.compat.v1.arguments.reordered import exists as _exists
from runtime.compat.v1.arguments.reordered import glob as _glob
from runtime.compat.v1.arguments.reordered import is_directory as _is_directory
from runtime.compat.v1.arguments.reordered import list_directory as _list_directory
from runtime.compat.v1.arguments.reordered import make_dir as _make_dir
from runtime.compat.v1.arguments.reordered import make_dirs as _make_dirs
from runtime.compat.v1.arguments.reordered import remove as _remove
from runtime.compat.v1.arguments.reordered import rename as _rename
from runtime.compat.v1.arguments.reordered import stat as _stat
from runtime.compat.v1.arguments.reordered import walk as _walk
from runtime.io.file_operations import GFile as GFile
from runtime.io.file_operations import GFile as _GFile
Copy = _copy
DeleteRecursively = _delete_recursively
Exists = _exists
FastGFile = _GFile
Glob = _glob
IsDirectory = _is_directory
ListDirectory = _list_directory
MakeDirs = _make_dirs
MkDir = _make_dir
Open = _GFile
Remove = _remove
Rename = _rename
Stat = _stat
Walk = _walk
