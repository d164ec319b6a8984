import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { openDataset } from '../../../src/loaders/load-dataset.ts';
import type { ExtractConfig } from '../../../src/model/processor/processor-config.ts';
import { compileScorer } from '../../../src/scorers/compile-scorer.ts';
import { extractFields } from '../../../src/service/engines/local/extract/extract-fields.ts';
import { parseDocument } from '../../../src/service/engines/local/parse/parse-document.ts';
import { long, times } from '../../fixtures/long-form.ts';

const folder = '../shared/data/azure-forms';

describe.skipIf(!existsSync(folder))(`filled tax forms of ${folder}`, () => {
  // `npm test` reads every second form.
  const fields = times(91, 155);
  test(`have at least 0.9 of their ${fields} filled fields right`, async () => {
    const counts = { correct: 0, expected: 0 };
    let forms = 0;
    for (const kind of ['w9', 'w8', '1099']) {
      const dataset = await openDataset(`azure-labels:${folder}/${kind}-training-data`);
      const config = dataset.manifest.config as ExtractConfig;
      const scorer = compileScorer({ schema: config.schema } as ExtractConfig);
      for await (const { source, expectedOutput } of dataset.items()) {
        if (source.kind !== 'file' || (forms++ % 2 === 1 && !long)) continue;
        const bytes = new Uint8Array(await readFile(source.path));
        const document = await parseDocument(bytes, source.name, { effort: 'performance', pages: 2 });
        const output = extractFields(document, config, { effort: 'performance' });
        const { value: expected } = expectedOutput as { value: never };
        const { total } = scorer.score({ expected, predicted: output.value as never });
        counts.correct += total.correct;
        counts.expected += total.correct + total.incorrect + total.missing;
      }
    }
    expect(counts.expected).toBe(fields);
    expect(counts.correct / counts.expected).toBeGreaterThanOrEqual(0.9);
  });
});
