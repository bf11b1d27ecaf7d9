"""The form of converted code that runs while nothing is recorded.

Not here: what converted code calls while something is recorded (`operators`).
"""
