"""The tables, as the SQL of each migration: what is stored of documents, evidence, questions and answers.

A script that has landed is never edited; `migrations.py` runs them in order.
"""

from __future__ import annotations

M001_EVIDENCE = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE documents (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,              -- SOURCE/path below it
    revision INTEGER REFERENCES revisions(id) DEFERRABLE INITIALLY DEFERRED,
    withdrawn INTEGER NOT NULL DEFAULT 0,
    added_at TEXT NOT NULL
);
CREATE TABLE revisions (
    id INTEGER PRIMARY KEY,
    document INTEGER NOT NULL REFERENCES documents(id),
    hash TEXT NOT NULL,                     -- SHA-256 of the content
    title TEXT NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,                     -- empty for evidence records, whose chunks bring their own
    metadata TEXT NOT NULL,
    encoding TEXT,
    original TEXT,                          -- SHA-256 of the kept file, NULL where none was
    recipe TEXT NOT NULL,                   -- how it was chunked
    added_at TEXT NOT NULL,
    UNIQUE (document, hash, recipe)
);
CREATE TABLE pages (
    revision INTEGER NOT NULL REFERENCES revisions(id),
    number INTEGER NOT NULL, start INTEGER NOT NULL, "end" INTEGER NOT NULL,
    PRIMARY KEY (revision, number)
) WITHOUT ROWID;
CREATE TABLE removed (
    id INTEGER PRIMARY KEY,
    revision INTEGER NOT NULL REFERENCES revisions(id),
    page INTEGER NOT NULL, text TEXT NOT NULL, reason TEXT NOT NULL
);
CREATE TABLE unread (
    name TEXT NOT NULL, page INTEGER NOT NULL, -- page 0: the whole file
    reason TEXT NOT NULL, remedy TEXT NOT NULL, at TEXT NOT NULL,
    PRIMARY KEY (name, page)
) WITHOUT ROWID;

CREATE TABLE chunks (
    id INTEGER PRIMARY KEY,
    revision INTEGER NOT NULL REFERENCES revisions(id),
    name TEXT NOT NULL,                     -- document#chunk
    position INTEGER NOT NULL,
    occurrence INTEGER NOT NULL,            -- how many equal texts stand before it in the revision
    text TEXT NOT NULL,
    title TEXT NOT NULL,
    metadata TEXT,                          -- NULL: the document's
    extra TEXT,                             -- fields of an evidence record that we do not know
    start INTEGER, "end" INTEGER, page INTEGER,
    state TEXT NOT NULL CHECK (state IN ('pending', 'read', 'failed')),
    reason TEXT NOT NULL DEFAULT '',
    themes TEXT NOT NULL DEFAULT '[]',
    flags TEXT NOT NULL DEFAULT '[]',
    reply TEXT NOT NULL DEFAULT '',
    reader TEXT NOT NULL DEFAULT '',
    UNIQUE (revision, position),
    UNIQUE (revision, name)
);
CREATE INDEX chunks_by_state ON chunks (state, revision, position);
CREATE INDEX chunks_by_name ON chunks (name);

CREATE TABLE entity_mentions (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    chunk INTEGER NOT NULL REFERENCES chunks(id),
    row INTEGER NOT NULL,
    name TEXT NOT NULL, type TEXT NOT NULL, description TEXT NOT NULL, qualifier TEXT NOT NULL,
    raw TEXT NOT NULL, flags TEXT NOT NULL,
    UNIQUE (chunk, row)
);
CREATE INDEX entity_mentions_by_id ON entity_mentions (id);
CREATE TABLE relation_mentions (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    chunk INTEGER NOT NULL REFERENCES chunks(id),
    row INTEGER NOT NULL,
    source TEXT NOT NULL, target TEXT NOT NULL, description TEXT NOT NULL, keywords TEXT NOT NULL,
    strength REAL NOT NULL, raw TEXT NOT NULL, flags TEXT NOT NULL,
    UNIQUE (chunk, row)
);
CREATE INDEX relation_mentions_by_id ON relation_mentions (id);
CREATE TABLE row_issues (
    key INTEGER PRIMARY KEY,
    chunk INTEGER NOT NULL REFERENCES chunks(id),
    kind TEXT NOT NULL CHECK (kind IN ('rejected', 'repaired')),
    raw TEXT NOT NULL, reason TEXT NOT NULL
);
CREATE INDEX row_issues_by_chunk ON row_issues (chunk);

