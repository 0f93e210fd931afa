"""Tanglescope: `engine` without a screen, `viewer` the window, `resources` what both read."""
