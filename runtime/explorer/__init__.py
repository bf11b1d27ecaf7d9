"""Explorer pages: every step from a function's source to its result, linked.

Here belongs what gathers the steps into data (``model``), the page that shows them and
the reports that running programs leave, and what notebooks show. The page's script and
style stand beside, with the layout library that it bundles.

Not here: drawings of a single graph without a script (`graphir.drawing`), the command
line and its server, which are a package of their own.
"""
