"""From a node of the graph to terms; one rule for each kind of op.

Not here: code of terms (`loops`, `products`).
"""
