import { describe, expect, test } from 'vitest';
import { compareRecords } from '../../../../src/analysis/compare/compare-records.ts';
import { compareResult } from '../../../../src/analysis/compare/compare-result.ts';
import { defaultStatistics } from '../../../../src/analysis/measure/settings.ts';
import { comparisonText } from '../../../../src/cli/commands/compare.ts';
import type { GatePolicy } from '../../../../src/model/gate/gate-policy.ts';
import type { Classification, ProcessorConfig } from '../../../../src/model/processor/processor-config.ts';
import type { RecordReader } from '../../../../src/record/read/open-record.ts';
import { renderMarkdown } from '../../../../src/report/markdown/render-markdown.ts';
import { defaultScoringOptions } from '../../../../src/scorers/extraction/scoring-options.ts';
import { evaluateRecord } from '../../../../src/usecases/evaluate/evaluate-record.ts';
import { changedValues } from '../../../fixtures/changed-values.ts';
import { writeRecord } from '../../../fixtures/records/write-record.ts';

const named = (...types: string[]): Classification[] =>
  types.map((type) => ({ id: type, type, description: `about ${type}` }));
const classify = (classifications: Classification[]): ProcessorConfig => ({
  type: 'CLASSIFY',
  classifications,
});
const splitter = (splitClassifications: Classification[]): ProcessorConfig => ({
  type: 'SPLITTER',
  splitClassifications,
});

/** Writes a record with two versions, each with its own config. `gold` is the config of the dataset. */
async function recordOf(
  configs: readonly [ProcessorConfig, ProcessorConfig],
  gold: ProcessorConfig | undefined,
  items: readonly (readonly [expected: unknown, baseline: unknown, candidate: unknown])[],
): Promise<RecordReader> {
  const reader = await writeRecord(
    configs[1],
    ['1.0', 'draft'],
    items.map(([expected, ...outputs], at) => ({ id: `d${at}`, expected, outputs, pages: 4 })),
  );
  const { plan } = reader;
  const versions = plan.versions.map((version, at) => ({
    ...version,
    config: configs[at] as ProcessorConfig,
  }));
  return { ...reader, plan: { ...plan, versions, dataset: { ...plan.dataset, config: gold } } };
}

const compared = (reader: RecordReader) =>
  compareRecords({ reader, version: '1.0' }, { reader, version: 'draft' });
const is = (type: string) => ({ id: type, type, confidence: 0.9 });
const ofClasses = (...triples: readonly [string, string, string][]) =>
  triples.map(([expected, before, after]) => [is(expected), is(before), is(after)] as const);

