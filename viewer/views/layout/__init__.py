"""Layouts of the window: panes, scroll areas, tabs."""
