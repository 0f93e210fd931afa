"""From bytes on disk to records: reads as much as possible, and never writes or repairs."""
