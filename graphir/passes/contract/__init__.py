"""The definition of a pass and of its report; the passes stand in other rooms.

Not here: any pass.
"""
