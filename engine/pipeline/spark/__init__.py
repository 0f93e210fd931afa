"""The engine that runs on Spark; only this folder imports PySpark."""
