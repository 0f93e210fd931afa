"""Icons, themes and sample archives, read with importlib.resources."""
