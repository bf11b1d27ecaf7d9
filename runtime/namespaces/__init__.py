"""Modules of public functions that belong to no room of their own.

They normalise arguments.

Not here: functions whose namespace has a room.
"""
