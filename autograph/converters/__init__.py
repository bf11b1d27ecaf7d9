"""The writers: each lowers one Python construct.

Every converter rests on `base` alone; `autograph.pipeline` puts them in order.
"""
