"""Mathematical functions as instructions, each with its error stated and tested.

Not here: which op means which function (`lowering`).
"""
