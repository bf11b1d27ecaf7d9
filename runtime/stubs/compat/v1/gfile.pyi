# Made by `python -m tools.stubs` of the tables of names.
from runtime.io.file_operations import GFile as GFile
from runtime.io.file_operations import GFile as _GFile
from runtime.io.file_operations import copy as _copy
from runtime.io.file_operations import exists as _exists
from runtime.io.file_operations import glob as _glob
from runtime.io.file_operations import isdir as _isdir
from runtime.io.file_operations import listdir as _listdir
from runtime.io.file_operations import makedirs as _makedirs
from runtime.io.file_operations import mkdir as _mkdir
from runtime.io.file_operations import remove as _remove
from runtime.io.file_operations import rename as _rename
from runtime.io.file_operations import rmtree as _rmtree
from runtime.io.file_operations import stat as _stat
from runtime.io.file_operations import walk as _walk
Copy = _copy
DeleteRecursively = _rmtree
Exists = _exists
FastGFile = _GFile
Glob = _glob
IsDirectory = _isdir
ListDirectory = _listdir
MakeDirs = _makedirs
MkDir = _mkdir
Open = _GFile
Remove = _remove
Rename = _rename
Stat = _stat
Walk = _walk
