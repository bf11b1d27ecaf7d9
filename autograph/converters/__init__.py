"""Converters: each lowers one Python construct.

Every converter rests on `base` alone; `autograph.pipeline` puts them in order.

Not here: analyses of a tree (`analysis`), and the operators that generated code calls
(`operators`).
"""
