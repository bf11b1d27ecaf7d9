"""Public functions of version 2 with the arguments that they had in version 1.

They normalise arguments.

Not here: what computes them, which stands in the room of their namespace.
"""
