"""Help in the window: the manual, searchable, the glossary, and a tour of the window."""
