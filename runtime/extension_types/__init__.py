"""Extension types: users' classes whose values are several tensors and constants.

Not here: overrides of public functions for these classes (`dispatch`).
"""
