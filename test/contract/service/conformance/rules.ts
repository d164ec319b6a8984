/** Requirements of the contract: versions, authentication, events, errors, limits, lists, parsing and metrics. `conformanceRows` explains the columns. */
export const ruleRows = {
  // Versions.
  'version.2025-04-21': ['Version 2025-04-21 accepted', 'S Versioning'],
  'version.2024-12-23': ['Version 2024-12-23 accepted', 'S Versioning'],
  'version.2024-11-14': ['Version 2024-11-14 accepted', 'S Versioning'],
  'version.2024-07-30': ['Version 2024-07-30 accepted', 'S Versioning'],
  'version.2024-02-01': ['Version 2024-02-01 accepted', 'S Versioning'],
  'version.header-names': ['The service accepts both names of the version header', 'S Versioning 1'],
  'version.header-case': ['Header names are accepted in any case', 'S Versioning 1'],
  'version.header-word': ['The header name may contain the word of the deployment', 'S Introduction'],
  'version.header-repeated': [
    'A request may repeat the header with the same version; two different versions are rejected',
    'S Versioning 1',
  ],
  'version.missing': ['A request without the header and with a newer token gets an error', 'S Versioning 2'],
  'version.unknown': ['An unknown version gets an error', 'S Versioning 1'],
  'version.format': ['A version is a date YYYY-MM-DD', 'S Versioning 1'],
  'version.old-key': [
    'Tokens from before April 21, 2025 have the default version 2024-12-23',
    'S Versioning 2',
  ],
  'version.organisation-default': ['A token can have a default version', 'S Versioning 2'],
  'version.affected-operations': [
    'Seven operations return configs in the format of the requested version',
    'S Versioning, changes in 2025-04-21',
  ],
  'version.excel': ['Excel files have the type CSV before 2024-12-23', 'S Versioning'],
  'version.snake-case': ['Only the first version has snake-case keys in workflow runs', 'S Versioning'],
  'version.splits': [
    'Splitters return splits, and subDocumentClassifications before 2025-04-21',
    'S Versioning; F Output shapes',
  ],
  'rename.unchanged': ['Other keys keep their names, including unknown keys', 'S Versioning, renames'],
  'rename.customExtractionRules': ['customExtractionRules is now extractionRules', 'S Versioning, renames'],
  'rename.includeBoundingBoxCitations': [
    'includeBoundingBoxCitations is now advancedOptions.citationsEnabled',
    'S Versioning, renames',
  ],
  'rename.includeModelReasoning': [
    'includeModelReasoning is now advancedOptions.modelReasoningInsightsEnabled',
    'S Versioning, renames',
  ],
  'rename.customDocumentKind': [
    'customDocumentKind is now advancedOptions.documentKind',
    'S Versioning, renames',
  ],
  'rename.customDefinitions': [
    'customDefinitions is now advancedOptions.keyDefinitions',
    'S Versioning, renames',
  ],
  'rename.customClassificationRules': [
    'customClassificationRules is now classificationRules',
    'S Versioning, renames',
  ],
  'rename.subDocumentClassifications': [
    'subDocumentClassifications is now splitClassifications',
    'S Versioning, renames',
  ],
  'rename.customSplitterRules': ['customSplitterRules is now splitRules', 'S Versioning, renames'],
  'rename.customReminders': ['customReminders is stored for older versions', 'S Versioning, renames'],
  'rename.identifierRules': [
    'identifierRules is now advancedOptions.splitIdentifierRules',
    'S Versioning, renames',
  ],

  // Authentication.
  'auth.missing': ['401 without the header', 'S Authentication 3'],
  'auth.format': ['401 for a wrong format', 'S Authentication 3'],
  'auth.unknown': ['401 for an unknown token', 'S Authentication 3'],
  'auth.expired': ['401 for an expired token', 'S Authentication 3'],
  'auth.revoked': ['401 for a revoked token', 'S Authentication 3'],
  'auth.every-operation': ['401 without a token at every operation', 'S Authentication 1'],
  'auth.resource': ['401 for insufficient permission for the resource', 'S Authentication 3'],
  'auth.403-processor': ['403 without permission for a processor', 'S Authentication 4'],
  'auth.403-workflow': ['403 without permission for a workflow', 'S Authentication 4'],
  'auth.stored-hashed': ['Tokens are stored as hashes', 'S Authentication 2'],
  'auth.constant-time': [
    'A token is compared with every stored hash, each in constant time',
    'S Authentication 2',
  ],
  'auth.not-logged': ['Tokens are never logged', 'S Authentication 2'],

  // Events.
  'event.workflow_run.completed': ['workflow_run.completed', 'S Events 2; F Webhooks'],
  'event.workflow_run.failed': ['workflow_run.failed', 'S Events 2; F Webhooks'],
  'event.workflow_run.needs_review': ['workflow_run.needs_review', 'F Webhooks'],
  'event.workflow_run.rejected': ['workflow_run.rejected', 'F Webhooks'],
  'event.workflow_run.step_run.processed': ['workflow_run.step_run.processed', 'F Webhooks'],
  'event.processor_run.processed': ['processor_run.processed', 'S Events 3; F Webhooks'],
  'event.processor_run.failed': ['processor_run.failed', 'S Events 3; F Webhooks'],
  'event.workflow.created': ['workflow.created', 'F Webhooks'],
  'event.workflow.deployed': ['workflow.deployed', 'F Webhooks'],
  'event.workflow.deleted': ['workflow.deleted', 'F Webhooks'],
  'event.processor.created': ['processor.created', 'F Webhooks'],
  'event.processor.updated': ['processor.updated', 'F Webhooks'],
  'event.processor.deleted': ['processor.deleted', 'F Webhooks'],
  'event.processor.draft.updated': ['processor.draft.updated', 'F Webhooks'],
  'event.processor.version.published': ['processor.version.published', 'F Webhooks'],
  'event.parser_run.processed': ['parser_run.processed', 'F Webhooks'],
  'event.parser_run.failed': ['parser_run.failed', 'F Webhooks'],
  'event.batch_processor_run.processed': ['batch_processor_run.processed', 'F Webhooks'],
  'event.batch_processor_run.failed': ['batch_processor_run.failed', 'F Webhooks'],
  'webhook.body': [
    'The body is {eventId, eventType, payload}, with the complete object as payload',
    'F Webhooks',
  ],
  'webhook.batch-and-metadata': ['Payloads contain batchId and metadata', 'S Events 2'],
  'webhook.version': [
    'The version of an endpoint determines the header and the format of its events',
    'S Events 1',
  ],
  'webhook.word': ['Header names contain the word of the deployment', 'F Webhooks'],
  'webhook.signature': ['Events have a timestamp and a signature', 'F Webhooks'],
  'webhook.time-limit': ['A receiver has 30 s to respond', 'F Webhooks'],
  'webhook.retry': [
    'If the response does not have a 2xx status, the service sends the event again',
    'F Webhooks',
  ],
  'webhook.backoff': [
    'The wait before each further attempt doubles up to a maximum, and has a random part',
    'F Webhooks',
  ],
  'webhook.at-least-once': ['Pending events are delivered after a restart', 'F Webhooks'],
  'webhook.same-event-id': ['A repeated delivery has the same eventId', 'F Webhooks'],
  'webhook.order': ['Events about one object keep their order', 'F Webhooks'],
  'webhook.history': ['Deliveries and attempts can be read, and deliveries can be repeated', 'F Webhooks'],
  'webhook.subscriptions': ['An endpoint receives the events of its subscription', 'F Webhooks'],

  // Errors.
  'error.form': ['The body of an error is {success: false, error}', 'S Errors; F Errors'],
  'error.parse-form': [
    'The body of a parse error also has code, message, requestId and retryable',
    'S Errors; F Parse',
  ],
  'error.400.required': ['400 for each missing required field of each operation', 'S Errors 400'],
  'error.400.no-input': ['400 for neither file nor rawText', 'S Errors 400'],
  'error.400.inputs': [
    '400 for a batch with fewer than 1 or more than 1000 inputs; the message names the limit',
    'S Errors 400',
  ],
  'error.400.file-id': ['400 for an invalid fileId', 'S Errors 400'],
  'error.400.file-url': ['400 for an invalid fileUrl', 'S Errors 400'],
  'error.400.base64': ['400 for an invalid fileBase64', 'S Errors 400'],
  'error.400.file-type': ['400 for an unsupported file', 'S Errors 400'],
  'error.400.corrupt': ['400 for a corrupt file', 'S Errors 400'],
  'error.400.unreadable': [
    'Run Processor and Run Workflow: 400 for a file that is unsupported, corrupt or cannot be downloaded; a file whose check takes longer than 5 s is accepted',
    'S Errors 400',
  ],
  'error.400.priority': ['400 for a priority outside 1 to 100', 'S Errors 400'],
  'error.400.config': ['400 for an invalid config', 'S Errors 400'],
  'error.400.json': ['400 for a body that is not JSON', 'S Errors 400'],
  'error.402': ['402 if no credits are left', 'F Errors'],
  'error.404.every-id': [
    '404 with the message "Resource not found." for an unknown id, at every operation',
    'S Errors 404',
  ],
  'error.404.named': [
    '404 for an unknown workflow, processor, version or clone source in a body',
    'S Errors 404',
  ],
  'error.422': ['422 for a file that is protected by a password', 'F Errors'],
  'error.429': ['429 with Retry-After and X-RateLimit-Reset', 'S Errors 429; F Errors'],
  'error.429.batch': ['429 for a batch above the rate of requests', 'S Errors 429'],
  'error.500': ['The body of a 500 contains no internal details', 'S Errors 500'],
  'parse-code.INVALID_CONFIG_OPTIONS': ['INVALID_CONFIG_OPTIONS', 'F Parse'],
  'parse-code.UNABLE_TO_DOWNLOAD_FILE': ['UNABLE_TO_DOWNLOAD_FILE', 'F Parse'],
  'parse-code.FILE_TYPE_NOT_SUPPORTED': ['FILE_TYPE_NOT_SUPPORTED', 'F Parse'],
  'parse-code.FILE_SIZE_TOO_LARGE': ['FILE_SIZE_TOO_LARGE', 'F Parse'],
  'parse-code.CORRUPT_FILE': ['CORRUPT_FILE', 'F Parse'],
  'parse-code.OCR_ERROR': ['OCR_ERROR: OCR of an image failed', 'F Parse'],
  'parse-code.FAILED_TO_CONVERT_TO_PDF': [
    'FAILED_TO_CONVERT_TO_PDF: converting a file to pages failed',
    'F Parse',
  ],
  'parse-code.FAILED_TO_GENERATE_TARGET_FORMAT': [
    'FAILED_TO_GENERATE_TARGET_FORMAT: writing the parsed document failed',
    'F Parse',
  ],
  'parse-code.PASSWORD_PROTECTED_FILE': ['PASSWORD_PROTECTED_FILE', 'F Parse'],
  'parse-code.INTERNAL_ERROR': ['INTERNAL_ERROR', 'F Parse'],

  // Limits and lists.
  'usage.credits': [
    'A run costs credits per page, by operation and base processor',
    'F Errors, limits, cost',
  ],
  'limit.inputs': ['A batch has 1 to 1000 inputs', 'S Limits'],
  'limit.sync': ['A request with sync waits at most 5 minutes; the run continues', 'F Runs'],
  'limit.files': ['A Run Workflow request has at most 50 files', 'F Runs'],
  'limit.priority': ['priority is a whole number from 1 to 100', 'S Limits'],
  'limit.metadata': ['metadata has at most 10 KB in every request', 'F Errors'],
  'limit.body-nesting': ['Deeply nested bodies are rejected', 'S Limits'],
  'limit.rate': ['The service limits the requests per second for each token', 'F Errors'],
  'limit.runs': [
    'The service limits the runs per minute for each token; each processed or parsed file is a run',
    'F Errors',
  ],
  'limit.batch-free': ['The limit of runs per minute does not apply to batches', 'S Limits'],
  'list.defaults': ['Lists start with the newest update by default', 'F Lists'],
  'list.page-size': [
    'maxPageSize is 1 to 1000, by default 50 (the specification states no limit and no default)',
    'F Lists',
  ],
  'list.paging': ['Lists accept nextPageToken, maxPageSize, sortBy and sortDir', 'F Lists'],
  'list.empty-parameters': [
    'A query parameter without a value is absent; two different values are rejected',
    'F Lists',
  ],
  'list.moving': [
    'All pages together have each object once, also if objects change, end or are deleted between two pages (not specified)',
    'F Lists',
  ],
  'list.token-of-query': [
    'A page token continues its query; another list, filter or order is rejected with 400 (not specified)',
    'F Lists',
  ],
  'list.token-encoding': ['Page tokens can be percent-encoded', 'F Lists'],
  'list.workflow-runs': [
    'Filters of workflow runs: status, workflowId, batchId, fileNameContains',
    'F Lists',
  ],
  'list.processor-runs': [
    'Filters of processor runs: status, processorId, processorType, sourceId, source, fileNameContains',
    'F Lists',
  ],
  'list.sources': [
    'Each source is a filter value; any other source, status or processorType is rejected',
    'F Lists',
  ],
  'list.processors': ['Filter of processors: type', 'F Lists'],
  'list.evaluation-sets': ['Filter of evaluation sets: processorId', 'F Lists'],
  'list.files': ['Filter of files: nameContains', 'F Lists'],

  // Parse.
  'parse.defaults': ['The response contains the config with its defaults', 'S Resources: ParserRun'],
  'parse.config-required': ['config is required', 'S Endpoints: Parse File'],
  'parse.targets': ['target is markdown or spatial', 'S Endpoints: Parse File'],
  'parse.chunking': [
    'The chunking types page, document and section are accepted; each chunk is one page, so the type has no effect',
    'S Endpoints: Parse File',
  ],
  'parse.characters': [
    'minCharacters and maxCharacters are accepted in chunkingStrategy and in its options; they have no effect, because each chunk is one page',
    'S Endpoints: Parse File; F Parse',
  ],
  'parse.options': [
    'The service accepts and returns every other option, and rejects values of another type',
    'S Endpoints: Parse File',
  ],
  'parse.table-format': [
    'tables.targetFormat is markdown or html; it is the format of table blocks and of the tables in the content of a chunk',
    'S Resources: ParserRun; F Parse',
  ],
  'parse.tables-without-lines': [
    'A table without drawn lines is a block of the type table, also with two columns or next to a column of text',
    'S Resources: ParserRun',
  ],
  'parse.text-enabled': [
    'With text.enabled false, the blocks and the content of a chunk have no text and no headings',
    'S Endpoints: Parse File',
  ],
  'parse.tables-enabled': [
    'With tables.enabled false, the blocks and the content of a chunk have no tables',
    'S Endpoints: Parse File',
  ],
  'parse.figures-enabled': [
    'With figures.enabled false, the blocks and the content of a chunk have no figures',
    'S Endpoints: Parse File',
  ],
  'parse.figures': [
    'A picture is a block of the type figure with its place and the details figure_details',
    'S Resources: ParserRun; F Parse',
  ],
  'parse.figures-of-scans': [
    'A photo on a scanned page is a block of the type figure; the words on it are text. Line drawings on scans are not found.',
    'S Resources: ParserRun; F Parse',
  ],
  'parse.tilted-text': [
    'A tilted stamp or a vertical note on a scanned page is a separate block of text',
    'S Resources: ParserRun',
  ],
  'parse.figure-clipping': [
    'figures.figureImageClippingEnabled is accepted and has no effect',
    'S Endpoints: Parse File',
  ],
  'parse.signature-detection': [
    'text.signatureDetectionEnabled is accepted and has no effect',
    'S Endpoints: Parse File',
  ],
  'parse.style-formatting': [
    'text.styleFormattingEnabled marks the bold words of a PDF in the content of a chunk',
    'S Endpoints: Parse File',
  ],
  'parse.page-rotation': [
    'With advancedOptions.pageRotationEnabled false, boxes and sizes refer to the page as it is in the file',
    'S Endpoints: Parse File',
  ],
  'parse.page-ranges': ['advancedOptions.pageRanges selects the pages that become chunks', 'F Processors'],
  'parse.heading-levels': [
    'The first level of headings has the type heading, the others section_heading; the content of a chunk has all levels',
    'S Resources: ParserRun',
  ],
  'parse.section-spatial': [
    'The chunking type section is rejected with the target spatial',
    'S Endpoints: Parse File',
  ],
  'parse.block-options': ['Each kind of block can be disabled', 'S Endpoints: Parse File'],
  'parse.response-type': [
    'With responseType=url, the response has the address of the chunks instead of the chunks',
    'F Operations',
  ],
  'parse.block-id': ['The id of a block is a hash of its content', 'F Parse'],

  // The service's own metrics.
  'metrics.extract': [
    'fieldMetrics has recallPerc and precisionPerc per field, also for nested fields',
    'S Resources: BatchProcessorRun; F Metrics',
  ],
  'metrics.mean-confidence': ['A field has meanConfidence', 'S Resources: BatchProcessorRun'],
  'metrics.array': ['Arrays have an accuracy and row counts; rows are paired in any order', 'F Metrics'],
  'metrics.classify': [
    'Classifiers have accuracy, distribution, accuracy by class and a confusion matrix',
    'S Resources: BatchProcessorRun',
  ],
  'metrics.matrix-only-with-accuracy': [
    'The confusion matrix is present only if the accuracy is present',
    'F Metrics',
  ],
  'metrics.split': [
    'Splitters have the numbers of splits and of exactly matching splits',
    'S Resources: BatchProcessorRun; F Metrics',
  ],
  'metrics.means': ['Means are arithmetic means over documents', 'F Metrics'],
  'metrics.never-expected': ['A field without an expected value has no accuracy', 'F Metrics'],
  'metrics.exclude': ['The metrics exclude the fields in excludeFields', 'F Metrics'],
  'metrics.fuzzy': [
    'The fields in fuzzyMatchFields are compared by similarity',
    'S Resources: BatchProcessorRun',
  ],
  'metrics.clear-cache': [
    'clearPreProcessingCache makes the service parse the files again',
    'S Resources: BatchProcessorRun',
  ],
} as const;
