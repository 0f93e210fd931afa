"""The manual inside the program: the pages of the documents, searchable, and the glossary."""
