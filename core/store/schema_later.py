"""The tables, continued: the SQL of the migrations from the ninth on. A script that has landed is never edited."""

from __future__ import annotations

M012_QUESTION_SETS = """
CREATE TABLE question_sets (
    name TEXT PRIMARY KEY,
    changed TEXT NOT NULL                   -- when a person last worked on it
) WITHOUT ROWID;
CREATE TABLE set_questions (
    key INTEGER PRIMARY KEY,
    in_set TEXT NOT NULL REFERENCES question_sets(name) ON UPDATE CASCADE ON DELETE CASCADE,
    text TEXT NOT NULL,
    answer TEXT NOT NULL, kind TEXT NOT NULL,
    lost INTEGER NOT NULL,                  -- supports that were erased with their documents
    UNIQUE (in_set, text)
);
CREATE TABLE set_support (
    key INTEGER PRIMARY KEY,
    question INTEGER NOT NULL REFERENCES set_questions(key) ON DELETE CASCADE,
    support TEXT NOT NULL,                  -- a document, or a passage
    document TEXT NOT NULL,
    hash TEXT NOT NULL,                     -- of the passage's text; empty for a document
    UNIQUE (question, support)
);
CREATE INDEX set_support_by_document ON set_support (document);
"""
