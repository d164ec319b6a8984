import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { referencePage } from './reference-page.ts';

// Part of `npm run docs`.
writeFileSync(path.resolve(import.meta.dirname, '../../../docs/reference.md'), referencePage());
