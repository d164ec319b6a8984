import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { GoldsetError } from '../../src/base/goldset-error.ts';
import type { ProcessorConfig } from '../../src/model/processor/processor-config.ts';
import type { LabelLine } from '../../src/model/record/label-list.ts';
import { openRecord } from '../../src/record/read/open-record.ts';
import { type CompareRequest, compareByLabels } from '../../src/usecases/compare/compare-records.ts';
import {
  answered,
  compareBy,
  config,
  drawPairs,
  fullGold,
  type List,
  tested,
  withoutGold,
  writeList,
} from '../fixtures/comparisons/label-lists.ts';
import { writeRecord } from '../fixtures/records/write-record.ts';

describe('labels of all differences', () => {
  test.each([
    ['independent documents', {}, undefined, [] as readonly (readonly [number, number])[]],
    ['clusters', { clusterBy: 'vendor' }, 'vendor', []],
    [
      'three repeats',
      {},
      undefined,
      [
        [0.2, 0.2],
        [0.2, 0.2],
      ] as const,
    ],
  ])('give the p-values of full gold to the last bit: %s', async (_, request, clusterBy, repeats) => {
    const pairs = drawPairs(120, [0.1, 0.25], 'p');
    const more = repeats.map((rates, i) => drawPairs(120, rates, `repeat ${i}`));
    const full = await writeRecord(config, ['1.0', 'draft'], pairs, ...more);
    const bare = await writeRecord(config, ['1.0', 'draft'], withoutGold(pairs), ...more.map(withoutGold));
    const list = await writeList(bare.dir, request);
    const { result, exitCode } = await compareBy(bare.dir, list, answered(list.lines, pairs), request);
    expect(exitCode).toBe(0);
    const expected = await fullGold(full.dir, clusterBy === undefined ? {} : { clusterBy });
    const found = result.questions.filter(({ metric }) => metric !== 'precision');
    const quantities = [
      'document_exact',
      'correct_values',
      'field_accuracy',
      'field_accuracy',
      'correct_values',
    ];
    expect(found.map(({ metric }) => metric)).toEqual(quantities);
    expect(tested(found)).toEqual(tested(expected));
    expect(expected.some(({ p }) => p !== null && p < 0.05)).toBe(true);
    // For the share of right documents, the difference and the interval are also the same as with full gold.
    const exact = expected[0]?.difference;
    expect(found[0]?.difference.value).toBeCloseTo(exact?.value as number, 12);
    expect(found[0]?.difference.interval?.low).toBeCloseTo(exact?.interval?.low as number, 12);
  });

  test('ask for fewer values than the documents have, and never for gold', async () => {
    const pairs = drawPairs(120, [0.1, 0.1], 'few');
    const list = await writeList((await writeRecord(config, ['1.0', 'draft'], pairs)).dir);
    const asked = list.lines.filter(({ path }) => path !== '$rest').length;
    expect(asked).toBeGreaterThan(20);
    expect(asked).toBeLessThan(100);
    expect(list.head).toMatchObject({ documents: 120, share: 1, included: list.head.differing });
  });
});

describe('the list', () => {
  test('is the same if the versions swap places, so it cannot show which version returned a value', async () => {
    const pairs = withoutGold(drawPairs(60, [0.2, 0.2], 'swap'));
    const { dir } = await writeRecord(config, ['1.0', 'draft'], pairs);
    const one = await writeList(dir, { versions: '1.0,draft' });
    const other = await writeList(dir, { versions: 'draft,1.0' });
    const lines = ({ lines }: List) =>
      lines.map(({ values, ...line }) => ({ ...line, values: line.path === '$rest' ? null : values }));
    expect(lines(one)).toEqual(lines(other));
    const first = one.lines
      .filter(({ path }) => path === 'number')
      .map(({ values }) => String(values[0]).startsWith('R'));
    expect(new Set(first)).toEqual(new Set([true, false]));
  });

  test('of a larger share extends that of a smaller share', async () => {
    const { dir } = await writeRecord(
      config,
      ['1.0', 'draft'],
      withoutGold(drawPairs(150, [0.2, 0.3], 'share')),
    );
    const [small, large] = [await writeList(dir, { sample: '0.3' }), await writeList(dir, { sample: '0.6' })];
    const places = ({ lines }: List) => lines.map((line) => `${line.order} ${line.document} ${line.path}`);
    expect(places(large).slice(0, small.lines.length)).toEqual(places(small));
    expect(large.lines.length).toBeGreaterThan(small.lines.length);
    expect(small.lines[0]?.probability).toBe(0.3);
  });

  test('is not overwritten', async () => {
    const { dir } = await writeRecord(config, ['1.0', 'draft'], drawPairs(20, [0.3, 0.3], 'again'));
    const { file } = await writeList(dir);
    await expect(compareByLabels({ baseline: dir, labelDifferences: file })).rejects.toThrow(
      'already exists',
    );
  });
});

