"""How processes hand arrays to each other: one ring of sockets, or memory of one host.

Not here: who the processes are (`cluster_resolvers`), what is trained on them
(`strategies`). Nothing but arrays and short texts travels; nothing is unpickled.
"""
