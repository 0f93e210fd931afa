"""Checking a database: what can be derived is derived again, and compared with what is stored.

A subject is one thing that is derived: its module says from what, with the code that wrote it.
`engine.store.check.running` divides all subjects into parts and has processes compare them.
To add a subject, write a module like these and enter it in `SUBJECTS`.
"""
