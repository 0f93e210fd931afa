"""The timeline on the screen: rows measured, painted, marked, read by keyboard and mouse."""
