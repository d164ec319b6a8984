/** The floor table of docs/architecture.md as data: what each folder of `src/` may import. */
export interface Floor {
  readonly level: number;
  readonly mayImport: readonly string[];
  /** npm packages; undefined means any. */
  readonly packages?: readonly string[];
}

/** All that stands below the use cases. */
const below: readonly string[] = [
  'base',
  'model',
  'pages',
  'stats',
  'scorers',
  'metrics',
  'loaders',
  'client',
  'service',
  'record',
  'runner',
  'analysis',
  'gates',
  'report',
];

export const floors: Readonly<Record<string, Floor>> = {
  base: { level: 0, mayImport: [], packages: [] },
  model: { level: 1, mayImport: ['base'], packages: ['zod'] },
  pages: {
    level: 1,
    mayImport: ['base'],
    packages: [
      'pdfjs-dist',
      '@napi-rs/canvas',
      'dejavu-fonts-ttf',
      'csv-parse',
      'htmlparser2',
      'postal-mime',
    ],
  },
  stats: { level: 2, mayImport: ['base', 'model'], packages: [] },
  scorers: { level: 3, mayImport: ['base', 'model', 'stats'] },
  metrics: { level: 3, mayImport: ['base', 'model', 'stats'] },
  loaders: { level: 3, mayImport: ['base', 'model', 'pages'] },
  client: { level: 3, mayImport: ['base', 'model'] },
  service: { level: 3, mayImport: ['base', 'model', 'pages'] },
  record: { level: 3, mayImport: ['base', 'model'], packages: ['zod'] },
  runner: { level: 4, mayImport: ['base', 'model', 'client', 'loaders', 'record', 'pages'] },
  analysis: { level: 4, mayImport: ['base', 'model', 'stats', 'scorers', 'metrics', 'record'] },
  compat: { level: 4, mayImport: ['base', 'model', 'stats', 'scorers'], packages: [] },
  gates: { level: 5, mayImport: ['base', 'model', 'stats'] },
  report: { level: 5, mayImport: ['base', 'model', 'pages'] },
  usecases: { level: 6, mayImport: below },
  cli: { level: 7, mayImport: ['base', 'model', 'usecases'] },
};

/** Files directly in `src/` that stand above all floors. */
export const facades: readonly string[] = ['index.ts', 'compat.ts', 'vitest.ts'];

/** Words that say nothing about what a file holds. */
export const emptyNames = /(^|\/)(utils?|helpers?|common|misc|manager)(\/|\.|$)/;

export const maximumLines = 500;

/** Tables of data, which may be longer. Each with its reason. */
export const longTables: Readonly<Record<string, string>> = {
  'test/contract/service/conformance-rows.ts': 'what the contract asks, one row a statement',
  'src/service/engines/local/text/document-types.ts': 'words and phrases by kind of document, one row a kind',
};
