"""LLVM: instructions, vectors, element types, the compiling engine, its disk cache.

Not here: terms, loops and regions (`terms`, `loops`, `regions`), which use it.
"""
