"""The window: asks the library, paints, and computes nothing a test without Qt could check."""
