"""The shuffle test, and its counterexamples side by side."""