test('a sample gives the weighted difference and a wider interval', async () => {
  const pairs = drawPairs(300, [0.05, 0.3], 'sampled');
  const { dir } = await writeRecord(config, ['1.0', 'draft'], withoutGold(pairs));
  const [all, half] = [await writeList(dir), await writeList(dir, { sample: '0.5' })];
  const full = (await compareBy(dir, all, answered(all.lines, pairs))).result;
  const sampled = (await compareBy(dir, half, answered(half.lines, pairs))).result;
  expect(sampled.included).toBeLessThan(full.included);
  expect(sampled.differing).toBe(full.differing);
  for (const [i, { difference }] of full.questions.entries()) {
    const other = sampled.questions[i]?.difference;
    expect(other?.interval?.low).toBeLessThan(difference.value as number);
    expect(other?.interval?.high).toBeGreaterThan(difference.value as number);
    const width = (one: typeof difference) => (one.interval?.high ?? 0) - (one.interval?.low ?? 0);
    expect(width(other as typeof difference)).toBeGreaterThan(width(difference));
  }
  expect(full.questions[0]?.verdict).toBe('regressed');
});

describe('answers', () => {
  const pairs = drawPairs(80, [0.02, 0.35], 'answers');
  const record = () => writeRecord(config, ['1.0', 'draft'], withoutGold(pairs));

  test('that are open leave no result and exit code 3', async () => {
    const { dir } = await record();
    const list = await writeList(dir);
    const [first, ...others] = answered(list.lines, pairs);
    const { result, exitCode } = await compareBy(dir, list, [{ ...first, answer: null }, ...others]);
    expect([exitCode, result.state, result.open, result.questions]).toEqual([3, 'labels-open', 1, []]);
  });

  test('that are unclear count as no difference, and make a verdict inconclusive if it depends on them', async () => {
    const { dir } = await record();
    const list = await writeList(dir);
    const lines = answered(list.lines, pairs);
    const clear = (await compareBy(dir, list, lines)).result.questions;
    const verdictOf = (questions: typeof clear, scope: string) =>
      questions.find((one) => one.scope === scope)?.verdict;
    expect(verdictOf(clear, 'field:number')).toBe('regressed');
    const few = lines.map((line, i) =>
      line.path === 'number' && i < 4 ? { ...line, answer: 'unclear' } : line,
    );
    expect(verdictOf((await compareBy(dir, list, few)).result.questions, 'field:number')).toBe('regressed');
    const all = lines.map((line) => (line.path === 'number' ? { ...line, answer: 'unclear' } : line));
    const { result } = await compareBy(dir, list, all);
    expect(result.unclear).toBeGreaterThan(10);
    const question = result.questions.find(({ scope }) => scope === 'field:number');
    expect([question?.difference.value, question?.verdict]).toEqual([0, 'inconclusive']);
    expect(verdictOf(result.questions, 'field:seller.city')).toBe(verdictOf(clear, 'field:seller.city'));
  });

  test('on the other values are needed only for fully right documents', async () => {
    const { dir } = await record();
    const list = await writeList(dir);
    const { result } = await compareBy(dir, list, answered(list.lines, pairs, false));
    expect(result.questions.map(({ metric }) => metric)).not.toContain('document_exact');
    expect(result.notIdentified[0]).toMatchObject({
      quantity: 'fully right documents',
      reason: expect.stringContaining('$rest'),
    });
    expect(result.notIdentified.map(({ quantity }) => quantity)).toEqual(
      expect.arrayContaining([
        'F1',
        'size of the difference in recall',
        'precision',
        'every rate of one version',
      ]),
    );
  });

  test('"none" is gold without a value, and {"value": x} is any gold', async () => {
    const { dir } = await writeRecord(
      config,
      ['1.0', 'draft'],
      [
        { id: 'a', expected: null, outputs: [{ number: null }, { number: '7' }] },
        { id: 'b', expected: null, outputs: [{ number: 'none' }, { number: null }] },
      ],
    );
    const list = await writeList(dir);
    const lines = list.lines.map((line) => {
      const rest = line.path === '$rest';
      return { ...line, answer: rest ? 'right' : line.document === 'a' ? 'none' : { value: 'none' } };
    });
    const { result } = await compareBy(dir, list, lines);
    expect(result.questions.find(({ scope }) => scope === 'field:number')?.difference.value).toBe(-1);
  });

  test('are stored next to the record, and the record still verifies', async () => {
    const { dir } = await record();
    const list = await writeList(dir);
    const { result } = await compareBy(dir, list, answered(list.lines, pairs));
    const stored = JSON.parse(await readFile(result.overlay as string, 'utf8'));
    expect(stored.labels).toHaveLength(list.lines.length);
    expect(stored.labels[0]).toEqual({
      document: list.lines[0]?.document,
      path: list.lines[0]?.path,
      answer: expect.anything(),
    });
    await expect(Array.fromAsync((await openRecord(dir)).documents())).resolves.toHaveLength(80);
  });
});

