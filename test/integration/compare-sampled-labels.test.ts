import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { defaultStatistics } from '../../src/analysis/measure/settings.ts';
import type { LabelComparisonResult } from '../../src/model/results/label-results.ts';
import { jointSignFlips } from '../../src/stats/resampling/joint-sign-flips.ts';
import { compareRecords } from '../../src/usecases/compare/compare-records.ts';
import {
  answered,
  compareBy,
  config,
  drawPairs,
  type List,
  withoutGold,
  writeList,
} from '../fixtures/comparisons/label-lists.ts';
import { rewriteRecord } from '../fixtures/records/rewrite-record.ts';
import { writeRecord } from '../fixtures/records/write-record.ts';

async function recordOf(pairs: ReturnType<typeof drawPairs>, primary?: string) {
  const record = await writeRecord(config, ['1.0', 'draft'], withoutGold(pairs));
  if (primary === undefined) return record;
  const options = { 'statistics.primary': { value: primary, from: 'flag' as const } };
  return rewriteRecord(record, { plan: (plan) => ({ ...plan, options }) });
}
const ofScope = (result: LabelComparisonResult, scope: string) =>
  result.questions.find((question) => question.scope === scope);
const documentsOf = ({ lines }: List) => [...new Set(lines.map(({ document }) => document))];

describe('quotas per field', () => {
  const pairs = drawPairs(200, [0.05, 0.25], 'quotas');

  test('give each document the largest probability of its differing fields', async () => {
    const { dir } = await recordOf(pairs);
    const list = await writeList(dir, { quota: '10,number=100000' });
    const quotas = list.head.quotas as { field: string; documents: number; differing: number }[];
    expect(quotas.map(({ field, documents }) => [field, documents])).toEqual([
      ['number', 100_000],
      ['rows', 10],
      ['seller.city', 10],
    ]);
    const all = await writeList(dir);
    const fields = (id: string) =>
      all.lines.filter(({ document, path }) => document === id && path !== '$rest').map(({ path }) => path);
    for (const { field, differing } of quotas)
      expect(documentsOf(all).filter((id) => fields(id).includes(field))).toHaveLength(differing);
    const shareOf = (field: string) =>
      Math.min(1, 10 / (quotas.find((one) => one.field === field)?.differing ?? 0));
    for (const { document, probability } of list.lines)
      expect(probability).toBe(
        fields(document).includes('number')
          ? 1
          : Math.max(...fields(document).map((field) => shareOf(field))),
      );
    // The list contains every document in which the versions differ in the field `number`, and a sample of the other
    // documents.
    expect(
      documentsOf(all).filter((id) => fields(id).includes('number') && !documentsOf(list).includes(id)),
    ).toEqual([]);
    expect(documentsOf(list).length).toBeLessThan(documentsOf(all).length);
  });

  test('weigh each document by its probability, in the estimate and in the test', async () => {
    const { dir } = await recordOf(pairs);
    const list = await writeList(dir, { quota: '12,rows=1000' });
    const { result } = await compareBy(dir, list, answered(list.lines, pairs));
    const field = ofScope(result, 'field:seller.city');
    // The Horvitz-Thompson estimator divides the +1 or -1 of each document by the probability of the document.
    const lines = list.lines.filter((line) => line.path === 'seller.city');
    const outputOf = (id: string, version: number) => {
      const { outputs } = pairs.find((pair) => pair.id === id) ?? { outputs: [] };
      return (outputs[version] as { value: { seller: { city: string } } }).value.seller.city;
    };
    const isRight = (id: string, version: number) => Number(outputOf(id, version) !== 'x');
    const sum = lines.reduce(
      (sum, { document, probability }) => sum + (isRight(document, 1) - isRight(document, 0)) / probability,
      0,
    );
    expect(new Set(list.lines.map(({ probability }) => probability)).size).toBeGreaterThan(1);
    expect(field?.difference.value).toBeCloseTo(sum / 200, 12);
    const tested = lines.map(({ document, probability }) => ({
      unit: Number(document.slice(1)),
      difference: (isRight(document, 1) - isRight(document, 0)) / probability,
    }));
    const flips = {
      units: tested.map(({ unit }) => unit),
      differences: tested.map(({ difference }) => difference),
    };
    const { seed, flips: patterns } = defaultStatistics;
    const { rawP } = jointSignFlips([flips], { unitId: (unit) => `d${unit}`, seed, flips: patterns });
    expect(Math.abs((field?.p as number) - (rawP[0] as number))).toBeLessThan(0.01);
  });

  test('are rejected for an unknown field, and a list with other quotas is rejected', async () => {
    const { dir } = await recordOf(pairs);
    await expect(writeList(dir, { quota: '5,colour=9' })).rejects.toThrow('colour');
    const list = await writeList(dir, { quota: '12' });
    const [first, ...others] = list.head.quotas as object[];
    // The head of this list states a wrong number of differing documents for a field, so the probabilities would
    // be wrong.
    const head = { ...list.head, quotas: [...others, { ...first, field: 'total' }] };
    const thrown = compareBy(dir, { ...list, head }, answered(list.lines, pairs));
    await expect(thrown).rejects.toMatchObject({ code: 'LABELS_INVALID' });
  });
});

