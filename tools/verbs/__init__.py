"""One verb of the command line a module: `EXAMPLE`, `add_arguments`, `run`.

Not here: what several verbs share (`targets`, `output`, `optimizing`).
"""
