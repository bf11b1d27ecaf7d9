"""Sessions that start, save and stop by themselves, and the hooks called at each run.

Not here: sessions themselves, savers, and the threads of input queues.
"""
