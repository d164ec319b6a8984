import { describe, expect, it } from 'vitest';
import { compareGold } from '../../../../src/analysis/summary/changed-labels.ts';
import type { ProcessorConfig } from '../../../../src/model/processor/processor-config.ts';
import { defaultScoringOptions } from '../../../../src/scorers/extraction/scoring-options.ts';
import { memoryRecord } from '../../../fixtures/records/memory-record.ts';

const text = { type: ['string', 'null'] };
const extract = {
  type: 'EXTRACT',
  schema: {
    type: 'object',
    properties: {
      a: text,
      b: text,
      rows: { type: 'array', items: { type: 'object', properties: { name: text, price: text } } },
    },
  },
} as ProcessorConfig;

/** Counts the labels that differ between two golds of one document. `outputs` has one output per version. */
async function compared(golds: readonly [before: unknown, after: unknown], outputs: readonly unknown[]) {
  return ofDocuments(extract, [[golds[0], golds[1], ...outputs]]);
}

async function ofDocuments(config: ProcessorConfig, documents: readonly (readonly unknown[])[]) {
  const names = documents[0]?.length === 3 ? ['1.0'] : ['1.0', 'draft'];
  const record = (gold: 0 | 1) =>
    memoryRecord(
      config,
      names,
      documents.map((document, i) => ({ id: `d${i}`, expected: document[gold], outputs: document.slice(2) })),
    );
  const { documents: count, ...counts } = await compareGold(
    record(0),
    record(1),
    [...documents.keys()],
    defaultScoringOptions,
  );
  expect(count).toBe(documents.length);
  return counts;
}
const values = (a: unknown, b: unknown = null, rows: unknown = []) => ({ value: { a, b, rows } });
const counts = { newlyLabelled: 0, labels: 0, forCandidate: 0, forBaseline: 0 };

describe('a value that is not scored any more', () => {
  const marked = async (path: string, outputs: readonly unknown[], isBefore = false) => {
    const expected = { a: '7', rows: [{ name: 'x', price: '1' }] };
    const record = memoryRecord(extract, ['1.0', 'draft'], [{ id: 'd', expected, outputs }]);
    const other: typeof record = {
      ...record,
      async *documents() {
        const document = record.document(0);
        yield { ...document, item: { ...document.item, notScored: { [path]: 'not-annotated' as const } } };
      },
    };
    const pair = isBefore ? ([other, record] as const) : ([record, other] as const);
    return compareGold(...pair, [0], defaultScoringOptions);
  };
  const right = values('7', null, [{ name: 'x', price: '1' }]);
  const wrong = values('9', null, [
    { name: 'x', price: '2' },
    { name: 'y', price: '1' },
  ]);

  it('is in favour of the version whose error is not scored any more', async () => {
    expect(await marked('a', [right, wrong])).toEqual({
      ...counts,
      documents: 1,
      labels: 1,
      forCandidate: 1,
    });
    expect(await marked('a', [wrong, right])).toEqual({ ...counts, documents: 1, labels: 1, forBaseline: 1 });
    expect(await marked('a', [right, right])).toEqual({ ...counts, documents: 1, labels: 1 });
    expect(await marked('a', [right, wrong], true)).toEqual({
      ...counts,
      documents: 1,
      labels: 1,
      forBaseline: 1,
    });
  });

  it('counts each value below it, also in rows that only the output has', async () => {
    // rows[0].name is right, rows[0].price is wrong, and the two values of rows[1] are spurious.
    expect(await marked('rows', [right, wrong])).toEqual({
      ...counts,
      documents: 1,
      labels: 4,
      forCandidate: 3,
    });
  });
});

