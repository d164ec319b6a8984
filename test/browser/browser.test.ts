import { readdirSync } from 'node:fs';

// Runs all test files of this folder in one process. Several processes would each start Chromium and compile the
// scripts of the pages again. `npx vitest run test/browser -t NAME` runs the tests whose names contain NAME.
const names = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.browser.ts'));
// The address contains the time, so that Vitest in watch mode imports the files again.
for (const name of names) await import(`./${name}?time=${Date.now()}`);
