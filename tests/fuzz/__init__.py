"""The harness: random cases of each kind, run in children, failures made small.

`python -m tests.fuzz --minutes 5 --kind files` looks for new failures; each kind is a
module of its own here, and `tests/fuzz/cases` has what was found, to be run again.
"""
