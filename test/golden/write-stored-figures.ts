import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { goldens, readStoredFigures } from './stored-figures.ts';

/**
 * Writes the figures of the stored records as this checkout computes them: `node test/golden/write-stored-figures.ts`.
 * For a renamed column or another wording only. A figure that changes needs its reason in the commit.
 */
rmSync(goldens, { recursive: true, force: true });
for (const [name, content] of await readStoredFigures()) {
  const file = path.join(goldens, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}
