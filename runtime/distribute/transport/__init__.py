"""Transport of arrays between processes: a ring of sockets, or shared memory.

Not here: addresses of the processes (`cluster_resolvers`), training on them
(`strategies`). Only arrays and short texts are sent; nothing is unpickled.
"""
