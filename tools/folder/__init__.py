"""Build a standalone folder with the program and everything it needs except Spark.

PyInstaller builds it, in a separate environment below build/, from requirements/folder.txt. Spark,
pandas and Arrow are left out: they take 750 MB and need Java. So large archives are imported in one
process, which takes more time and memory; nothing else is missing.
"""
