"""Iterators and optionals as users see them.

Layers: optional, states, owned_iterator
"""
