/** Requirements of the contract: configs of processors. `conformanceRows` explains the columns. */
export const configRows = {
  // Configuration.
  'config.type-matches': ['type is the type of the processor', 'S Processor configuration'],
  'config.type-required': [
    'Each config in a request has a type: EXTRACT, CLASSIFY or SPLITTER',
    'S Processor configuration',
  ],
  'config.base-processors': [
    'baseProcessor is one of the names for the type',
    'S Processor configuration; F Processors',
  ],
  'config.base-version': ['baseVersion requires baseProcessor', 'S Processor configuration'],
  'config.defaults': ['Missing members get defaults', 'S Endpoints: Create Processor'],
  'config.override': [
    'The config of a run overrides the config of the processor',
    'S Endpoints: Run Processor',
  ],
  'config.clone': ['cloneProcessorId copies the config', 'S Endpoints: Create Processor'],
  'config.schema-or-fields': [
    'An extraction config has schema or fields',
    'S Processor configuration: Extraction',
  ],
  'config.extract-options': [
    'The options of extraction accept the specified values',
    'S Processor configuration: Extraction',
  ],
  'config.classify-options': [
    'The options of classification accept the specified values',
    'S Processor configuration: Classification',
  ],
  'config.split-options': [
    'The options of splitters accept the specified values',
    'S Processor configuration: Splitter',
  ],
  'config.fixed-page-limit': [
    'fixedPageLimit limits a run to the first pages',
    'S Processor configuration: Extraction',
  ],
  'config.page-ranges': ['advancedOptions.pageRanges selects pages', 'F Processors'],
  'config.parser': ['Each type of config can have parser, a valid config of Parse', 'F Processors'],
  'config.classifications': [
    'Each entry of classifications has id, type and description',
    'S Processor configuration: Classification',
  ],
  'config.split-classifications': [
    'Each entry of splitClassifications has id, type and description',
    'S Processor configuration: Splitter',
  ],
  'fields-array.id': ['id is required and unique', 'S Processor configuration: fields array'],
  'fields-array.name': ['name is required', 'S Processor configuration: fields array'],
  'fields-array.type': ['type is one of nine types', 'S Processor configuration: fields array'],
  'fields-array.description': ['description is required', 'S Processor configuration: fields array'],
  'fields-array.schema': [
    'schema is required for array and object',
    'S Processor configuration: fields array',
  ],
  'fields-array.enum': [
    'enum, a list of {value, description}, is required for the type enum',
    'S Processor configuration: fields array',
  ],
  'schema-rule.1-root': ['The root is an object with properties, and not null', 'S JSON-schema rules 1'],
  'schema-rule.1-properties': ['Each object has properties', 'S JSON-schema rules 1'],
  'schema-rule.1-required': ['The root has a required list', 'S JSON-schema rules 1'],
  'schema-rule.1-additional': ['additionalProperties is an optional boolean', 'S JSON-schema rules 1'],
  'schema-rule.2': ['Only the specified types are allowed', 'S JSON-schema rules 2'],
  'schema-rule.3': ['Simple values may be null', 'S JSON-schema rules 3'],
  'schema-rule.4': ['At most 3 levels of nesting', 'S JSON-schema rules 4'],
  'schema-rule.5': ['Keys contain lower-case letters, digits and underscores', 'S JSON-schema rules 5'],
  'schema-rule.6': ['Items of arrays are objects', 'S JSON-schema rules 6'],
  'schema-rule.7-strings': ['Enums contain only strings', 'S JSON-schema rules 7'],
  'schema-rule.7-null': ['Enums include null', 'S JSON-schema rules 7'],
  'schema-rule.7-descriptions': [
    'Descriptions of an enum have one entry per option',
    'S JSON-schema rules 7',
  ],
  'schema-rule.8-known': ['The custom types are date, currency and signature', 'S JSON-schema rules 8'],
  'schema-rule.8-date': ['A date is a string yyyy-mm-dd', 'S JSON-schema rules 8'],
  'schema-rule.8-currency': ['A currency has the two specified members', 'S JSON-schema rules 8'],
  'schema-rule.8-signature': ['A signature has the four specified members', 'S JSON-schema rules 8'],
  'schema-rule.9': [
    'service:name changes the displayed name of a field, but not its key',
    'S JSON-schema rules 9',
  ],
  'schema-rule.10': [
    'required lists properties; their order is the order of extraction',
    'S JSON-schema rules 10',
  ],
  'schema-rule.11-composition': [
    'Composition, definitions and references are rejected',
    'S JSON-schema rules 11',
  ],
  'schema-rule.11-validation': [
    'Regular expressions and other keywords for validation are rejected',
    'S JSON-schema rules 11',
  ],
  'schema-rule.11-conditional': ['Conditional schemas are rejected', 'S JSON-schema rules 11'],
  'schema-rule.11-constant': ['Constant values are rejected', 'S JSON-schema rules 11'],
  'schema-rule.any-word': ['Schema keywords may start with the word of any deployment', 'S Introduction'],
} as const;