describe('an extended list', () => {
  const pairs = drawPairs(150, [0.2, 0.3], 'extended');

  test.each([
    [{ sample: '0.3' }, { sample: '0.6' }],
    [{ quota: '5' }, { quota: '15' }],
    [{ quota: '5' }, { quota: '5,number=40' }],
  ])('keeps the documents and the answers: %o to %o', async (small, large) => {
    const { dir } = await recordOf(pairs);
    const list = await writeList(dir, small);
    const lines = answered(list.lines, pairs).map((line, i) => ({
      ...line,
      ...(i === 0 && { comment: 'see page 2' }),
    }));
    await compareBy(dir, list, lines);
    const extended = await writeList(dir, { ...large, labels: list.file });
    expect(documentsOf(extended)).toEqual(expect.arrayContaining(documentsOf(list)));
    expect(documentsOf(extended).length).toBeGreaterThan(documentsOf(list).length);
    const answers = (
      all: readonly { document: string; path: string; answer?: unknown; comment?: unknown }[],
    ) =>
      new Map(all.map(({ document, path, answer, comment }) => [`${document} ${path}`, [answer, comment]]));
    const [before, after] = [answers(lines), answers(extended.lines)];
    for (const [place, found] of after) expect(found).toEqual(before.get(place) ?? [null, undefined]);
    for (const place of before.keys()) expect(after.has(place)).toBe(true);
  });

  test('that would lose an answer is rejected', async () => {
    const { dir } = await recordOf(pairs);
    const list = await writeList(dir, { sample: '0.6' });
    await compareBy(dir, list, answered(list.lines, pairs));
    await expect(writeList(dir, { sample: '0.1', labels: list.file })).rejects.toMatchObject({
      code: 'LABELS_INVALID',
      message: expect.stringContaining('an answer for'),
    });
  });
});

describe('a declared primary field', () => {
  const pairs = drawPairs(100, [0.02, 0.12], 'primary');

  async function compared(primary: string | undefined) {
    const { dir } = await recordOf(pairs, primary);
    const list = await writeList(dir);
    return (await compareBy(dir, list, answered(list.lines, pairs))).result;
  }

  test('gets half of the error probability', async () => {
    const [plain, declared] = [await compared(undefined), await compared('number')];
    expect([plain.primary, declared.primary]).toEqual([null, { name: 'number', isIdentified: true }]);
    const [before, after] = [plain, declared].map((result) => ofScope(result, 'field:number'));
    expect(after?.p).toBe(before?.p);
    expect(after?.adjustedP).toBeLessThan(before?.adjustedP as number);
    expect(declared.sentence).toContain('The primary comparison (number), declared before the run');
  });

  test('that the labels do not identify is named, and all questions have equal weight', async () => {
    const [plain, declared] = [await compared(undefined), await compared('f1')];
    expect(declared.primary).toEqual({ name: 'f1', isIdentified: false });
    expect(declared.sentence).toContain('do not show the primary comparison (f1)');
    expect(declared.questions.map(({ adjustedP }) => adjustedP)).toEqual(
      plain.questions.map(({ adjustedP }) => adjustedP),
    );
  });
});

