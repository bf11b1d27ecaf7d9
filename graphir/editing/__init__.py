"""Graph editing: extracting subgraphs, importing graphs, freezing variables.

Rewrites that keep the meaning of a graph are passes, in ``graphir.passes``.

Not here: what keeps the meaning of a graph (`passes`).
"""
