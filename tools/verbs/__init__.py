"""One verb of the command line a module: `EXAMPLE`, `add_arguments`, `run`.

Not here: code that several verbs share (`targets`, `output`, `optimizing`).
"""