describe('the size of recall', () => {
  const pairs = drawPairs(80, [0.05, 0.3], 'recall');
  const valuesOf = (i: number) => 2 + (i % 4);
  const total = pairs.reduce((sum, _, i) => sum + valuesOf(i), 0);

  async function withGoldValues(goldValues: number | string | undefined) {
    const { dir } = await recordOf(pairs);
    const list = await writeList(dir);
    const request = goldValues === undefined ? {} : { goldValues };
    const { result } = await compareBy(dir, list, answered(list.lines, pairs), request);
    return { result, recall: result.questions.find(({ metric }) => metric === 'recall') };
  }

  test('is the difference in correct values as a share of a known number of values', async () => {
    const { result, recall } = await withGoldValues(total);
    const { difference, p, adjustedP } = ofScope(
      { ...result, questions: result.questions.filter(({ metric }) => metric === 'correct_values') },
      'overall',
    ) as LabelComparisonResult['questions'][number];
    expect(recall?.difference.value).toBeCloseTo(((difference.value as number) * 80) / total, 12);
    expect(recall?.difference.interval?.low).toBeCloseTo(((difference.interval?.low ?? 0) * 80) / total, 12);
    expect([recall?.p, recall?.adjustedP, recall?.difference.unit, recall?.label]).toEqual([
      p,
      adjustedP,
      'points',
      'recall',
    ]);
    expect(result.goldValues).toEqual({ perDocument: total / 80, source: 'known', sample: null });
    expect(result.notIdentified.map(({ quantity }) => quantity)).not.toContain(
      'size of the difference in recall',
    );
    expect((await withGoldValues(undefined)).recall).toBeUndefined();
  });

  test('is marked, and has a wider interval, if the number of values is estimated', async () => {
    const { dir } = await recordOf(pairs);
    const file = path.join(path.dirname(dir), 'values.csv');
    // The sample has documents 0 to 15 of 80. Each of the counts 2, 3, 4 and 5 occurs four times, so the mean is 3.5
    // and the variance is 20 / 15.
    await writeFile(
      file,
      ['document,values', ...Array.from({ length: 16 }, (_, i) => `d${i},${valuesOf(i)}`)].join('\n'),
    );
    const [known, estimated] = [(await withGoldValues(280)).recall, await withGoldValues(file)];
    const { recall, result } = estimated;
    expect(result.goldValues).toEqual({ perDocument: 3.5, source: 'estimated', sample: 16 });
    expect(recall?.label).toContain('estimated from 16 documents');
    // The standard error of the mean is sqrt(20 / 15 / 16 x (1 - 16 / 80)) = .258199. Relative to the mean 3.5, it is
    // .0737711. The 97.5 % quantile of Student's t with 15 degrees of freedom is 2.13145.
    const divided = 1 + 0.0737711 ** 2;
    expect(recall?.difference.value).toBeCloseTo((known?.difference.value as number) / divided, 7);
    const half = (side: 'low' | 'high', of: typeof known) =>
      Math.abs((of?.difference.interval?.[side] ?? 0) - (of?.difference.value ?? 0));
    const added = Math.abs(recall?.difference.value ?? 0) * 2.13145 * 0.0737711;
    expect(half('low', recall)).toBeCloseTo(Math.hypot(half('low', known) / divided, added), 5);
    expect(half('high', recall)).toBeCloseTo(Math.hypot(half('high', known) / divided, added), 5);
  });

  test.each<[string, string, string]>([
    ['document,values\nd1,2\nd1,3', 'line 3', 'at most once'],
    ['document,values\nd1,2\nz,3', 'line 3', 'a document of the comparison'],
    ['document,values\nd1,2\nd2,two', 'line 3', 'whole number'],
    ['document,values\nd1,2\nd2,', 'line 3', 'whole number'],
    ['document,values\nd1,2', 'line 1', 'at least two documents'],
    ['id,count\nd1,2', 'line 1', 'document, values'],
    ['', 'line 1', 'at least two documents'],
  ])('rejects the sample %j', async (content, line, expected) => {
    const { dir } = await recordOf(pairs);
    const file = path.join(path.dirname(dir), 'wrong.csv');
    await writeFile(file, content);
    const thrown = await withGoldValues(file).catch((error: unknown) => error);
    expect(thrown).toMatchObject({ code: 'LABELS_INVALID' });
    expect((thrown as Error).message).toContain(line);
    expect((thrown as Error).message).toContain(expected);
  });

  test.each(['0', '2.5', '-3', 0])('rejects %s values', async (values) => {
    await expect(withGoldValues(values)).rejects.toMatchObject({ code: 'USAGE' });
  });
});

