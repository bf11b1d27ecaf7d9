"""Extension types: classes of users whose values are several tensors and constants.

Not here: what public functions mean for them (`dispatch`).
"""
