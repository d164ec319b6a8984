import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { goldens, readStoredFigures } from './stored-figures.ts';

/**
 * Writes the figures of the stored records as this checkout computes them: `node test/golden/write-stored-figures.ts`.
 * Use it only after renaming a column or changing a text. If a figure changes, the commit must state the reason.
 */
rmSync(goldens, { recursive: true, force: true });
for (const [name, content] of await readStoredFigures()) {
  const file = path.join(goldens, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}
