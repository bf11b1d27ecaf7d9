"""What native code computes: terms of elements, stages of terms, memory, scopes.

Not here: loops over them (`loops`).
"""