describe('rejects', () => {
  const pairs = drawPairs(30, [0.2, 0.3], 'rejects');

  async function rejected(
    change: (lines: LabelLine[], list: List) => readonly unknown[],
    request = {},
  ): Promise<GoldsetError> {
    const { dir } = await writeRecord(config, ['1.0', 'draft'], withoutGold(pairs));
    const list = await writeList(dir);
    const thrown = await compareBy(dir, list, change(answered(list.lines, pairs), list), request).catch(
      (error: unknown) => error,
    );
    expect(thrown).toBeInstanceOf(GoldsetError);
    return thrown as GoldsetError;
  }

  test.each<[string, (lines: LabelLine[], list: List) => readonly unknown[], string]>([
    ['other outputs', ([one, ...all]) => [{ ...one, outputs: 'abc' }, ...all], 'outputs'],
    ['a missing line', (lines) => lines.slice(1), 'no line'],
    ['a missing document', (lines) => lines.filter(({ order }) => order !== 2), 'no line'],
    ['a line twice', (lines) => [...lines, lines[0]], 'twice'],
    ['another path', ([one, ...all]) => [{ ...one, path: 'colour' }, ...all], '"colour"'],
    ['another document', ([one, ...all]) => [{ ...one, document: 'z' }, ...all], 'no line'],
    ['an additional document', (lines) => [...lines, { ...lines[0], document: 'z' }], 'do not have'],
    ['another probability', ([one, ...all]) => [{ ...one, probability: 0.5 }, ...all], 'probability'],
    [
      'an answer against the schema',
      (lines) => lines.map((line) => (line.path === 'rows' ? { ...line, answer: 7 } : line)),
      'answer of rows',
    ],
    [
      'another answer for the rest',
      (lines) => lines.map((line) => (line.path === '$rest' ? { ...line, answer: 'yes' } : line)),
      '"right"',
    ],
    ['an unknown key', ([one, ...all]) => [{ ...one, anwser: 1 }, ...all], 'anwser'],
  ])('a list with %s', async (_, change, expected) => {
    const error = await rejected(change);
    expect(error.code).toBe('LABELS_INVALID');
    expect(error.message).toMatch(/labels-.*\.jsonl, line \d+/);
    expect(error.message).toContain(expected);
  });

  test('other scoring options', async () => {
    expect((await rejected((lines) => lines, { emptiness: 'strict' })).message).toContain('scorer');
  });

  test.each<[string, Partial<CompareRequest>]>([
    ['--label-differences with --out', { labelDifferences: 'x', out: 'y' }],
    ['--label-differences with --gold-values', { labelDifferences: 'x', goldValues: 9 }],
    ['--labels with --quota', { labels: 'y', quota: '5' }],
    ['--labels with --sequential', { labels: 'y', sequential: true }],
    ['--quota with --sample', { labelDifferences: 'x', sample: '0.5', quota: '5' }],
    ['--sequential with --sample', { labelDifferences: 'x', sample: '0.5', sequential: true }],
    ['--sequential with --quota', { labelDifferences: 'x', quota: '5', sequential: true }],
    ['a quota of 0', { labelDifferences: 'x', quota: '0' }],
    ['a quota only for some fields', { labelDifferences: 'x', quota: 'number=5' }],
    ['--labels with --out', { labels: 'y', out: 'z' }],
    ['--labels with --sample', { labels: 'y', sample: '0.5' }],
    ['a share of 0', { labelDifferences: 'x', sample: '0' }],
    ['a share above 1', { labelDifferences: 'x', sample: '1.5' }],
  ])('%s', async (_, request) => {
    await expect(compareByLabels({ baseline: 'x', ...request })).rejects.toMatchObject({ code: 'USAGE' });
  });
});

