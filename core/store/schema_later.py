"""The tables, continued: the SQL of the migrations from the ninth on. A script that has landed is never edited."""

from __future__ import annotations

M009_RESTS = """
ALTER TABLE decisions ADD COLUMN rests TEXT NOT NULL DEFAULT ''; -- ids of the passages that it was made over, as JSON
"""

# What was opened lately is kept by viewer now: its table is made anew with a wider key.
M010_OVERLAYS = """
CREATE TABLE overlays (                     -- what a person says of documents, over their own metadata
    path TEXT NOT NULL,                     -- a document's name, or a folder that ends with "/"
    field TEXT NOT NULL CHECK (field IN ('audience', 'replaces')),
    value TEXT NOT NULL,                    -- JSON
    PRIMARY KEY (path, field)
) WITHOUT ROWID;
CREATE INDEX overlay_folders ON overlays (path) WHERE substr(path, -1) = '/';
ALTER TABLE runs ADD COLUMN viewer TEXT NOT NULL DEFAULT '';  -- labels as JSON; empty: who sees everything
CREATE TABLE run_passages (                 -- a viewer's run stands while this viewer sees all of them
    run TEXT NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
    passage TEXT NOT NULL,
    PRIMARY KEY (run, passage)
) WITHOUT ROWID;
ALTER TABLE opened_documents RENAME TO old_opened_documents;
ALTER TABLE opened RENAME TO old_opened;
CREATE TABLE opened (
    viewer TEXT NOT NULL,                   -- as of runs
    kind TEXT NOT NULL, key TEXT NOT NULL, label TEXT NOT NULL, at TEXT NOT NULL, place INTEGER NOT NULL UNIQUE,
    PRIMARY KEY (viewer, kind, key)
) WITHOUT ROWID;
CREATE TABLE opened_documents (
    viewer TEXT NOT NULL, kind TEXT NOT NULL, key TEXT NOT NULL, document TEXT NOT NULL,
    PRIMARY KEY (viewer, kind, key, document),
    FOREIGN KEY (viewer, kind, key) REFERENCES opened(viewer, kind, key) ON DELETE CASCADE
) WITHOUT ROWID;
CREATE TABLE opened_passages (              -- a viewer's thing is shown while this viewer sees all of them
    viewer TEXT NOT NULL, kind TEXT NOT NULL, key TEXT NOT NULL, passage TEXT NOT NULL,
    PRIMARY KEY (viewer, kind, key, passage),
    FOREIGN KEY (viewer, kind, key) REFERENCES opened(viewer, kind, key) ON DELETE CASCADE
) WITHOUT ROWID;
INSERT INTO opened SELECT '', kind, key, label, at, place FROM old_opened;
INSERT INTO opened_documents SELECT '', kind, key, document FROM old_opened_documents;
DROP TABLE old_opened_documents;
DROP TABLE old_opened;
"""

M011_SUPERSEDED = """
ALTER TABLE documents ADD COLUMN superseded TEXT NOT NULL DEFAULT ''; -- the document that takes its place; derived
ALTER TABLE documents ADD COLUMN counts INTEGER GENERATED ALWAYS AS (NOT withdrawn AND superseded = '') VIRTUAL;
CREATE INDEX superseded_documents ON documents (name) WHERE superseded != '';
CREATE TABLE claiming (                     -- revisions that say, or of which a chunk says, what they replace
    revision INTEGER PRIMARY KEY REFERENCES revisions(id)
);
INSERT INTO claiming SELECT id FROM revisions r WHERE json_type(r.metadata, '$.replaces') NOT NULL OR EXISTS
    (SELECT 1 FROM chunks c WHERE c.revision = r.id AND json_type(c.metadata, '$.replaces') NOT NULL);
CREATE TABLE files (                        -- of folders that were added whole, as they were last taken in
    source TEXT NOT NULL,
    name TEXT NOT NULL,                     -- path below it; empty: the folder itself
    hash TEXT NOT NULL,                     -- SHA-256 of the content
    documents TEXT NOT NULL,                -- JSON list: what came of it
    PRIMARY KEY (source, name)
) WITHOUT ROWID;
CREATE TABLE dismissed (                    -- pairs of documents that a person says are to stay as they are
    document TEXT NOT NULL, other TEXT NOT NULL,
    PRIMARY KEY (document, other)
) WITHOUT ROWID;
"""

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

M013_EXPERIMENT_FACTS = """
ALTER TABLE experiments ADD COLUMN facts TEXT NOT NULL DEFAULT '{}'; -- what it was run with, what indexing took; JSON
"""

# Of a run kept before, a document's revision is known where no other text of it came in between.
M014_RUN_REVISIONS = """
CREATE TABLE run_revisions (                -- what each document held whose words a run shows
    run TEXT NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
    document TEXT NOT NULL,
    revision TEXT NOT NULL,                 -- SHA-256 of the content; empty: not known
    PRIMARY KEY (run, document)
) WITHOUT ROWID;
INSERT INTO run_revisions SELECT DISTINCT g.run, g.document, IIF(u.at >= f.first AND NOT EXISTS
        (SELECT 1 FROM revisions x WHERE x.document = d.id AND x.hash != r.hash AND x.added_at >= f.first), r.hash, '')
    FROM run_documents g JOIN runs u ON u.id = g.run
    JOIN documents d ON d.name = g.document JOIN revisions r ON r.id = d.revision
    JOIN (SELECT document, hash, MIN(added_at) AS first FROM revisions GROUP BY document, hash) f
        ON f.document = d.id AND f.hash = r.hash;
ALTER TABLE opened_documents ADD COLUMN revision TEXT NOT NULL DEFAULT ''; -- as of runs
UPDATE opened_documents SET revision = COALESCE((SELECT r.hash FROM documents d JOIN revisions r ON r.id = d.revision
    WHERE d.name = opened_documents.document AND NOT EXISTS
        (SELECT 1 FROM revisions x WHERE x.document = d.id AND x.hash != r.hash)), '');
"""

# How far reading is is asked with every question; from this index alone, because the rows hold long texts.
M015_PROGRESS = """
CREATE INDEX chunks_progress ON chunks (revision, state, again, flags);
"""

M016_ERASED = """
CREATE TABLE erased (                       -- files of folders whose documents were erased: hashes, no words
    file TEXT NOT NULL,                     -- SHA-256 of its source and its path below that
    content TEXT NOT NULL,                  -- SHA-256 of its content; empty where another document still holds that
    PRIMARY KEY (file, content)
) WITHOUT ROWID;
CREATE INDEX erased_contents ON erased (content) WHERE content != '';
"""
