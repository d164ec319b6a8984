/**
 * The database's shape, one entry a version: an entry is never changed once released, new ones are appended.
 * `seq` columns give every table a stable second sort key, so that pages of equal times have one order.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

  CREATE TABLE tokens (
    seq INTEGER PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    label TEXT NOT NULL,
    default_version TEXT,
    expires_at TEXT,
    revoked_at TEXT,
    created_at TEXT NOT NULL
  ) STRICT;

  CREATE TABLE processors (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;

  CREATE TABLE processor_versions (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    processor_id TEXT NOT NULL REFERENCES processors (id) ON DELETE CASCADE,
    version TEXT NOT NULL,
    major INTEGER NOT NULL,
    minor INTEGER NOT NULL,
    description TEXT,
    config TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (processor_id, version)
  ) STRICT;

  CREATE TABLE files (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    hash TEXT NOT NULL,
    size INTEGER NOT NULL,
    page_count INTEGER,
    parent_file_id TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX files_by_hash ON files (hash);

  CREATE TABLE runs (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    processor_id TEXT NOT NULL,
    processor_version_id TEXT NOT NULL,
    processor_name TEXT NOT NULL,
    type TEXT NOT NULL,
    status TEXT NOT NULL,
    source TEXT NOT NULL,
    source_id TEXT,
    priority INTEGER NOT NULL,
    metadata TEXT NOT NULL,
    config TEXT NOT NULL,
    file_id TEXT NOT NULL,
    file_name TEXT NOT NULL,
    output TEXT,
    failure_reason TEXT,
    failure_message TEXT,
    credits REAL,
    page_count INTEGER,
    attempts INTEGER NOT NULL DEFAULT 0,
    started_at TEXT,
    finished_at TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX runs_by_status ON runs (status, priority, seq);
  CREATE INDEX runs_by_processor ON runs (processor_id, seq);
  CREATE INDEX runs_by_update ON runs (updated_at, seq);

  CREATE TABLE parser_runs (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    file_id TEXT NOT NULL,
    status TEXT NOT NULL,
    body TEXT NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT;

  CREATE TABLE evaluation_sets (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    description TEXT,
    processor_id TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;

  CREATE TABLE evaluation_set_items (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    evaluation_set_id TEXT NOT NULL REFERENCES evaluation_sets (id) ON DELETE CASCADE,
    file_id TEXT NOT NULL,
    expected_output TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX items_by_set ON evaluation_set_items (evaluation_set_id, seq);
  `,
];
