/** The layers of docs/architecture.md: what each folder of `src/` may import. */
export interface Layer {
  readonly level: number;
  readonly mayImport: readonly string[];
  /** Allowed npm packages. Undefined allows all of them. */
  readonly packages?: readonly string[];
}

/** All folders below the use cases. */
const below: readonly string[] = [
  'base',
  'model',
  'pages',
  'queue',
  'stats',
  'viewer',
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

export const layers: Readonly<Record<string, Layer>> = {
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
  queue: { level: 1, mayImport: ['base'], packages: ['bullmq', 'ioredis', 'zod'] },
  stats: { level: 2, mayImport: ['base', 'model'], packages: [] },
  viewer: { level: 2, mayImport: ['base', 'model'], packages: ['preact', 'chart.js', 'vite'] },
  scorers: { level: 3, mayImport: ['base', 'model', 'stats'] },
  metrics: { level: 3, mayImport: ['base', 'model', 'stats'] },
  loaders: { level: 3, mayImport: ['base', 'model', 'pages'] },
  client: { level: 3, mayImport: ['base', 'model'] },
  service: { level: 3, mayImport: ['base', 'model', 'pages', 'queue'] },
  record: { level: 3, mayImport: ['base', 'model'], packages: ['zod'] },
  runner: { level: 4, mayImport: ['base', 'model', 'queue', 'client', 'loaders', 'record', 'pages'] },
  analysis: { level: 4, mayImport: ['base', 'model', 'stats', 'scorers', 'metrics', 'record'] },
  compat: { level: 4, mayImport: ['base', 'model', 'stats', 'scorers'], packages: [] },
  gates: { level: 5, mayImport: ['base', 'model', 'stats'] },
  report: { level: 5, mayImport: ['base', 'model', 'pages', 'viewer'] },
  usecases: { level: 6, mayImport: below },
  workbench: { level: 7, mayImport: ['base', 'model', 'viewer', 'usecases'] },
  cli: { level: 8, mayImport: ['base', 'model', 'usecases', 'workbench'] },
};

/** Files directly in `src/`: the public entry points, above all layers. */
export const entryPoints: readonly string[] = ['index.ts', 'compat.ts', 'vitest.ts'];

/** File names that do not say what the file contains. */
export const emptyNames = /(^|\/)(utils?|helpers?|common|misc|manager)(\/|\.|$)/;

export const maximumLines = 500;
export const maximumFiles = 20;
