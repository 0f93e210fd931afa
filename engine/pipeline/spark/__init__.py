"""The Spark engine; PySpark is imported only in this folder."""
