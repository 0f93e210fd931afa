"""Where parts of the window go: panes, places that scroll, tabs that are seen whole."""
