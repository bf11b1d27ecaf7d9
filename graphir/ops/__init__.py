"""Every op, declared once; one module is one family of ops.

The families are listed in ``everything``, which is imported with the first op that
is looked up: importing this package alone declares none.

Layers: signature, registry, apply, inference, declaration, families, then the op
modules, which do not import each other, and everything.
"""
