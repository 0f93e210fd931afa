"""Database checks: derive everything derivable again and compare it with what is stored.

A subject is one kind of derived data. Its module derives it with the code that wrote it.
`engine.store.check.running` divides all subjects into parts, which several processes compare.
To add a subject, write a module like these and enter it in `SUBJECTS`.
"""