describe('classes of a classifier', () => {
  const before = classify(named('invoice', 'other'));
  const after = classify(named('invoice', 'credit_note', 'other'));
  // The baseline has no class credit_note, so only the first three documents are compared. The baseline has 3 of 3
  // right (not 3 of 5), and the candidate 2 of 3.
  const items = ofClasses(
    ['invoice', 'invoice', 'invoice'],
    ['invoice', 'invoice', 'credit_note'],
    ['other', 'other', 'other'],
    ['credit_note', 'other', 'credit_note'],
    ['credit_note', 'invoice', 'invoice'],
  );

  test('excludes an added class from overall figures and scores it for the version that has it', async () => {
    const model = await compared(await recordOf([before, after], after, items));
    expect(model.comparison?.notComparable).toEqual([
      {
        part: 'class',
        field: 'credit_note',
        change: 'added',
        to: null,
        reason: 'only the candidate has it; 2 documents with this class in the gold',
      },
    ]);
    const [accuracy] = model.tiles[0]?.values ?? [];
    expect(accuracy).toMatchObject({ value: 1, n: 3, unscored: 2 });
    // If the candidate predicts the new class for a document of another class, the prediction is wrong.
    expect(model.tiles[0]?.values[1]).toMatchObject({ value: 2 / 3, n: 3, unscored: 2 });
    expect(changedValues(model.changes, 'newError').map(({ itemId }) => itemId)).toEqual(['d1']);
    expect(changedValues(model.changes, 'nowRight')).toEqual([]);
    expect(compareResult(model).classes.map(({ scope }) => scope)).toEqual(['class:invoice', 'class:other']);
    const row = model.classes?.perClass.find(({ label }) => label === 'credit_note');
    expect(row?.notComparable).toBe('only the candidate has it; 2 documents with this class in the gold');
    // The candidate finds 1 of the 2 documents of the class. The baseline does not have the class.
    expect(row?.recall.map(({ value }) => value)).toEqual([null, 0.5]);
    expect(row?.recall[0]?.undefinedBecause).toBe('the version does not have this class');
    expect(model.method.unscored.map(({ itemId, version }) => `${itemId} ${version}`)).toEqual([
      'd3 1.0',
      'd3 draft',
      'd4 1.0',
      'd4 draft',
    ]);
    expect(model.items[3]?.versions.map(({ exact, leaves }) => [exact, leaves[0]?.outcome])).toEqual([
      [null, 'excluded'],
      [null, 'excluded'],
    ]);
    expect(model.classes?.overall[0]?.values.map(({ value }) => value)).toEqual([1, 2 / 3]);
    // The mean is over the classes invoice and other, without the new class. The candidate finds 1 of 2 invoices, so
    // the F1 of invoice is 2/3. The F1 of other is 1.
    const macro = model.classes?.overall.find(({ metric }) => metric === 'macro_f1');
    expect(macro?.values[0]?.value).toBe(1);
    expect(macro?.values[1]?.value).toBeCloseTo((2 / 3 + 1) / 2);
  });

  test('names an added class in the terminal and in the pull request', async () => {
    const model = await compared(await recordOf([before, after], after, items));
    expect(comparisonText(compareResult(model))).toContain(
      'credit_note: added (only the candidate has it; 2 documents with this class in the gold)',
    );
    expect(renderMarkdown(model)).toContain('- class credit_note: added');
  });

  test.each([
    [
      'what is predicted instead',
      named('bill', 'other'),
      named('invoice', 'other'),
      'predicted instead in 2 of 2 documents',
    ],
    [
      'its description',
      [{ id: 'b', type: 'bill', description: 'what is to be paid' }, ...named('other')],
      [{ id: 'i', type: 'invoice', description: 'what is to be paid' }, ...named('other')],
      'same description',
    ],
  ] as const)('a renamed class is known by %s', async (by, old, now, reason) => {
    const place = by === 'what is predicted instead';
    const model = await compared(
      await recordOf(
        [classify([...old]), classify([...now])],
        classify([...now]),
        ofClasses(
          ['invoice', place ? 'bill' : 'other', 'invoice'],
          ['invoice', place ? 'bill' : 'other', 'invoice'],
          ['other', 'other', 'other'],
        ),
      ),
    );
    expect(model.comparison?.notComparable).toMatchObject([
      { part: 'class', field: 'bill', change: 'renamed', to: 'invoice', reason },
    ]);
    expect(model.tiles[0]?.values.map((value) => [value?.value, value?.n])).toEqual([
      [1, 1],
      [1, 1],
    ]);
    expect(changedValues(model.changes, 'nowRight')).toEqual([]);
  });

  test('treats a class with another type under the same id as the same class', async () => {
    const old = classify([{ id: 'inv', type: 'Bill', description: '' }, ...named('other')]);
    const now = classify([{ id: 'inv', type: 'Invoice', description: '' }, ...named('other')]);
    const model = await compared(
      await recordOf([old, now], now, [
        [
          { id: 'inv', type: 'Invoice' },
          { id: 'inv', type: 'Bill' },
          { id: 'inv', type: 'Invoice' },
        ],
      ]),
    );
    expect(model.comparison?.notComparable).toEqual([]);
    expect(model.tiles[0]?.values.map((value) => value?.value)).toEqual([1, 1]);
  });

  test('reports no changed classes if the classes are equal', async () => {
    const model = await compared(await recordOf([after, after], after, items));
    expect(model.comparison?.notComparable).toEqual([]);
    expect(model.tiles[0]?.values.map((value) => value?.value)).toEqual([0.6, 0.6]);
  });

  test('recommends nothing if every document has an added class', async () => {
    const model = await compared(
      await recordOf([before, after], after, ofClasses(['credit_note', 'other', 'credit_note'])),
    );
    expect(model.verdict.recommendation).toBe('not-enough-evidence');
  });

  test('makes the gate inconclusive for a removed class until `allowMissing` lists it', async () => {
    const reader = await recordOf([after, before], after, items.slice(0, 3));
    const gateWith = async (policy: GatePolicy) => {
      const { outcome } = await evaluateRecord({
        candidate: { reader },
        baseline: null,
        policy,
        optionsOf: () => ({ scoring: defaultScoringOptions, statistics: defaultStatistics }),
      });
      return outcome.checks.find(({ rule }) => rule === 'missing-fields');
    };
    const policy: GatePolicy = { newErrors: [{ max: 5 }] };
    expect(await gateWith(policy)).toMatchObject({
      name: 'every class of the baseline is compared',
      status: 'inconclusive',
      reason: expect.stringContaining('credit_note (removed)'),
    });
    expect((await gateWith({ ...policy, allowMissing: ['credit_note'] }))?.status).toBe('pass');
  });
});

