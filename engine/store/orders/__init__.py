"""Orders in the database: timelines as rows, levels, the order of everything, kept orders."""
