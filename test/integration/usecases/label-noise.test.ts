import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { labelNoiseText } from '../../../src/model/report/label-noise.ts';
import type { RecordReader } from '../../../src/record/read/open-record.ts';
import { compareRecords } from '../../../src/usecases/compare/compare-records.ts';
import { reportRecord } from '../../../src/usecases/report/report-record.ts';
import { writeRecord } from '../../fixtures/write-record.ts';

const text = { type: ['string', 'null'], description: 'd' };
const config = {
  type: 'EXTRACT' as const,
  schema: { type: 'object' as const, required: ['a', 'b'], properties: { a: text, b: text } },
};

let record: RecordReader;
let folder: string;

/** Writes second labels for the first `count` documents. `a` differs in the first two of them. */
async function secondLabels(name: string, count: number): Promise<string> {
  const dir = path.join(folder, name);
  await mkdir(dir);
  await writeFile(path.join(dir, 'dataset.json'), JSON.stringify({ name, kind: 'EXTRACT', config }));
  const items = Array.from({ length: count }, (_, i) => ({
    id: `d${i}`,
    text: `document ${i}`,
    expectedOutput: { value: { a: i < 2 ? 'other' : 'x', b: 'y' } },
  }));
  await writeFile(path.join(dir, 'items.jsonl'), items.map((item) => JSON.stringify(item)).join('\n'));
  return dir;
}

/** 100 documents. Version 1.0 has `a` wrong in the last 10 documents, and the draft is right. */
beforeAll(async () => {
  record = await writeRecord(
    config,
    ['1.0', 'draft'],
    Array.from({ length: 100 }, (_, i) => ({
      id: `d${i}`,
      expected: { value: { a: 'x', b: 'y' } },
      outputs: [{ value: { a: i < 90 ? 'x' : 'z', b: 'y' } }, { value: { a: 'x', b: 'y' } }],
    })),
  );
  folder = path.dirname(record.dir);
});

describe('label noise of a report', () => {
  const noiseOf = async (secondGold: string, adjudicated?: boolean) => {
    const out = path.join(folder, 'out');
    const { model } = await reportRecord({
      record: record.dir,
      out,
      format: 'json',
      secondGold,
      ...(adjudicated && { adjudicated }),
    });
    return model;
  };

  it('shows per field the accuracy next to the ceiling', async () => {
    const { labelNoise, method } = await noiseOf(await secondLabels('forty', 40));
    expect(labelNoise).toMatchObject({ dataset: 'forty', documents: 40, isAdjudicated: false });
    const [all, a, b] = labelNoise?.rows ?? [];
    // 2 of 80 leaves differ: 1 - .025 / 2.
    expect(all?.ceiling).toMatchObject({ differing: 2, documents: 40 });
    expect(all?.ceiling?.value).toBeCloseTo(0.9875, 12);
    // 2 of 40 values of `a` differ.
    expect(a?.ceiling?.value).toBeCloseTo(0.975, 12);
    expect([a?.accuracy[0]?.value, a?.accuracy[1]?.value]).toEqual([0.9, 1]);
    // Wilson's interval of 2 / 40 ends at .165, so the ceiling starts at .917.
    expect(a?.ceiling?.low).toBeCloseTo(0.917, 3);
    expect(a?.isWithinNoise).toEqual([false, true]);
    expect(b?.ceiling?.value).toBe(1);
    expect(a && labelNoiseText(a)).toBe('labels hold in 97.5 % (91.7 to 99.3), 40 documents annotated twice');
    expect(method.facts.at(-1)).toEqual({ name: 'Label noise', value: '40 documents were annotated twice' });
  });

  it('counts every label that adjudication changed', async () => {
    const { labelNoise } = await noiseOf(await secondLabels('adjudicated', 40), true);
    expect(labelNoise?.rows[1]?.ceiling?.value).toBeCloseTo(0.95, 12);
  });

  it('states that the noise of a field with fewer than 30 places is unknown', async () => {
    const { labelNoise } = await noiseOf(await secondLabels('few', 29));
    const [all, a] = labelNoise?.rows ?? [];
    expect(all).toMatchObject({ places: 58 });
    expect(all?.ceiling).not.toBeNull();
    expect(a).toMatchObject({ places: 29, ceiling: null, isWithinNoise: [null, null] });
    expect(a && labelNoiseText(a)).toBe('label noise unknown');
  });

  it('states that label noise is unknown without second labels', async () => {
    const out = path.join(folder, 'plain');
    const { model } = await reportRecord({ record: record.dir, out, format: 'json' });
    expect(model.labelNoise).toBeNull();
    expect(model.method.facts.at(-1)?.value).toMatch(/^unknown/);
  });

  it('appears in a comparison', async () => {
    const secondGold = await secondLabels('compared', 40);
    const { result } = await compareRecords({ baseline: record.dir, secondGold });
    expect(result.labelNoise?.rows[1]?.isWithinNoise).toEqual([false, true]);
  });

  it('rejects second labels of other documents, and --adjudicated without labels', async () => {
    const empty = path.join(folder, 'others');
    await mkdir(empty);
    await writeFile(path.join(empty, 'dataset.json'), JSON.stringify({ name: 'o', kind: 'EXTRACT', config }));
    const item = { id: 'unknown', text: 't', expectedOutput: { value: { a: 'x', b: 'y' } } };
    await writeFile(path.join(empty, 'items.jsonl'), JSON.stringify(item));
    await expect(noiseOf(empty)).rejects.toThrow('no labelled item with the id of a labelled document');
    const request = { record: record.dir, out: path.join(folder, 'x'), format: 'json', adjudicated: true };
    await expect(reportRecord(request)).rejects.toThrow('--adjudicated was given without --second-gold');
  });
});
