"""The actions of the user: import, export, write, hide, keep, collect, inspect."""
