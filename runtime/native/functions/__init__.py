"""Mathematical functions as instructions, with stated and tested errors.

Element-wise ops are declared here with the instructions that they emit.

Not here: rules that depend on shapes or attributes (`lowering`).
"""
