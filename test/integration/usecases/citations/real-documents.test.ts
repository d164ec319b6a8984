import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { moved, type Output } from '../../../../bench/citations/wrong-citations.ts';
import { valueAt } from '../../../../src/base/value-path.ts';
import { loadDataset } from '../../../../src/loaders/load-dataset.ts';
import type { JsonValue } from '../../../../src/model/json/json-value.ts';
import { reportRecord } from '../../../../src/usecases/report/report-record.ts';
import { recordPredictions } from '../../../../src/usecases/run/run-dataset.ts';
import { long } from '../../../fixtures/long-form.ts';
import { type HandChecked, handChecked } from './hand-checked.ts';

const data = path.resolve(import.meta.dirname, '../../../../../shared/data');

async function goldOf(dataset: string): Promise<Map<string, Output>> {
  const gold = new Map<string, Output>();
  for await (const { id, expectedOutput } of (await loadDataset(dataset)).items())
    gold.set(id, expectedOutput as unknown as Output);
  return gold;
}

/** Returns the state of each value of the outputs, by item and path. */
async function statesOf(dataset: string, outputs: ReadonlyMap<string, Output>): Promise<Map<string, string>> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'goldset-citations-'));
  try {
    const predictions = path.join(dir, 'outputs.jsonl');
    const lines = [...outputs].map(([id, output]) => `${JSON.stringify({ id, output })}\n`);
    await writeFile(predictions, lines.join(''));
    const request = { dataset, predictions, out: dir, only: [...outputs.keys()], format: 'json' };
    await recordPredictions(request);
    const { model } = await reportRecord({ record: dir, citations: true, format: 'json' });
    return new Map(
      model.items.flatMap(({ itemId, versions }) =>
        Object.entries(versions[0]?.cited ?? {}).map(([at, { state }]) => [`${itemId} ${at}`, state]),
      ),
    );
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

const corners = ([left, top, right, bottom]: HandChecked[3]) => [
  { x: left, y: top },
  { x: right, y: top },
  { x: right, y: bottom },
  { x: left, y: bottom },
];

describe.skipIf(!existsSync(data))('real documents (skipped where ../shared/data is absent)', () => {
  it('has hand-checked boxes on 20 documents', () => {
    const items = Object.entries(handChecked).flatMap(([set, cases]) =>
      cases.map(([item]) => `${set} ${item}`),
    );
    expect([new Set(items).size, items.length]).toEqual([20, 60]);
  });

  // `npm test` reads only the set that is read fastest.
  const sets = Object.keys(handChecked).filter((name) => long || name.endsWith('1099-training-data'));
  it.each(sets)('%s: agrees with a person on every box', async (spec) => {
    const [loader, folder = ''] = spec.split(':');
    const dataset = `${loader}:${path.join(data, folder)}`;
    const gold = await goldOf(dataset);
    const cases = handChecked[spec] ?? [];
    const outputs = new Map<string, Output>();
    for (const [item, at, page, box] of cases) {
      const { value } = gold.get(item) as Output;
      const citation = { page, polygon: corners(box), pageWidth: 1, pageHeight: 1 };
      const { metadata = {} } = outputs.get(item) ?? {};
      outputs.set(item, { value, metadata: { ...metadata, [at]: { citations: [citation] } } });
      expect(valueAt(value as JsonValue, at), `${item} ${at}`).toBeDefined();
    }
    const states = await statesOf(dataset, outputs);
    expect(cases.map(([item, at]) => [item, at, states.get(`${item} ${at}`)])).toEqual(
      cases.map(([item, at, , , verdict]) => [item, at, verdict]),
    );
  });

  it('supports the labels of a tax form at their boxes, and finds their injected wrong boxes', async () => {
    const dataset = `azure-labels:${path.join(data, 'azure-forms', 'w9-training-data')}`;
    const gold = await goldOf(dataset);
    const states = [...(await statesOf(dataset, gold)).values()];
    const count = (state: string) => states.filter((one) => one === state).length;
    // Seven values of each form are tick marks.
    expect([count('supported'), count('unsupported'), count('unchecked')]).toEqual([30, 0, 21]);
    const wrong = new Map([...gold].map(([id, output]) => [id, moved(output, 'another value', id).output]));
    const found = [...(await statesOf(dataset, wrong)).values()];
    const checked = found.filter((state) => state === 'supported' || state === 'unsupported');
    expect(checked.length).toBe(30);
    expect(checked.filter((state) => state === 'unsupported').length).toBeGreaterThanOrEqual(0.95 * 30);
  });
});