describe('a sequential list', () => {
  const pairs = drawPairs(150, [0.02, 0.4], 'sequential');

  test('asks only for the named field, in the random order, without the other values', async () => {
    const { dir } = await recordOf(pairs);
    const [list, all] = [await writeList(dir, { sequential: 'number' }), await writeList(dir)];
    expect(list.head.sequential).toEqual({ scope: 'field:number', confidence: 0.95 });
    expect(new Set(list.lines.map((line) => line.path))).toEqual(new Set(['number']));
    const expected = all.lines.filter((line) => line.path === 'number').map(({ document }) => document);
    expect(documentsOf(list)).toEqual(expected);
    expect(list.lines.map(({ order }) => order)).toEqual(expected.map((_, i) => i + 1));
  });

  test('stops at the first decision, and ignores answers after the first open document', async () => {
    const { dir } = await recordOf(pairs);
    const list = await writeList(dir, { sequential: 'number' });
    const lines = answered(list.lines, pairs);
    const upTo = (count: number) => lines.map((line, i) => (i < count ? line : { ...line, answer: null }));
    const first = await compareBy(dir, list, upTo(3));
    expect([first.exitCode, first.result.state]).toEqual([3, 'labels-open']);
    expect(first.result.sequential).toMatchObject({
      read: 3,
      verdict: 'inconclusive',
      stoppedAfter: null,
      limit: 20,
    });
    const gap = await compareBy(
      dir,
      list,
      lines.map((line, i) => (i === 3 ? { ...line, answer: null } : line)),
    );
    expect(gap.result.sequential).toMatchObject({ ...first.result.sequential });
    let after = 0;
    for (let count = 4; after === 0; count++) {
      const { result, exitCode } = await compareBy(dir, list, upTo(count));
      if (result.state !== 'stopped') continue;
      after = count;
      expect(exitCode).toBe(0);
      expect(result.sequential).toMatchObject({ read: count, stoppedAfter: count, verdict: 'regressed' });
      expect(result.sequential?.evidence).toBeGreaterThanOrEqual(20);
      expect(result.sequential?.share.high).toBeLessThan(0.5);
      expect([result.questions, result.notIdentified[0]?.quantity]).toEqual([[], 'size of a difference']);
    }
    expect(after).toBeLessThan(lines.length);
    const { result } = await compareBy(dir, list, lines);
    expect(result.sequential).toMatchObject({ read: lines.length, stoppedAfter: after });
  });

  test('stops only if unclear answers cannot change the decision', async () => {
    const { dir } = await recordOf(pairs);
    const list = await writeList(dir, { sequential: 'number' });
    const lines = answered(list.lines, pairs);
    const unclear = lines.map((line, i) => (i < 2 ? { ...line, answer: 'unclear' } : line));
    const [clear, changed] = [await compareBy(dir, list, lines), await compareBy(dir, list, unclear)];
    expect(changed.result.sequential?.stoppedAfter).toBeGreaterThan(
      clear.result.sequential?.stoppedAfter as number,
    );
    const all = await compareBy(
      dir,
      list,
      lines.map((line) => ({ ...line, answer: 'unclear' })),
    );
    expect(all.result).toMatchObject({
      state: 'compared',
      sequential: { better: 0, worse: 0, verdict: 'inconclusive' },
    });
  });

  test('uses all values without a name, and the primary field if the run declared one', async () => {
    const { dir } = await recordOf(pairs);
    const list = await writeList(dir, { sequential: true });
    expect(list.head.sequential).toMatchObject({ scope: 'overall' });
    const { result } = await compareBy(dir, list, answered(list.lines, pairs));
    expect(result.sequential).toMatchObject({ label: 'correct values per document', verdict: 'regressed' });
    const declared = await recordOf(pairs, 'seller.city');
    expect((await writeList(declared.dir, { sequential: true })).head.sequential).toMatchObject({
      scope: 'field:seller.city',
    });
  });

  test('is rejected for an unknown field and for clusters', async () => {
    const { dir } = await recordOf(pairs);
    await expect(writeList(dir, { sequential: 'colour' })).rejects.toThrow('"colour"');
    await expect(writeList(dir, { sequential: true, clusterBy: 'vendor' })).rejects.toThrow('independent');
    const list = await writeList(dir, { sequential: true });
    await expect(compareBy(dir, list, answered(list.lines, pairs), { clusterBy: 'vendor' })).rejects.toThrow(
      'independent',
    );
  });
});

test.each([{ sample: '0.5' }, { quota: '5' }, { sequential: true }, { goldValues: 5 }])(
  'a comparison without labels rejects %o',
  async (flags) => {
    await expect(compareRecords({ baseline: 'x', ...flags })).rejects.toMatchObject({ code: 'USAGE' });
  },
);
