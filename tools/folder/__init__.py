"""Build a standalone folder with the program and everything it needs except Spark.

PyInstaller builds it, in an environment of its own below build/, from requirements/folder.txt.
Spark, pandas and Arrow stay out, 750 MB that want a Java of their own besides: large archives
are imported in one process then, which takes longer and more memory, and nothing else is missing.
"""
