"""Extension types: users' classes whose values are several tensors and constants.

Not here: what public functions mean for them (`dispatch`).
"""
