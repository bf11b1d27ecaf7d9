"""One verb of the command line a module: `EXAMPLE`, `add_arguments`, `run`."""
