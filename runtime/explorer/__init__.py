"""Explorer pages: every step from a function's source to its result, linked.

``model`` gathers the steps into data, ``page`` shows them in HTML, ``reports`` writes
pages for running programs, ``notebooks`` displays objects in notebooks. The page's
script, style and bundled layout library are in this folder.

Not here: drawings of a single graph without a script (`graphir.drawing`), the command
line and its server, which are a package of their own.
"""