CREATE TABLE decisions (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL, body TEXT NOT NULL,
    at TEXT NOT NULL, who TEXT NOT NULL, why TEXT NOT NULL
);
CREATE TABLE model_calls (
    key INTEGER PRIMARY KEY,
    chunk INTEGER REFERENCES chunks(id),    -- NULL: a question
    purpose TEXT NOT NULL, model TEXT NOT NULL, digest TEXT NOT NULL, prompt_hash TEXT NOT NULL,
    tokens_in INTEGER NOT NULL, tokens_out INTEGER NOT NULL, duration_ms INTEGER NOT NULL,
    outcome TEXT NOT NULL, at TEXT NOT NULL
);

CREATE TABLE vectors (
    hash TEXT NOT NULL, model TEXT NOT NULL, dimension INTEGER NOT NULL,
    vector BLOB NOT NULL,                   -- float32, little endian
    windowed INTEGER NOT NULL,
    PRIMARY KEY (hash, model, dimension)
);
CREATE TABLE indexed (
    collection TEXT NOT NULL, id TEXT NOT NULL, key TEXT NOT NULL, text_hash TEXT NOT NULL,
    PRIMARY KEY (collection, id)
) WITHOUT ROWID;
CREATE TABLE watermarks (
    collection TEXT PRIMARY KEY,
    evidence INTEGER NOT NULL,              -- evidence version that the collection shows
    decision INTEGER NOT NULL,              -- last decision that it shows
    model TEXT NOT NULL, dimension INTEGER NOT NULL,
    generation TEXT NOT NULL                -- the directory that holds it
) WITHOUT ROWID;
"""

M002_QUEUE = """
ALTER TABLE documents ADD COLUMN priority INTEGER NOT NULL DEFAULT 0;  -- higher is read first
ALTER TABLE documents ADD COLUMN next INTEGER REFERENCES revisions(id); -- cut anew, takes over once it has been read
ALTER TABLE chunks ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;      -- that failed
ALTER TABLE chunks ADD COLUMN failed_reply TEXT NOT NULL DEFAULT '';    -- what the model said at the last of them
ALTER TABLE chunks ADD COLUMN again TEXT NOT NULL DEFAULT '' CHECK (again IN ('', 'pending', 'failed'));
CREATE INDEX chunks_to_read_again ON chunks (again) WHERE again != '';
ALTER TABLE model_calls ADD COLUMN job TEXT NOT NULL DEFAULT 'indexing'
    CHECK (job IN ('indexing', 'question', 'trial'));
