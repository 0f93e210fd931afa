"""The window: asks the library and paints; what can be tested without Qt is computed elsewhere."""
