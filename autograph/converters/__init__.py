"""Converters: each lowers one Python construct.

Every converter rests on `base` alone; `autograph.pipeline` puts them in order.

Not here: facts about a tree (`analysis`), and what generated code calls (`operators`).
"""
