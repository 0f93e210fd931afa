"""Importing at scale: archives become databases as a whole, by processes or by Spark."""
