"""From messages to graphs: links, threads, tangles of any name, groups."""
