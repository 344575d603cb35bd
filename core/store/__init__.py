"""SQLite, the truth: migrations and typed reads and writes."""
