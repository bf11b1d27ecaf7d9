"""Python text and trees; knows nothing of conversion.

Layers; each imports only those above it:

    nodes          gast trees: own names, children, copies
    annotations    facts attached to nodes
    names          qualified names, and new names that clash with none
    origins        where a line of generated code came from
    lowering       gast tree to the interpreter's own tree
    unparse        tree to text, the same on every Python
    templates      quoted code with placeholders
    visitor        walks that rewrite a tree
    private_names  `__x` in a class
    lambdas        which lambda of a file a code object is
    source         a live function to its tree
    loading        a tree to a live function
"""
