const keys = `seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE`;
const times = `created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL`;

/** Tables whose rows a client can list page by page. The default sort key is the time of the last update. */
const listedTables =
  'processors files runs evaluation_sets evaluation_set_items workflow_runs deliveries'.split(' ');
/**
 * Number of earlier update times that are stored. If a row changes while a client reads a list page by page, the
 * service still sorts the row by its earlier update time. So the row keeps its place in the list.
 */
const movesKept = 100_000;

/**
 * The database schema, one entry per version. Append new entries, and do not change a released entry. The `seq` column
 * of each table is a second sort key, so that the order of rows with equal times is stable.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

  CREATE TABLE tokens (
    ${keys},
    hash TEXT NOT NULL UNIQUE,
    label TEXT NOT NULL,
    permissions TEXT,
    default_version TEXT,
    expires_at TEXT,
    revoked_at TEXT,
    created_at TEXT NOT NULL
  ) STRICT;

  CREATE TABLE processors (
    ${keys},
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    ${times}
  ) STRICT;

  CREATE TABLE processor_versions (
    ${keys},
    processor_id TEXT NOT NULL REFERENCES processors (id) ON DELETE CASCADE,
    version TEXT NOT NULL,
    major INTEGER NOT NULL,
    minor INTEGER NOT NULL,
    description TEXT,
    config TEXT NOT NULL,
    ${times},
    UNIQUE (processor_id, version)
  ) STRICT;

  CREATE TABLE files (
    ${keys},
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    hash TEXT NOT NULL,
    size INTEGER NOT NULL,
    page_count INTEGER,
    parent_file_id TEXT,
    ${times}
  ) STRICT;
  CREATE INDEX files_by_hash ON files (hash);

  CREATE TABLE runs (
    ${keys},
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
    step TEXT,
    reviewed_output TEXT,
    edits TEXT,
    ${times}
  ) STRICT;
  CREATE INDEX runs_by_source ON runs (source_id, seq);
  CREATE INDEX runs_by_status ON runs (status, priority, seq);
  CREATE INDEX runs_by_processor ON runs (processor_id, seq);
  CREATE INDEX runs_by_update ON runs (updated_at, seq);

  CREATE TABLE parser_runs (
    ${keys},
    file_id TEXT NOT NULL,
    status TEXT NOT NULL,
    body TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX parser_runs_by_status ON parser_runs (status, seq);

  CREATE TABLE evaluation_sets (
    ${keys},
    name TEXT NOT NULL,
    description TEXT,
    processor_id TEXT,
    ${times}
  ) STRICT;

  CREATE TABLE evaluation_set_items (
    ${keys},
    evaluation_set_id TEXT NOT NULL REFERENCES evaluation_sets (id) ON DELETE CASCADE,
    file_id TEXT NOT NULL,
    expected_output TEXT NOT NULL,
    ${times}
  ) STRICT;
  CREATE INDEX items_by_set ON evaluation_set_items (evaluation_set_id, seq);

  CREATE TABLE workflows (
    ${keys},
    name TEXT NOT NULL,
    ${times}
  ) STRICT;

  CREATE TABLE workflow_versions (
    ${keys},
    workflow_id TEXT NOT NULL REFERENCES workflows (id) ON DELETE CASCADE,
    version TEXT NOT NULL,
    definition TEXT NOT NULL,
    ${times},
    UNIQUE (workflow_id, version)
  ) STRICT;

  CREATE TABLE workflow_runs (
    ${keys},
    workflow_id TEXT NOT NULL,
    workflow_name TEXT NOT NULL,
    workflow_version_id TEXT NOT NULL,
    version TEXT NOT NULL,
    definition TEXT NOT NULL,
    name TEXT,
    status TEXT NOT NULL,
    batch_id TEXT,
    priority INTEGER NOT NULL,
    metadata TEXT NOT NULL,
    file_id TEXT,
    file_name TEXT NOT NULL,
    file_url TEXT,
    given_outputs TEXT NOT NULL,
    failure_reason TEXT,
    failure_message TEXT,
    reviewed_by TEXT,
    reviewed_at TEXT,
    rejection_note TEXT,
    start_time TEXT,
    end_time TEXT,
    ${times}
  ) STRICT;
  CREATE INDEX workflow_runs_by_status ON workflow_runs (status, seq);
  CREATE INDEX workflow_runs_by_batch ON workflow_runs (batch_id, seq);
  CREATE INDEX workflow_runs_by_update ON workflow_runs (updated_at, seq);

  CREATE TABLE webhook_endpoints (
    ${keys},
    url TEXT NOT NULL,
    api_version TEXT NOT NULL,
    secret TEXT NOT NULL,
    event_types TEXT,
    enabled INTEGER NOT NULL,
    ${times}
  ) STRICT;

  CREATE TABLE deliveries (
    ${keys},
    endpoint_id TEXT NOT NULL REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
    event_id TEXT NOT NULL,
    event_type TEXT NOT NULL,
    object_id TEXT NOT NULL,
    body TEXT NOT NULL,
    status TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    repeats INTEGER NOT NULL DEFAULT 0,
    next_at INTEGER NOT NULL,
    ${times}
  ) STRICT;
  CREATE INDEX deliveries_due ON deliveries (status, next_at);
  CREATE INDEX deliveries_by_object ON deliveries (endpoint_id, object_id, status, seq);

  CREATE TABLE delivery_attempts (
    seq INTEGER PRIMARY KEY,
    delivery_id TEXT NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE,
    status_code INTEGER,
    error TEXT,
    duration_ms INTEGER NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX attempts_by_delivery ON delivery_attempts (delivery_id, seq);

  CREATE TABLE batch_runs (
    ${keys},
    processor_id TEXT NOT NULL,
    processor_version_id TEXT NOT NULL,
    processor_name TEXT NOT NULL,
    config TEXT NOT NULL,
    status TEXT NOT NULL,
    source TEXT NOT NULL,
    source_id TEXT,
    options TEXT NOT NULL,
    metrics TEXT,
    ${times}
  ) STRICT;

  CREATE TABLE batch_run_items (
    seq INTEGER PRIMARY KEY,
    batch_id TEXT NOT NULL REFERENCES batch_runs (id) ON DELETE CASCADE,
    run_id TEXT NOT NULL,
    expected_output TEXT
  ) STRICT;
  CREATE INDEX batch_items_by_batch ON batch_run_items (batch_id, seq);

  CREATE TABLE error_injections (
    ${keys},
    processor_id TEXT NOT NULL,
    settings TEXT NOT NULL,
    ${times}
  ) STRICT;

  CREATE TABLE injected_errors (
    run_id TEXT PRIMARY KEY,
    errors TEXT NOT NULL,
    engine_output TEXT NOT NULL
  ) STRICT;

  CREATE TABLE small_blobs (
    seq INTEGER PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    bytes BLOB NOT NULL
  ) STRICT;
  `,
  `
  CREATE TABLE moved_rows (
    move INTEGER PRIMARY KEY,
    row_id TEXT NOT NULL,
    updated_before TEXT NOT NULL
  ) STRICT;
  ${listedTables
    .map(
      (table) => `
  CREATE TRIGGER ${table}_moved AFTER UPDATE OF updated_at ON ${table} WHEN OLD.updated_at <> NEW.updated_at BEGIN
    INSERT INTO moved_rows (row_id, updated_before) VALUES (OLD.id, OLD.updated_at);
    DELETE FROM moved_rows WHERE move <= (SELECT max(move) FROM moved_rows) - ${movesKept};
  END;`,
    )
    .join('')}
  `,
];
