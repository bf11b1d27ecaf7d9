"""Products of matrices and convolutions in native code.

Not here: reductions of other kinds (`loops`).
"""
