"""Transport of arrays between processes: a ring of sockets, or shared memory.

Not here: who the processes are (`cluster_resolvers`), what is trained on them
(`strategies`). Nothing but arrays and short texts travels; nothing is unpickled.
"""
