/** Who has to act so that the error goes away. */
export type ErrorActor = 'user' | 'data' | 'service' | 'internal';

export interface ErrorEntry {
  readonly actor: ErrorActor;
  /** Process exit code when this error ends a command (docs/errors.md lists what each means). */
  readonly exit: 2 | 3 | 4 | 70 | 130;
  /** Template; `{name}` is replaced by the detail of that name. */
  readonly message: string;
  /** What the reader can do about it; same templating. */
  readonly fix: string;
}

function entry(actor: ErrorActor, exit: ErrorEntry['exit'], message: string, fix: string): ErrorEntry {
  return { actor, exit, message, fix };
}

/** Every error that goldset raises on purpose. docs/errors.md is generated from this table and a test keeps them equal. */
export const errorCatalogue = {
  // Usage and configuration
  USAGE: entry('user', 2, '{problem}', '{fix}'),
  CONFIG_INVALID: entry(
    'user',
    2,
    '{file}: {path}: found {found}, expected {expected}',
    'Correct the value at that key.',
  ),
  CONFIG_UNREADABLE: entry(
    'user',
    2,
    '{file}: the configuration does not load: {reason}',
    'Correct the file, or name another with --config.',
  ),
  FILE_NOT_FOUND: entry(
    'user',
    2,
    '{file}: no such file or folder',
    'Check the path; it is read relative to {relativeTo}.',
  ),
  FILE_UNREADABLE: entry(
    'user',
    2,
    '{file}: cannot be read: {reason}',
    'Check permissions and that it is a regular file.',
  ),
  OUTPUT_NOT_WRITABLE: entry(
    'user',
    2,
    '{file}: cannot be written: {reason}',
    'Choose another folder with --out (goldset serve: --data), or free some space; a run goes on with --resume.',
  ),
  PATH_TRAVERSAL: entry(
    'data',
    2,
    '{file}: the path "{path}" leaves the folder {root}',
    'Use a path inside the folder.',
  ),
  UNKNOWN_PROCESSOR: entry(
    'user',
    2,
    'processor "{processor}" is not known on {target}',
    'Give the id of an existing processor, or a processor file ({name, type, config}).',
  ),
  UNKNOWN_VERSION: entry(
    'user',
    2,
    'processor {processor} has no version "{version}"; it has {available}',
    'Name one of those versions, "latest" or "draft".',
  ),
  PROCESSOR_FILE_INVALID: entry(
    'user',
    2,
    '{file}: {path}: found {found}, expected {expected}',
    'Correct the processor file.',
  ),
  // Datasets
  DATASET_NOT_RECOGNISED: entry(
    'user',
    2,
    '{path}: cannot choose a loader: {reason}',
    'Name a loader, for example csv:{path}. Loaders: {loaders}.',
  ),
  DATASET_INVALID: entry('data', 2, '{file}: {path}: found {found}, expected {expected}', '{fix}'),
  DATASET_LINE_INVALID: entry(
    'data',
    2,
    '{file}, line {line}: {path}: found {found}, expected {expected}',
    '{fix}',
  ),
  DATASET_DUPLICATE_ID: entry(
    'data',
    2,
    '{file}, line {line}: item id "{id}" was used already on line {firstLine}',
    'Give every item an id of its own.',
  ),
  DATASET_PROBLEMS: entry(
    'data',
    2,
    '{path}: {count} problems, of which the first are: {first}',
    'Correct them; goldset dataset check names them all.',
  ),
  DATASET_EMPTY: entry('data', 2, '{path}: the dataset has no items', 'Add items to it.'),
  GOLD_VIOLATES_SCHEMA: entry(
    'data',
    2,
    '{file}, line {line}, item {id}: {path}: found {found}, expected {expected}',
    'Correct the expected output, or the schema in dataset.json; --allow-invalid-gold runs it as it is.',
  ),
  DOCUMENT_CORRUPT: entry('data', 2, '{file}: not a readable {type}: {reason}', 'Replace the file.'),
  DOCUMENT_PASSWORD: entry(
    'data',
    2,
    '{file}: protected by a password',
    'Store the file without its password.',
  ),
  DOCUMENT_EMPTY: entry('data', 2, '{file}: empty: {reason}', 'Replace the file.'),
  DOCUMENT_TYPE_UNKNOWN: entry(
    'data',
    2,
    '{file}: file type not supported: {found}',
    'Convert it to one of {supported}.',
  ),
  DOCUMENT_TOO_LARGE: entry(
    'data',
    2,
    '{file}: too large: {what} is {found}; the limit is {limit}',
    'Store the document at a usual size or resolution.',
  ),
  DOCUMENT_UNSAFE: entry('data', 2, '{file}: not read for safety: {what}', 'Store the document again {how}.'),
  VALUE_TOO_DEEP: entry(
    'data',
    2,
    'the {side} value is nested deeper than {limit} levels',
    'Flatten it; documents need a handful of levels.',
  ),
  VALUE_NOT_JSON: entry(
    'data',
    2,
    'the {side} value{path}: found {found}, which JSON does not have',
    'Give text, numbers, true, false, null, lists and objects; write a date as text.',
  ),
  // Record
  RECORD_NOT_FOUND: entry(
    'user',
    2,
    '{path}: no run record there (plan.json is missing)',
    'Give the folder that goldset run wrote.',
  ),
  RECORD_INVALID: entry(
    'data',
    2,
    '{file}, line {line}: {path}: found {found}, expected {expected}',
    'The record was changed or damaged; run again, or restore it.',
  ),
  RECORD_CHANGED: entry(
    'data',
    2,
    '{file}: changed after it was sealed: {what}: found {found}, expected {expected}',
    'Restore the record, or run again.',
  ),
  RECORD_VERSION: entry(
    'user',
    2,
    '{file}: written in record format {found}; this goldset reads {expected}',
    'Use the goldset that wrote it, or run again.',
  ),
  RECORD_NOT_UPGRADED: entry(
    'user',
    2,
    '{path}: is of record format {found}, to which nothing is added',
    'Write it in the present format first: goldset record upgrade {path}',
  ),
  RECORD_LOCKED: entry(
    'user',
    2,
    '{path}: another process is writing this record',
    'Wait for it, or end it.',
  ),
  RECORD_EXISTS: entry(
    'user',
    2,
    '{path}: holds a record already',
    'Go on with it (--resume {path}) or choose another --out.',
  ),
  RECORD_PLAN_CHANGED: entry(
    'user',
    2,
    '{path}: cannot be resumed: {what} was {found} and is now {expected}',
    'Run anew into another folder.',
  ),
  RECORDS_NOT_COMPARABLE: entry(
    'user',
    2,
    '{baseline} and {candidate} cannot be compared: {what}: {difference}',
    '{fix}',
  ),
  RECORDS_NOT_MERGEABLE: entry(
    'user',
    2,
    '{path}: cannot be merged: {what}: found {found}, expected {expected}',
    '{fix}',
  ),
  RECORD_IS_SHARD: entry(
    'user',
    2,
    '{path}: is shard {index} of {of}; a part of a run is not judged',
    'Put all shards together first: goldset merge RECORD... --out DIR',
  ),
  BASELINE_REJECTED: entry(
    'user',
    2,
    '{path}: cannot be a baseline: {reason}',
    'Choose a record whose run has ended with results.',
  ),
  BASELINE_UNKNOWN: entry(
    'user',
    2,
    'no baseline "{name}" in {dir}; there are {known}',
    'Set it first: goldset baseline set RECORD --name {name} --reason TEXT',
  ),
  BASELINE_CHANGED: entry(
    'data',
    2,
    'baseline "{name}": {path}: {what} since it was set',
    'Restore the record, or set another one as the baseline.',
  ),
  // Service and network
  SERVICE_UNREACHABLE: entry(
    'service',
    3,
    '{url}: no answer ({reason})',
    'Check the address and that the service runs; then go on with --resume.',
  ),
  SERVICE_UNAUTHORISED: entry(
    'user',
    2,
    '{url}: the token was refused ({status}): {reason}',
    'Set GOLDSET_API_TOKEN to a valid token.',
  ),
  SERVICE_REFUSED: entry(
    'service',
    3,
    '{method} {url}: {status}: {reason}',
    'Read the reason; the request was {request}.',
  ),
  SERVICE_RESPONSE_INVALID: entry(
    'service',
    3,
    '{method} {url}: the answer is not what the specification says: {path}: found {found}, expected {expected}',
    'Check that the address is that of a document processing service and its API version.',
  ),
  SERVICE_ADDRESS_UNUSABLE: entry(
    'user',
    2,
    'the local service cannot listen on {address}: {reason}',
    'Choose another --port (0 takes a free one) or --host.',
  ),
  SERVICE_DATA_IN_USE: entry(
    'user',
    2,
    '{dir}: another service uses this data folder',
    'End that service, or choose another folder with --data.',
  ),
  SERVICE_DATA_UNREADABLE: entry(
    'data',
    2,
    '{file}: cannot be opened: {reason}',
    'Use the goldset that wrote it, restore it, or choose another folder with --data.',
  ),
  SERVICE_START_FAILED: entry(
    'internal',
    3,
    'the local service did not start: {reason}',
    'Read its log at {log}.',
  ),
  RUN_INCOMPLETE: entry(
    'service',
    3,
    '{missing} of {planned} item runs have no result ({reason})',
    'Go on with: goldset run --resume {record}',
  ),
  RUN_FAILURES: entry(
    'service',
    3,
    '{failed} of {planned} item runs failed: {first}',
    'Read the reasons in the report and run again, or accept a share of them: --max-failure-rate 0.05',
  ),
  NO_SCORED_FIELDS: entry(
    'user',
    2,
    'no field of the gold is read by the processor: the gold has {gold}; the processor has {processor}',
    'Use the same field names in the gold and in the processor.',
  ),
  SCORERS_DIFFER: entry(
    'user',
    2,
    'the two results were not judged alike, so they are not compared: {differences} (fingerprints {baseline}, {candidate})',
    'Score both again with the same options; goldset score does it from the record.',
  ),
  COMPARATOR_FAILED: entry(
    'user',
    2,
    'the comparator "{comparator}" of the configuration {problem}',
    'A comparator takes two values and returns true, false or {match, similarity?, note?}.',
  ),
  INTERRUPTED: entry(
    'user',
    130,
    'interrupted; {done} of {planned} item runs are in the record',
    'Go on with: goldset run --resume {record}',
  ),
  RECONCILIATION_DISAGREES: entry(
    'service',
    4,
    '{differing} of {judged} figures of batch processor run {batch} are not ours',
    'Read the findings; without --enforce the difference is told and the command passes.',
  ),
  // Ours
  INVARIANT: entry(
    'internal',
    70,
    'internal error: {what}',
    'Please report it with the command and its output.',
  ),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorCatalogue;