test('identical outputs need no label', async () => {
  const same = drawPairs(20, [0.3, 0.3], 'same').map((pair) => ({
    ...pair,
    expected: null,
    outputs: [pair.outputs[0], pair.outputs[0]],
  }));
  const { dir } = await writeRecord(config, ['1.0', 'draft'], same);
  const list = await writeList(dir);
  expect(list.lines).toEqual([]);
  const { result, exitCode } = await compareBy(dir, list, []);
  expect([exitCode, result.state, result.differing]).toEqual([0, 'identical', 0]);
  expect(
    result.questions.map(({ difference }) => [
      difference.value,
      difference.interval?.low,
      difference.interval?.high,
    ]),
  ).toEqual(result.questions.map(() => [0, 0, 0]));
});

test('a failed item run asks for the whole document, or is left out', async () => {
  const { dir } = await writeRecord(
    config,
    ['1.0', 'draft'],
    [
      { id: 'a', expected: null, outputs: [{ number: '1', rows: [] }, new Error('gone')] },
      { id: 'b', expected: null, outputs: [{ number: '1' }, { number: '1' }] },
    ],
  );
  const list = await writeList(dir);
  expect(list.lines.map(({ document, path }) => [document, path])).toEqual([['a', '$']]);
  const { result } = await compareBy(dir, list, [{ ...list.lines[0], answer: { number: '1' } }]);
  expect(result.questions.find(({ metric }) => metric === 'document_exact')?.difference.value).toBe(-0.5);
  expect((await writeList(dir, { failures: 'exclude' })).head).toMatchObject({ documents: 1, differing: 0 });
});

test.each([
  [
    'CLASSIFY',
    {
      type: 'CLASSIFY',
      classifications: [
        { id: 'a', type: 'A', description: '' },
        { id: 'b', type: 'B', description: '' },
      ],
    },
    [
      { id: 'a', type: 'A' },
      { id: 'b', type: 'B' },
    ],
    'B',
    'type',
  ],
  [
    'SPLITTER',
    { type: 'SPLITTER', splitClassifications: [{ id: 'a', type: 'A', description: '' }] },
    [
      { splits: [{ type: 'A', startPage: 1, endPage: 2 }] },
      {
        splits: [
          { type: 'A', startPage: 1, endPage: 1 },
          { type: 'A', startPage: 2, endPage: 2 },
        ],
      },
    ],
    [
      { type: 'A', startPage: 1, endPage: 1 },
      { type: 'A', startPage: 2, endPage: 2 },
    ],
    'splits',
  ],
] as const)('%s: one label per differing document', async (_, given, outputs, answer, place) => {
  const { dir } = await writeRecord(
    given as never as ProcessorConfig,
    ['1.0', 'draft'],
    [
      { id: 'a', expected: null, outputs, pages: 2 },
      { id: 'b', expected: null, outputs: [outputs[0], outputs[0]], pages: 2 },
    ],
  );
  const list = await writeList(dir);
  expect(list.lines.map(({ path, document }) => [document, path])).toEqual([['a', place]]);
  const { result } = await compareBy(dir, list, [{ ...list.lines[0], answer }]);
  expect(result.questions.map(({ difference, p }) => [difference.value, p])).toEqual([[0.5, 1]]);
});
