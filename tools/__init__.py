"""The command line, goldens and checks of the project; installs as autograph_tools.

Layers: failures, files, goldens, output, arguments, modules, targets, tracing, listing,
verbs, main, demo, checks, pytest_plugin
"""
