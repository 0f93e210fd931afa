"""PZP sets: what one holds at any point of its tangle, and why."""
