"""LLVM: instructions, vectors, element types, the compiling engine, its disk cache."""
