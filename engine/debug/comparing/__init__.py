"""Orders side by side: how far apart they are, and which break causality."""
