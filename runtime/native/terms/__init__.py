"""Terms of elements, stages of terms, memory and scopes of native code.

Not here: loops over them (`loops`).
"""
