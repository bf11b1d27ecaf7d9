"""The package `tensorflow` of the runtime: every name is found on first use."""

# tools that read this folder for other reasons import it under other names
if __name__ == "tensorflow":
    import sys as _sys

    try:
        import runtime as _runtime
    except ImportError:
        # a child of a program that ran beside the sources, in another folder
        _sys.path.append(__file__.rpartition("/runtime/alias/")[0])

    from runtime.alias.activation import activate as _activate

    _activate(_sys.modules[__name__])
