"""SQLite: messages, links, levels, orders, quarantine."""
