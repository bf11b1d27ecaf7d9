"""Explorer pages: every step from a function's source to its result, linked.

Here belongs what gathers the steps into data (``model``), the page that shows them and
the reports that running programs leave. The page's script and style stand beside. What
draws a single graph without a script is ``graphir.drawing``.
"""
