"""Take-out: what a person wrote, or a conversation, as Markdown or as a book."""
