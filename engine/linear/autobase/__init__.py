"""Autobase: the order of several writers, what its indexers confirm, and quorums."""
