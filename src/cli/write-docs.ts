import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { errorsPage } from './errors-page.ts';

writeFileSync(path.resolve(import.meta.dirname, '../../docs/errors.md'), errorsPage());
