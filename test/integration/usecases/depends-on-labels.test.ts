// A version that is better only with labels that were changed after the run gets no recommendation.
import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { ProcessorConfig } from '../../../src/model/processor/processor-config.ts';
import { readReport } from '../../../src/usecases/report/report-record.ts';
import { scoreRecord } from '../../../src/usecases/score/score-record.ts';
import { writeRecordOf } from '../../fixtures/records/write-record.ts';

const config = {
  type: 'EXTRACT',
  baseProcessor: 'extraction_light',
  schema: {
    type: 'object',
    properties: { total: { type: ['string', 'null'] } },
    required: ['total'],
    additionalProperties: false,
  },
} as ProcessorConfig;

/**
 * Scores a record of 40 documents with a newer gold. The run used the gold `g`. `outputs` returns the values of both
 * versions, and `relabel` the new label.
 */
async function scored(outputs: (n: number) => [string, string], relabel: (n: number) => string) {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'goldset-labels-'));
  writeFileSync(path.join(dir, 'dataset.json'), JSON.stringify({ name: 'set', kind: 'EXTRACT', config }));
  const documents = Array.from({ length: 40 }, (_, n) => ({
    id: `doc-${n}`,
    expected: { value: { total: 'g' } },
    outputs: outputs(n).map((total) => ({ value: { total } })),
  }));
  const lines = documents.map(({ id }, n) =>
    JSON.stringify({ id, text: id, expectedOutput: { value: { total: relabel(n) } } }),
  );
  writeFileSync(path.join(dir, 'items.jsonl'), `${lines.join('\n')}\n`);
  const { dir: record } = await writeRecordOf({ path: dir, config }, ['1.0', 'draft'], documents);
  const { model } = await scoreRecord({ record, gold: dir, save: false });
  const viewed = await readReport({ record, gold: { dataset: dir, edits: [] } });
  expect(viewed.model.summary.outcome).toEqual(model.summary.outcome);
  return { outcome: model.summary.outcome, recommendation: model.verdict.recommendation };
}

test('no recommendation if only changed labels make the draft better', async () => {
  // With the gold of the run, each version is wrong in 20 documents. In the 20 documents in which the draft is wrong,
  // the newer gold has the values of the draft.
  const { outcome, recommendation } = await scored(
    (n) => (n < 20 ? ['g', 'd'] : ['x', 'g']),
    (n) => (n < 20 ? 'd' : 'g'),
  );
  expect(recommendation).toBe('not-enough-evidence');
  expect(outcome).toMatchObject({ state: 'dependsOnLabels', publish: false });
  expect(outcome.headline).toBe('Inconclusive: depends on 20 labels changed after seeing the predictions');
  expect(outcome.sentences).toContain('Gold changed since the run: 20 labels, 20 in favour of the draft.');
  expect(outcome.sentences.at(-1)).toMatch(
    /^With the gold of the run, the verdict was "Not enough evidence: /,
  );
});

test('the verdict stays if the draft is better with the gold of the run too', async () => {
  const { outcome, recommendation } = await scored(
    (n) => (n === 0 ? ['g', 'd'] : ['x', 'g']),
    (n) => (n === 0 ? 'd' : 'g'),
  );
  expect(recommendation).toBe('publish');
  expect(outcome.state).toBe('better');
  // With the gold of the run, version 1.0 is right in the first document and the draft is wrong, so the
  // document is newly wrong.
  expect(outcome.sentences.at(-1)).toBe(
    'With the gold of the run, the verdict was "Better overall, 1 document newly wrong: review it, then publish".',
  );
});

test('a verdict against the draft stays', async () => {
  const { outcome } = await scored(
    () => ['g', 'x'],
    (n) => (n === 0 ? 'x' : 'g'),
  );
  expect(outcome.state).toBe('worse');
  // With the newer gold, the draft has one right value. With the gold of the run, it has none.
  expect(outcome.sentences.at(-1)).toBe(
    'With the gold of the run, the verdict was "Nothing is right: check the gold or the schema first".',
  );
});
