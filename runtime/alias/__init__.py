"""The alias: `import tensorflow` answered by this runtime; off unless switched on.

`site/` holds a package `tensorflow` and the metadata of a distribution of that name.
It comes first on `sys.path` and `PYTHONPATH`; all that is in it is made when it is
asked for, from the tables of public names.

Not here: what the names mean: the rooms that `names` lists.
"""
