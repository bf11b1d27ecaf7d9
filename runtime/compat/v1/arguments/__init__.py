"""Public functions of version 2 with the arguments that they had in version 1.

They only rearrange arguments.

Not here: the functions that compute, which are in the rooms of their namespaces.
"""
