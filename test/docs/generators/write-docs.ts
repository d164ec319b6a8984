import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { configurationPage } from './configuration-page.ts';
import { errorsPage } from './errors-page.ts';
import { fillMetricsPage } from './metrics-page.ts';

const docs = path.resolve(import.meta.dirname, '../../../docs');
writeFileSync(path.join(docs, 'errors.md'), errorsPage());
writeFileSync(path.join(docs, 'configuration.md'), configurationPage());
const metricsPage = path.join(docs, 'metrics.md');
writeFileSync(metricsPage, fillMetricsPage(readFileSync(metricsPage, 'utf8')));
