import { readdirSync } from 'node:fs';

// All files of this folder with tests, in one process: each process that opens pages starts Chromium, which compiles the
// scripts of the pages again. `npx vitest run test/browser -t NAME` runs the tests whose names contain NAME.
const names = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.browser.ts'));
// A new address, because a Vitest that waits for changes imports them several times in one process.
for (const name of names) await import(`./${name}?time=${Date.now()}`);
