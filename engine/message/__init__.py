"""What a message is: canonical text, ids, signatures, chain rules, verdicts."""
