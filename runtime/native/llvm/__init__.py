"""LLVM: instructions, vectors, element types, the compiling engine, its disk cache.

Not here: what is computed: everything above.
"""
