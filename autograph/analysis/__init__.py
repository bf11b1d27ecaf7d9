"""Facts about a tree; they read it and never change it.

Layers; each imports only those above it:

    dataflow       sets of names as bit masks, transfer of a block of statements
    activity       what each statement reads, writes and defines
    liveness       which names are needed, and which may have a value, where
"""
