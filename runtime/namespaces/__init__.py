"""Public modules that belong to no other room.

They normalise arguments.

Not here: functions whose namespace has a room.
"""
