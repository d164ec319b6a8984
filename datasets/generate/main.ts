import { resolve } from 'node:path';
import { writeDatasetFolder } from './sets/dataset-folder.ts';
import { setMakers } from './sets/set-makers.ts';

/** `npm run datasets [folder]` writes the bundled sets, with the same bytes on every run. */
const root = resolve(process.argv[2] ?? 'datasets');
for (const make of Object.values(setMakers)) {
  const set = await make();
  writeDatasetFolder(root, set);
  console.log(`${set.name}: ${set.items.length} items`);
}
