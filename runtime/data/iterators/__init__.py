"""Public iterators and optionals.

Layers: optional, states, owned_iterator
"""
