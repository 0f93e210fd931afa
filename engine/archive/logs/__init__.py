"""Logs as SSB and PZP programs write them: flumelog, async-append-only-log, pzp-db, BIPF."""
