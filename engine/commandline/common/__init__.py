"""What several commands share: options, streams, the subject, answers, exports."""
