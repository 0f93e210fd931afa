"""PZP sets: the items of a set at any point of its tangle, and why."""
