"""Graph editing: extracting subgraphs, importing graphs, freezing variables.

An edit may change the results of a graph.

Not here: rewrites that keep the meaning of a graph (`passes`).
"""