describe('a changed value', () => {
  it('is in favour of the version that becomes right', async () => {
    // The baseline reads 7 and the draft 9. So the draft minus the baseline is 0 - 1 = -1 with the old gold, and 1 - 0
    // = 1 with the new gold.
    const change = [{ a: '7' }, { a: '9' }] as const;
    expect(await compared(change, [values('7'), values('9')])).toEqual({
      ...counts,
      labels: 1,
      forCandidate: 1,
    });
    expect(await compared(change, [values('9'), values('7')])).toEqual({
      ...counts,
      labels: 1,
      forBaseline: 1,
    });
  });

  it('is in favour of the version that stays right if the other becomes wrong', async () => {
    expect(
      await compared(
        [
          { a: '7', b: 'x' },
          { a: '8', b: 'x' },
        ],
        [values('7', 'x'), values('1', 'x')],
      ),
    ).toEqual({
      ...counts,
      labels: 1,
      forCandidate: 1,
    });
  });

  it('favours no version if both become right or stay wrong', async () => {
    const both = [values('9'), values('9')];
    expect(await compared([{ a: '7' }, { a: '9' }], both)).toEqual({ ...counts, labels: 1 });
    expect(await compared([{ a: '7' }, { a: '8' }], both)).toEqual({ ...counts, labels: 1 });
  });

  it('counts once per label, and equal labels do not count', async () => {
    const change = [
      { a: '7', b: 'x' },
      { a: '9', b: 'y' },
    ] as const;
    expect(await compared(change, [values('9', 'x'), values('7', 'y')])).toEqual({
      ...counts,
      labels: 2,
      forCandidate: 1,
      forBaseline: 1,
    });
    expect(await compared([{ a: '7' }, { a: '7' }], [values('9'), values('7')])).toEqual(counts);
  });

  it('counts if only spaces changed, which the comparison of outputs ignores', async () => {
    const outputs = [values('Acme  Ltd'), values('Acme Ltd')];
    expect(await compared([{ a: 'Acme  Ltd' }, { a: 'Acme Ltd' }], outputs)).toEqual({
      ...counts,
      labels: 1,
    });
  });

  it('counts if it is removed or added', async () => {
    // The draft has no value at `a` and `b`. At `a`, the draft was wrong and is right now. At `b`, the draft was right
    // and is wrong now.
    const change = [
      { a: '7', b: null },
      { a: null, b: 'x' },
    ] as const;
    expect(await compared(change, [values('7', 'x'), values(null)])).toEqual({
      ...counts,
      labels: 2,
      forCandidate: 1,
      forBaseline: 1,
    });
  });

  it('of a single version is for or against it', async () => {
    const change = [
      { a: '7', b: 'x' },
      { a: '9', b: 'y' },
    ] as const;
    expect(await compared(change, [values('9', 'x')])).toEqual({
      ...counts,
      labels: 2,
      forCandidate: 1,
      forBaseline: 1,
    });
  });
});

describe('rows of a table', () => {
  const row = (name: string, price: string) => ({ name, price });
  const [bolt, nut, pin] = [row('bolt', '1'), row('nut', '2'), row('pin', '3')];
  const gold = (...rows: unknown[]) => ({ a: 'x', rows });

  it('count as the labels of an inserted row only, in favour of the version that has the row', async () => {
    // The baseline has the row that is inserted into the gold, so 2 of its values become right. The draft lacks this
    // row, so it loses 2 values.
    const outputs = [values('x', null, [bolt, pin, nut]), values('x', null, [bolt, nut])];
    expect(await compared([gold(bolt, nut), gold(bolt, pin, nut)], outputs)).toEqual({
      ...counts,
      labels: 2,
      forBaseline: 2,
    });
    expect(await compared([gold(bolt, pin, nut), gold(bolt, nut)], outputs)).toEqual({
      ...counts,
      labels: 2,
      forCandidate: 2,
    });
  });

  it('of a single version favour it if its extra row becomes a right row', async () => {
    const outputs = [values('x', null, [bolt, pin])];
    expect(await compared([gold(bolt), gold(bolt, pin)], outputs)).toEqual({
      ...counts,
      labels: 2,
      forCandidate: 2,
    });
  });

  it('count as one label if one value of a moved row changed', async () => {
    const outputs = [values('x', null, [bolt, nut]), values('x', null, [bolt, row('nut', '5')])];
    expect(await compared([gold(bolt, nut), gold(row('nut', '5'), bolt)], outputs)).toEqual({
      ...counts,
      labels: 1,
      forCandidate: 1,
    });
  });
});

it('counts documents that had no gold, without their labels', async () => {
  expect(await compared([undefined, { a: '9' }], [values('7'), values('9')])).toEqual({
    ...counts,
    newlyLabelled: 1,
  });
});

it('averages over documents without mixing them up', async () => {
  const favour = [{ a: '7' }, { a: '9' }, values('7'), values('9')];
  const against = [{ a: '7' }, { a: '9' }, values('9'), values('7')];
  expect(await ofDocuments(extract, [favour, against, favour])).toEqual({
    ...counts,
    labels: 3,
    forCandidate: 2,
    forBaseline: 1,
  });
});

it('counts the type of a document as one label', async () => {
  const config = {
    type: 'CLASSIFY',
    classifications: ['order', 'receipt', 'other'].map((id) => ({ id, type: id, description: id })),
  } as unknown as ProcessorConfig;
  const type = (id: string) => ({ id, type: id });
  expect(
    await ofDocuments(config, [[type('order'), type('receipt'), type('order'), type('receipt')]]),
  ).toEqual({ ...counts, labels: 1, forCandidate: 1 });
});

it('counts each document of a packet that is only in one of the golds as one label', async () => {
  const config = {
    type: 'SPLITTER',
    splitClassifications: ['A', 'B'].map((id) => ({ id, type: id, description: id })),
  } as unknown as ProcessorConfig;
  const packet = (...parts: readonly (readonly [string, number, number])[]) => ({
    splits: parts.map(([id, startPage, endPage]) => ({ classificationId: id, type: id, startPage, endPage })),
  });
  const [two, one] = [packet(['A', 1, 2], ['B', 3, 3]), packet(['A', 1, 3])];
  expect(await ofDocuments(config, [[two, one, two, one]])).toEqual({
    ...counts,
    labels: 3,
    forCandidate: 3,
  });
});
