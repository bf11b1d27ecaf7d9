"""The alias: `import tensorflow` imports this runtime; off by default.

`site/` holds a package `tensorflow` and the metadata of a distribution of that name.
It comes first on `sys.path` and `PYTHONPATH`; its modules are created on first import,
from the tables of public names.

Not here: the implementations behind the names, which are in the rooms that `names`
lists.
"""
