"""The command line, goldens and checks of the project; installs as autograph_tools.

Layers: failures, files, goldens, output, profiling, arguments, modules, targets,
tracing, listing, converters, subjects, pipelines, pass_records, random_inputs,
verification, bisection, graph_files, conversions, verbs, main, demo, checks,
pytest_plugin
"""
