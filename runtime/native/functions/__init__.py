"""Mathematical functions as instructions, each with its error stated and tested.

Element-wise ops are declared here with the instructions that they emit.

Not here: rules that depend on shapes or attributes (`lowering`).
"""
