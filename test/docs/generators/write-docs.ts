import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { errorsPage, gatePage } from './code-pages.ts';
import { configurationPage } from './configuration-page.ts';
import { fillStatisticsPage } from './coverage-sentence.ts';
import { datasetsPage } from './datasets-page.ts';
import { fillCausesPage, fillComparatorsPage, fillMetricsPage } from './metrics-page.ts';
import { permissionsPage } from './permissions-page.ts';

const docs = path.resolve(import.meta.dirname, '../../../docs');
writeFileSync(path.join(docs, 'errors.md'), errorsPage());
writeFileSync(path.join(docs, 'configuration.md'), configurationPage());
for (const [name, fill] of [
  ['datasets.md', datasetsPage],
  ['gate.md', gatePage],
  ['metrics.md', fillMetricsPage],
  ['metrics/causes.md', fillCausesPage],
  ['metrics/comparators.md', fillComparatorsPage],
  ['metrics/statistics.md', fillStatisticsPage],
] as const) {
  const file = path.join(docs, name);
  writeFileSync(file, fill(readFileSync(file, 'utf8')));
}
writeFileSync(path.join(docs, 'permissions.md'), permissionsPage());
