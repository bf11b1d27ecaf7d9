# Made by `python -m tools.stubs` of the tables of names.
from runtime.io.file_operations import GFile as GFile
from runtime.io.file_operations import copy as copy
from runtime.io.file_operations import exists as exists
from runtime.io.file_operations import get_registered_schemes as get_registered_schemes
from runtime.io.file_operations import glob as glob
from runtime.io.file_operations import isdir as isdir
from runtime.io.file_operations import join as join
from runtime.io.file_operations import listdir as listdir
from runtime.io.file_operations import makedirs as makedirs
from runtime.io.file_operations import mkdir as mkdir
from runtime.io.file_operations import remove as remove
from runtime.io.file_operations import rename as rename
from runtime.io.file_operations import rmtree as rmtree
from runtime.io.file_operations import stat as stat
from runtime.io.file_operations import walk as walk
