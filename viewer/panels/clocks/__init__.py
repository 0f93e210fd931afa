"""Clock faults, and their chart."""
