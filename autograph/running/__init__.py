"""The form of converted code that runs while no stage records.

Not here: the operators that converted code calls while a stage records (`operators`).
"""
