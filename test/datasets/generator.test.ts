import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { itemLines, manifestText, processorText } from '../../datasets/generate/sets/dataset-folder.ts';
import { setMakers } from '../../datasets/generate/sets/set-makers.ts';
import { long } from '../fixtures/long-form.ts';
import { bundledSets, bytesOf, datasetsFolder } from '../unit/datasets/bundled-set.ts';

// `npm test` generates only the packets, whose pages come from the generators of all documents.
const sets = bundledSets.filter((name) => long || name === 'packets');

describe.each(sets)('generating %s again', (name) => {
  test('reproduces the committed texts, and the committed bytes of every PDF with a text layer', async () => {
    const set = await setMakers[name]!();
    const committed = (file: string): string => readFileSync(`${datasetsFolder}${name}/${file}`, 'utf8');
    expect(manifestText(set)).toBe(committed('dataset.json'));
    expect(processorText(set)).toBe(committed('processor.json'));
    expect(itemLines(set.items)).toBe(committed('items.jsonl'));
    for (const item of set.items) {
      if (!('path' in item.document)) continue;
      const before = bytesOf(name, item.document.path);
      // Images are compared by size only, because encoders differ between machines.
      if (item.tags.quality === 'scan') expect(item.document.bytes.length / before.length).toBeCloseTo(1, 1);
      else expect(Buffer.compare(Buffer.from(item.document.bytes), before), item.id).toBe(0);
    }
  });
});