describe('types of a splitter', () => {
  const before = splitter(named('invoice', 'other'));
  const after = splitter(named('invoice', 'letter', 'other'));
  const split = (...parts: readonly [string, number, number][]) => ({
    splits: parts.map(([type, startPage, endPage]) => ({ type, startPage, endPage })),
  });

  test('excludes documents of a type that only one version has, and scores the rest of the packet', async () => {
    const gold = split(['invoice', 1, 2], ['letter', 3, 3], ['other', 4, 4]);
    const model = await compared(
      await recordOf([before, after], after, [
        // In the first packet, both versions are right, except for the class letter, which the baseline does not have.
        // In the second packet, the candidate divides the invoice wrongly.
        [gold, split(['invoice', 1, 2], ['other', 3, 3], ['other', 4, 4]), gold],
        [
          gold,
          split(['invoice', 1, 2], ['other', 3, 4]),
          split(['invoice', 1, 1], ['letter', 2, 3], ['other', 4, 4]),
        ],
      ]),
    );
    expect(model.comparison?.notComparable.map(({ field, change }) => [field, change])).toEqual([
      ['letter', 'added'],
    ]);
    const metric = (name: string) =>
      model.packets?.metrics.find((row) => row.metric === name)?.values.map(({ value }) => value);
    // The letter does not count, so each packet has 2 expected documents. The baseline has 2 right documents in the
    // first packet. In the second packet, it has 1, because it predicts pages 3-4 as one document. Its F1 is 2 x 3 / (4
    // + 4). The candidate has 2 right documents in the first packet, and 1 of 3 predicted documents in the second. Its
    // F1 is 2 x 3 / (4 + 5).
    expect(metric('document_f1')).toEqual([6 / 8, 6 / 9]);
    expect(metric('packet_exact')).toEqual([0.5, 0.5]);
    // Pages 1, 2 and 4 of both packets count. The baseline has all of them right. The candidate has one page wrong:
    // page 2 of the second packet.
    expect(metric('page_type_accuracy')).toEqual([1, 5 / 6]);
    // Boundaries have no type, so they are scored on all pages.
    expect(metric('boundary_recall')).toEqual([3 / 4, 3 / 4]);
    expect(changedValues(model.changes, 'newError').map(({ itemId, path }) => [itemId, path])).toEqual([
      ['d1', 'pages 1–2'],
      ['d1', 'page 1'],
      ['d1', 'pages 2–3'],
    ]);
    expect(model.items[0]?.change?.state).toBe('unchanged');
    const letter = model.classes?.perClass.find(({ label }) => label === 'letter');
    expect(letter?.notComparable).toContain('only the candidate has it');
    expect(letter?.recall.map(({ value }) => value)).toEqual([null, 1]);
  });

  test('excludes a packet whose documents all have a type of one version only', async () => {
    const model = await compared(
      await recordOf([before, after], after, [
        [split(['letter', 1, 4]), split(['other', 1, 4]), split(['letter', 1, 4])],
        [split(['invoice', 1, 4]), split(['invoice', 1, 4]), split(['invoice', 1, 4])],
      ]),
    );
    expect(model.tiles[0]?.values.map((value) => [value?.value, value?.n])).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });
});
