"""The verbs of the command line, one module each: `EXAMPLE`, `add_arguments`, `run`."""
