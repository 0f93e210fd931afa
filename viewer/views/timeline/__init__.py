"""The timeline on the screen: layout, painting, selection, keyboard and mouse."""
