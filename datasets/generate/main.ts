import { resolve } from 'node:path';
import { writeDatasetFolder } from './sets/dataset-folder.ts';
import { makeInvoiceSet } from './sets/invoices.ts';

const root = resolve(process.argv[2] ?? 'datasets');
for (const make of [makeInvoiceSet]) {
  const set = await make();
  writeDatasetFolder(root, set);
  console.log(`${set.name}: ${set.items.length} items`);
}
