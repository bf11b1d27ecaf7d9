"""The alias: `import tensorflow` answered by this runtime; off unless switched on.

`site/` holds a package `tensorflow` and the metadata of a distribution of that name.
It comes first on `sys.path` and `PYTHONPATH`; its modules are created on import, from
the tables of public names.
"""
