"""The command line, goldens and checks of the project; installs as autograph_tools."""
