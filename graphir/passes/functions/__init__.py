"""Functions: equal ones become one, and calls lose what they need not hand over.

Not here: branches and loops (`loops`).
"""

from __future__ import annotations
