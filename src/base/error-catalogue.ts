/** Who can resolve an error: the user, the owner of the data, the operator of the service, or the goldset project. */
export type ErrorActor = 'user' | 'data' | 'service' | 'internal';

export interface ErrorEntry {
  readonly actor: ErrorActor;
  /** Exit code of a command that ends with this error (docs/errors.md). */
  readonly exit: 2 | 3 | 4 | 70 | 130;
  /** Template of the message. `{name}` is replaced by `details.name`. */
  readonly message: string;
  /** Template of the hint, which is one imperative sentence. */
  readonly fix: string;
}

const entry =
  (actor: ErrorActor, exit: ErrorEntry['exit']) =>
  (message: string, fix: string): ErrorEntry => ({ actor, exit, message, fix });
const user = entry('user', 2);
const data = entry('data', 2);
const service = entry('service', 3);

/** Every error that goldset throws on purpose. docs/errors.md is generated from this table. */
export const errorCatalogue = {
  // Usage and configuration
  USAGE: user('{problem}', '{fix}'),
  CONFIG_INVALID: user(
    '{file}: {path}: found {found}, expected {expected}',
    'Correct each key or its value.',
  ),
  CONFIG_UNREADABLE: user(
    '{file}: cannot load the configuration: {reason}',
    'Correct the file, or name another one with --config.',
  ),
  FILE_NOT_FOUND: user(
    '{file}: no such file or folder',
    'Check the path. A relative path starts at {relativeTo}.',
  ),
  FILE_UNREADABLE: user(
    '{file}: cannot be read: {reason}',
    'Check that it is a regular file and that you may read it.',
  ),
  OUTPUT_NOT_WRITABLE: user(
    '{file}: cannot be written: {reason}',
    'Choose another path. If the disk was full, free space and repeat the command, or continue a run with --resume.',
  ),
  PATH_TRAVERSAL: data('{file}: the path "{path}" leaves the folder {root}', 'Use a path inside the folder.'),
  UNKNOWN_PROCESSOR: user(
    '{target}: no processor "{processor}"',
    'Give the id of an existing processor, or a processor file with name, type and config.',
  ),
  UNKNOWN_VERSION: user(
    'processor {processor}: no version "{version}", expected one of {available}',
    'Use one of these versions, "latest" or "draft".',
  ),
  PROCESSOR_FILE_INVALID: user(
    '{file}: {path}: found {found}, expected {expected}',
    'Correct the processor file.',
  ),
  // Datasets
  DATASET_NOT_RECOGNISED: user(
    '{path}: cannot choose a loader: {reason}',
    'Put the name of a loader before the path, for example csv:{path}. Loaders: {loaders}.',
  ),
  DATASET_INVALID: data('{file}: {path}: found {found}, expected {expected}', '{fix}'),
  DATASET_LINE_INVALID: data('{file}, line {line}: {path}: found {found}, expected {expected}', '{fix}'),
  LABELS_INVALID: data('{file}, line {line}: {path}: found {found}, expected {expected}', '{fix}'),
  DATASET_DUPLICATE_ID: data(
    '{file}, line {line}: duplicate item id "{id}", first used on line {firstLine}',
    'Give each item a unique id.',
  ),
  DATASET_PROBLEMS: data(
    '{path}: {count} problems. The first are: {first}',
    'Correct the dataset. `goldset dataset check` lists every problem.',
  ),
  DATASET_EMPTY: data('{path}: the dataset has no items', 'Add at least one item.'),
  GOLD_VIOLATES_SCHEMA: data(
    '{file}, line {line}, item {id}: {path}: found {found}, expected {expected}',
    'Correct the expected output or the schema in dataset.json, or accept invalid gold with --allow-invalid-gold.',
  ),
  GOLD_NOT_IN_SCHEMA: data('{place}: {problem}', '{fix}'),
  DOCUMENT_CORRUPT: data('{file}: not a readable {type}: {reason}', 'Replace the file.'),
  DOCUMENT_PASSWORD: data('{file}: protected by a password', 'Store the file without its password.'),
  DOCUMENT_EMPTY: data('{file}: the document is empty: {reason}', 'Replace the document.'),
  DOCUMENT_TYPE_UNKNOWN: data(
    '{file}: unsupported file type: {found}',
    'Convert the file to one of {supported}.',
  ),
  DOCUMENT_TOO_LARGE: data(
    '{file}: {what} is too large: found {found}, expected at most {limit}',
    'Store the document again {how}.',
  ),
  DOCUMENT_UNSAFE: data('{file}: rejected for safety: {what}', 'Store the document again {how}.'),
  VALUE_TOO_DEEP: data(
    'the {side} value is nested deeper than {limit} levels',
    'Use at most {limit} levels of lists and objects.',
  ),
  VALUE_NOT_JSON: data(
    'the {side} value{path}: found {found}, expected a JSON value',
    'Use only text, numbers, true, false, null, lists and objects. Write a date as text.',
  ),
  // Record
  RECORD_NOT_FOUND: user(
    '{path}: no record found (plan.json is missing)',
    'Give the folder that `goldset run` wrote.',
  ),
  RECORD_INVALID: data(
    '{file}, line {line}: {path}: found {found}, expected {expected}',
    'Restore the file from a copy, or start a new run. The file was changed or damaged.',
  ),
  RECORD_CHANGED: data(
    '{file}: changed after it was sealed: {what}: found {found}, expected {expected}',
    'Restore the file from a copy, or start a new run.',
  ),
  RECORD_VERSION: user(
    '{file}: found record format {found}, expected {expected}',
    'Use the goldset version that wrote the record, or start a new run.',
  ),
  RECORD_NOT_UPGRADED: user(
    '{path}: found record format {found}, which is read-only',
    'Upgrade the record first: goldset record upgrade {path}',
  ),
  FOLDER_LOCKED: user(
    '{path}: another process is changing this folder',
    'Wait until that process has ended, and repeat the command.',
  ),
  RECORD_LOCKED: user(
    '{path}: another process is writing this record',
    'Wait until that process ends, or stop it.',
  ),
  RECORD_EXISTS: user(
    '{path}: the folder already contains a record',
    'Choose another --out folder. If the run of that record was interrupted, continue it with --resume {path}.',
  ),
  RECORD_PLAN_CHANGED: user(
    '{path}: cannot resume: {what} was {found} and is now {expected}',
    'Start a new run with another --out folder.',
  ),
  RECORDS_NOT_COMPARABLE: user(
    '{baseline} and {candidate}: cannot be compared: {what}: {difference}',
    '{fix}',
  ),
  RECORDS_NOT_MERGEABLE: user(
    '{path}: cannot be merged: {what}: found {found}, expected {expected}',
    '{fix}',
  ),
  RECORD_IS_SHARD: user(
    '{path}: found shard {index} of {of}, expected a whole run',
    'Merge the shards first: goldset merge RECORD... --out DIR',
  ),
  BASELINE_REJECTED: user(
    '{path}: cannot be a baseline: {reason}',
    'Choose a record whose run has ended with results.',
  ),
  BASELINE_UNKNOWN: user(
    'no baseline "{name}" in {dir}; existing baselines: {known}',
    'Use the name of an existing baseline, or set this one first: goldset baseline set RECORD --name {name} --reason TEXT',
  ),
  BASELINE_CHANGED: data(
    'baseline "{name}": {path}: {what}',
    'Restore the record, or set another one as the baseline.',
  ),
  // Service and network
  SERVICE_UNREACHABLE: service(
    '{url}: no response ({reason})',
    'Check the address and that the service runs, then continue with --resume.',
  ),
  SERVICE_FAILING: service(
    '{url}: the service returned only errors for {seconds} s, the last one: {reason}',
    'Wait until the service works again, then continue with --resume.',
  ),
  SERVICE_UNAUTHORISED: user(
    '{url}: the service rejected the token ({status}): {reason}',
    'Set GOLDSET_API_TOKEN to a valid token.',
  ),
  SERVICE_REQUEST_FAILED: service(
    '{method} {url}: the request failed ({status}): {reason}',
    'Correct the cause, or try again later. The request was: {request}',
  ),
  SERVICE_RESPONSE_INVALID: service(
    '{method} {url}: the response does not match the specification: {path}: found {found}, expected {expected}',
    'Check the address and the API version of the service.',
  ),
  SERVICE_ADDRESS_UNUSABLE: user(
    '{address}: the local service cannot listen on this address: {reason}',
    'Choose another --port (0 selects a free port) or --host.',
  ),
  SERVICE_DATA_IN_USE: user(
    '{dir}: another service uses this data folder',
    'Stop that service, or choose another folder with --data.',
  ),
  SERVICE_DATA_DAMAGED: data(
    '{file}: the database is damaged: {reason}',
    'Restore the data folder from a backup, or choose an empty folder with --data.',
  ),
  SERVICE_DATA_UNREADABLE: data(
    '{file}: cannot be opened: {reason}',
    'Restore the file, use the goldset version that wrote it, or choose another folder with --data.',
  ),
  SERVICE_START_FAILED: entry('internal', 3)('the local service did not start: {reason}', '{fix}'),
  QUEUE_PACKAGES_MISSING: user(
    '--queue needs the packages bullmq and ioredis, which cannot be loaded: {reason}',
    'Install them with: npm install bullmq ioredis',
  ),
  QUEUE_UNREACHABLE: service(
    '{url}: the queue cannot be reached ({reason})',
    'Check the address, the password and that Redis runs.',
  ),
  QUEUE_LOST: service(
    '{url}: the queue could not be reached for {seconds} s',
    'Check that Redis runs, then continue with --resume.',
  ),
  QUEUE_VERSION: user(
    'this worker has goldset {found}, but the {coordinator} was started with goldset {expected}',
    'Install goldset {expected} for this worker, or start the {coordinator} with goldset {found}.',
  ),
  QUEUE_ENGINE: user(
    '{url}: this worker reads documents with {found}, but the service reads them with {expected}',
    'Install the same goldset, OCR runtime and platform for the worker and the service.',
  ),
  QUEUE_SERVICE_UNREACHABLE: service(
    '{url}: this worker reads documents for the service, but cannot reach it ({reason})',
    'Start the service with --host and --public-url, so that this machine can reach its address.',
  ),
  RUN_INCOMPLETE: service(
    '{missing} of {planned} item runs have no result ({reason})',
    'Continue with: goldset run --resume {record}',
  ),
  CREDIT_LIMIT_REACHED: entry('user', 3)(
    'stopped before the limit of {limit} credits: {spent} were spent, and the next item run can cost {next} credits; {missing} of {planned} item runs have no result',
    'Continue with a higher limit: goldset run --resume {record} --max-credits N',
  ),
  CREDITS_NOT_REPORTED: entry('service', 3)(
    'the service does not report the credits of its runs, so it is unknown when the limit of {limit} credits is reached',
    'Continue without a limit: goldset run --resume {record} --max-credits none',
  ),
  RECORD_IS_SUBSET: entry('user', 3)(
    '{path} has only documents that were selected because of their errors, so its rates do not hold for other documents',
    'Run all documents, and reuse these outputs with --reuse.',
  ),
  RUN_FAILURES: service(
    '{failed} of {planned} item runs failed: {first}',
    'Read the reasons in the report. Accept a share of failures, for example with --max-failure-rate 0.05, or {again}',
  ),
  NO_SCORED_FIELDS: user(
    'the gold and the processor have no common field: found {gold} in the gold and {processor} in the processor',
    'Use the same field names in the gold and in the processor.',
  ),
  SCORERS_DIFFER: user(
    'the results were scored differently: {differences} (fingerprints {baseline}, {candidate})',
    'Apply the options of the configuration to the baseline and the candidate with --use-config, or give the differing options as flags.',
  ),
  COMPARATOR_FAILED: user(
    'comparator "{comparator}" of the configuration: {problem}',
    'Return true, false or {match, similarity?, note?} from the comparator.',
  ),
  INTERRUPTED: entry('user', 130)(
    'interrupted: {done} of {planned} item runs are in the record',
    'Continue with: goldset run --resume {record}',
  ),
  INTERRUPTED_EARLY: entry('user', 130)('interrupted before the first item run', 'Start the command again.'),
  RECONCILIATION_DISAGREES: entry('service', 4)(
    'batch run {batch}: {differing} of {compared} figures differ from those of goldset',
    'Read the findings, or omit --enforce to report the difference and exit with 0.',
  ),
  // Internal
  INVARIANT: entry('internal', 70)(
    'internal error: {what}',
    'Report this error with the command and its output.',
  ),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorCatalogue;
