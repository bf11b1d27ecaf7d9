"""The tables of public names, and the finder that makes ``tf``'s modules from them.

A table says in which private module each public name is defined.

Not here: implementations of public functions.
"""
