"""Graphs out of messages: links, threads, recipes, tips."""
