import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import type { ClassifyConfig } from '../../../src/model/processor/processor-config.ts';
import { classifyDocument } from '../../../src/service/engines/local/classify/classify-document.ts';
import { parseDocument } from '../../../src/service/engines/local/parse/parse-document.ts';

const folder = '../shared/data/cuad';

interface Row {
  readonly txt: string;
  readonly label: string;
}

describe.skipIf(!existsSync(folder))(`classifying the real contracts of ${folder} from their text`, () => {
  test('classifies nine of ten types of contract correctly', async () => {
    const rows = parse(readFileSync(`${folder}/labels.csv`, 'utf8'), { columns: true }) as Row[];
    const labels = [...new Set(rows.map((row) => row.label))];
    const config: ClassifyConfig = {
      type: 'CLASSIFY',
      classifications: labels.map((label) => ({
        id: label.toLowerCase().replace(/\W+/g, '_'),
        type: label,
        description: `A ${label.toLowerCase()} agreement.`,
      })),
    };
    let correct = 0;
    for (const row of rows) {
      const bytes = new Uint8Array(readFileSync(`${folder}/${row.txt}`));
      const document = await parseDocument(bytes, row.txt, { effort: 'performance' });
      if (classifyDocument(document, config, { effort: 'performance' }).type === row.label) correct++;
    }
    expect(correct / rows.length).toBeGreaterThan(0.88);
  });
});
