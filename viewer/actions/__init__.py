"""What a person does from the window: import, export, write, hide, keep, collect, inspect."""