UPDATE model_calls SET job = 'question' WHERE chunk IS NULL;
CREATE INDEX model_calls_by_chunk ON model_calls (chunk);
CREATE TABLE replies (
    key TEXT PRIMARY KEY,                   -- hash of model, prompt and options
    model TEXT NOT NULL, digest TEXT NOT NULL, prompt_hash TEXT NOT NULL,
    text TEXT NOT NULL,
    tokens_in INTEGER NOT NULL, tokens_out INTEGER NOT NULL, at TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX replies_by_prompt ON replies (prompt_hash);
"""

# Nothing looks mentions up by id, and keeping random ids in order made storing a chunk slower the more there were.
M003_FLAT = """
DROP INDEX entity_mentions_by_id;
DROP INDEX relation_mentions_by_id;
"""

M004_SEARCH = """
CREATE VIRTUAL TABLE words USING fts5(title, text, content='', tokenize="ascii tokenchars '.,'");
CREATE TABLE word_revisions (revision INTEGER PRIMARY KEY);   -- whose passages are in it

CREATE TABLE runs (
    id TEXT PRIMARY KEY,
    place INTEGER NOT NULL UNIQUE,          -- later ones have higher ones, among what was opened too
    at TEXT NOT NULL,
    page TEXT NOT NULL,                     -- where it was asked
    question TEXT NOT NULL,
    asked TEXT NOT NULL,                    -- as it stands alone
    parameters TEXT NOT NULL,               -- by mode, in the order of the run
    engine TEXT NOT NULL,
    evidence INTEGER NOT NULL, decision INTEGER NOT NULL,
    starred INTEGER NOT NULL DEFAULT 0,
    note TEXT NOT NULL DEFAULT '',
    folded TEXT NOT NULL                    -- question and note, as they are looked through
) WITHOUT ROWID;
CREATE TABLE run_traces (                   -- what was added later has a higher part
    key INTEGER PRIMARY KEY,
    run TEXT NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
    part INTEGER NOT NULL,
    body BLOB NOT NULL,                     -- zlib of JSON, passages by id and hash only
    UNIQUE (run, part)
);
CREATE TABLE run_answers (
    run TEXT NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
    mode TEXT NOT NULL,
    body TEXT NOT NULL, at TEXT NOT NULL,
    folded TEXT NOT NULL,
    PRIMARY KEY (run, mode)
) WITHOUT ROWID;
CREATE TABLE run_documents (                -- a run stands while of each part one document does
    run TEXT NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
    part INTEGER NOT NULL,
    document TEXT NOT NULL,
    PRIMARY KEY (run, part, document)
) WITHOUT ROWID;
CREATE INDEX run_documents_by_document ON run_documents (document);
CREATE TABLE opened (
    kind TEXT NOT NULL, key TEXT NOT NULL, label TEXT NOT NULL, at TEXT NOT NULL, place INTEGER NOT NULL UNIQUE,
    PRIMARY KEY (kind, key)
) WITHOUT ROWID;
CREATE TABLE opened_documents (
    kind TEXT NOT NULL, key TEXT NOT NULL, document TEXT NOT NULL,
    PRIMARY KEY (kind, key, document),
    FOREIGN KEY (kind, key) REFERENCES opened(kind, key) ON DELETE CASCADE
) WITHOUT ROWID;
"""

M005_ANSWERS = """
ALTER TABLE model_calls ADD COLUMN prompt_ms INTEGER NOT NULL DEFAULT 0; -- reading the prompt; 0: not told
ALTER TABLE model_calls ADD COLUMN load_ms INTEGER NOT NULL DEFAULT 0;   -- loading the model
CREATE TABLE answers (
    key TEXT PRIMARY KEY,                   -- hash of the request (context, question, wording) and the model
    prompt TEXT NOT NULL,                   -- hash of the request alone
    model TEXT NOT NULL,                    -- name@digest
    body TEXT NOT NULL, at TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX answers_by_prompt ON answers (prompt);
CREATE TABLE answer_sources (               -- the documents that its context was taken from
    key TEXT NOT NULL REFERENCES answers(key) ON DELETE CASCADE,
    document TEXT NOT NULL, revision TEXT NOT NULL,
    PRIMARY KEY (key, document)
) WITHOUT ROWID;
CREATE INDEX answer_sources_by_document ON answer_sources (document);
"""

M006_STEPS = """
ALTER TABLE decisions ADD COLUMN step INTEGER NOT NULL DEFAULT 0; -- number of the first of its step; 0: itself
ALTER TABLE decisions ADD COLUMN effect TEXT NOT NULL DEFAULT ''; -- nodes and edges before and after the step, as JSON
"""

M007_WITHDRAWN = """
ALTER TABLE documents ADD COLUMN withdrawn_at TEXT NOT NULL DEFAULT ''; -- when it was withdrawn last
"""

M008_EXPERIMENTS = """
CREATE TABLE experiments (
    id TEXT PRIMARY KEY,
    at TEXT NOT NULL,
    plan TEXT NOT NULL,                     -- question set, modes, numbers
    engine TEXT NOT NULL,
    evidence INTEGER NOT NULL, decision INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE experiment_results (
    experiment TEXT NOT NULL REFERENCES experiments(id) ON DELETE CASCADE,
    row INTEGER NOT NULL,                   -- of the question in its set
    body TEXT NOT NULL,
    PRIMARY KEY (experiment, row)
) WITHOUT ROWID;
CREATE TABLE experiment_documents (         -- an experiment stands while all documents do that were there
    experiment TEXT NOT NULL REFERENCES experiments(id) ON DELETE CASCADE,
    document TEXT NOT NULL,
    PRIMARY KEY (experiment, document)
) WITHOUT ROWID;
CREATE INDEX experiment_documents_by_document ON experiment_documents (document);
"""
