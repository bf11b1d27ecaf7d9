"""One region of a graph compiled and run, by one thread or several."""
