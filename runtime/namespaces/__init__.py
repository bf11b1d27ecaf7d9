"""Public modules that belong to no other room.

Their functions only normalise arguments and call other rooms.
"""
