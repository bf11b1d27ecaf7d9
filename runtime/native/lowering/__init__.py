"""From a node of the graph to terms; one rule a kind of op.

Not here: code: rules give terms (`terms`).
"""
