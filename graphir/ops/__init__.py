"""Every op, declared once; each module is one family of ops.

The families are listed in ``everything``, which is imported with the first op that
is looked up: importing this package alone declares none.

Not here: kernels that need the state of a runtime, which attaches them.
"""
