import { describe, expect, it } from 'vitest';
import { rankLabelIssues } from '../../../../src/analysis/label-issues/find-label-issues.ts';
import {
  type ProcessorConfig,
  processorConfigSchema,
} from '../../../../src/model/processor/processor-config.ts';
import { writeRecord } from '../../../fixtures/records/write-record.ts';

const text = { type: ['string', 'null'], description: 'd' };
const number = { type: ['number', 'null'], description: 'd' };
const config: ProcessorConfig = processorConfigSchema.parse({
  type: 'EXTRACT',
  schema: {
    type: 'object',
    required: ['name', 'net', 'tax', 'gross'],
    properties: { name: text, net: number, tax: number, gross: number },
  },
});

interface Values {
  readonly name: string | null;
  readonly net: number;
  readonly tax: number;
  readonly gross: number;
}
const right = (at: number): Values => ({ name: `Firm ${at}`, net: 100 + at, tax: 20, gross: 120 + at });
const output = (value: object) => ({ value, metadata: {} });

/** Returns twenty documents. `labels` changes some labels, and `read` changes outputs of both versions. */
function pairs(labels: Record<number, Partial<Values>>, read: Record<number, Partial<Values>> = {}) {
  return Array.from({ length: 20 }, (_, at) => ({
    id: `doc-${at}`,
    expected: output({ ...right(at), ...labels[at] }),
    outputs: [output({ ...right(at), ...read[at] }), output({ ...right(at), ...read[at] })],
  }));
}

const textOf = async (id: string) => {
  const { name, net, tax, gross } = right(Number(id.slice(4)));
  return `${name} net ${net}.00 tax ${tax}.00 total ${gross}.00`;
};

describe('rankLabelIssues', () => {
  it('ranks wrong labels above wrong readings, with reasons', async () => {
    const labels = { 3: { name: 'Frim 3' }, 7: { gross: 172 }, 9: { name: null } };
    const read = { 12: { name: 'Frm 12' }, 15: { net: 511 } };
    const reader = await writeRecord(config, ['1.0', 'draft'], pairs(labels, read));
    const { issues, labels: count, withText } = await rankLabelIssues([reader], { textOf });
    expect([count, withText]).toEqual([80, 20]);
    const ranked = issues.map(({ itemId, field }) => `${itemId} ${field}`);
    expect(ranked.slice(0, 3).sort()).toEqual(['doc-3 name', 'doc-7 gross', 'doc-9 name']);
    const gross = issues.find(({ itemId }) => itemId === 'doc-7');
    expect(gross).toMatchObject({ path: 'gross', label: 172, proposed: 127 });
    expect(gross?.reasons.map(({ reason }) => reason)).toEqual(['versions-agree', 'not-in-text', 'totals']);
    for (const wrongReading of ['doc-12 name', 'doc-15 net']) {
      const at = ranked.indexOf(wrongReading);
      expect(at === -1 || (issues[at]?.score ?? 0) < 0).toBe(true);
    }
  });

  it('lists no label that every version reads', async () => {
    const reader = await writeRecord(config, ['1.0', 'draft'], pairs({}));
    expect((await rankLabelIssues([reader], { textOf })).issues).toEqual([]);
  });

  it('proposes the reading of the version that is usually right in the field, not the more confident one', async () => {
    // The first version puts a number before every name. The name that this version reads must not be proposed as a
    // label.
    const glued = (at: number) => output({ ...right(at), name: `${at} Firm ${at}` });
    const documents = pairs({ 9: { name: null } }).map((pair, at) => ({
      ...pair,
      outputs: [glued(at), output(right(at))],
    }));
    const reader = await writeRecord(config, ['1.0', 'draft'], documents);
    const { issues } = await rankLabelIssues([reader], { textOf });
    expect(issues[0]).toMatchObject({ itemId: 'doc-9', path: 'name', proposed: 'Firm 9' });
  });

  it('ignores occurrences in the text that belong to another label', async () => {
    const stands = async (id: string) => `${await textOf(id)} payable to Bank ${id}`;
    const withBank = (labels: Record<number, Partial<Values>>) =>
      pairs(labels).map((pair) => ({
        ...pair,
        expected: output({ ...pair.expected.value, bank: `Bank ${pair.id}` }),
        outputs: pair.outputs.map(({ value }) => output({ ...value, bank: `Bank ${pair.id}` })),
      }));
    const properties = { name: text, bank: text, net: number, tax: number, gross: number };
    const banks = processorConfigSchema.parse({
      type: 'EXTRACT',
      schema: { type: 'object', required: Object.keys(properties), properties },
    });
    const scoreOf = async (textIn: typeof stands) => {
      const reader = await writeRecord(banks, ['1.0', 'draft'], withBank({ 4: { name: 'Bank doc-4' } }));
      const { issues } = await rankLabelIssues([reader], { textOf: textIn });
      expect(issues[0]).toMatchObject({ itemId: 'doc-4', path: 'name' });
      expect(issues[0]?.reasons.map(({ reason }) => reason)).toContain('same-as-other-label');
      return issues[0]?.score ?? 0;
    };
    // If the text contains the label once, this occurrence is the value of `bank`. If the text contains the label
    // twice, the second occurrence can be the name. The score is then lower by 2.
    const twice = async (id: string) => `${await stands(id)} Bank ${id}`;
    expect((await scoreOf(stands)) - (await scoreOf(twice))).toBeCloseTo(2, 12);
  });

  it('distinguishes a truncated label from a truncated reading and from a reading without accents', async () => {
    const long = (at: number) => ({ name: `Firm ${at} Böhm Sons` });
    const all = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [at, long(at)]));
    const labels = { ...all, 5: { name: 'Firm 5 Böhm' } };
    const read = { ...all, 6: { name: 'Firm 6 Böhm' }, 7: { name: 'Firm 7 Bohm Sons' } };
    const reader = await writeRecord(config, ['1.0', 'draft'], pairs(labels, read));
    const withText = await rankLabelIssues([reader], {
      textOf: async (id) => `${long(Number(id.slice(4))).name} ${await textOf(id)}`,
    });
    expect(withText.issues.map(({ itemId }) => itemId)).toEqual(['doc-5']);
    const bare = await rankLabelIssues([reader]);
    const score = new Map(bare.issues.map((one) => [one.itemId, one.score]));
    expect((score.get('doc-5') ?? 0) - (score.get('doc-6') ?? -4)).toBeGreaterThan(1.9);
    expect((score.get('doc-5') ?? 0) - (score.get('doc-7') ?? -4)).toBeGreaterThan(1.9);
  });

  it('counts a row without readings as one error, not as one wrong label per cell', async () => {
    const properties = { item: text, count: number, price: number };
    const items = { type: 'object', required: Object.keys(properties), properties };
    const rows = processorConfigSchema.parse({
      type: 'EXTRACT',
      schema: { type: 'object', required: ['rows'], properties: { rows: { type: 'array', items } } },
    });
    const row = (at: number, n: number) => ({ item: `Thing ${at} ${n}`, count: n + 1, price: 10 * at + n });
    const documents = Array.from({ length: 20 }, (_, at) => {
      const gold = [row(at, 0), row(at, 1)];
      // In the second document, the outputs lack one row. In the third document, the label of one cell is wrong.
      const read = at === 1 ? gold.slice(1) : gold;
      const wrong = at === 2 ? [{ ...row(at, 0), price: 999 }, row(at, 1)] : gold;
      const given = output({ rows: read });
      return { id: `doc-${at}`, expected: output({ rows: wrong }), outputs: [given, given] };
    });
    const { issues } = await rankLabelIssues([await writeRecord(rows, ['1.0', 'draft'], documents)]);
    expect(issues[0]).toMatchObject({ itemId: 'doc-2', path: 'rows[0].price', proposed: 20 });
    const missed = issues.filter(({ itemId }) => itemId === 'doc-1').map(({ score }) => score);
    expect(missed.every((score) => score < -3)).toBe(true);
  });

  it('lists a label that violates the schema even if every version reads it', async () => {
    const reader = await writeRecord(
      config,
      ['1.0', 'draft'],
      pairs({ 4: { net: '104' as never } }, { 4: { net: '104' as never } }),
    );
    const { issues } = await rankLabelIssues([reader]);
    expect(issues.map(({ itemId, reasons }) => [itemId, reasons[0]?.reason])).toEqual([['doc-4', 'schema']]);
  });

  it('uses the versions of several records as evidence, and rejects records with other gold', async () => {
    const one = await writeRecord(config, ['1.0', 'draft'], pairs({ 3: { name: 'Frim 3' } }));
    const two = await writeRecord(config, ['2.0', 'next'], pairs({ 3: { name: 'Frim 3' } }));
    const { issues, runs } = await rankLabelIssues([one, two]);
    expect(runs).toHaveLength(4);
    expect(issues[0]?.reasons[0]?.text).toContain('all 4 versions read another value');
    const other = await writeRecord(config, ['1.0', 'draft'], pairs({}));
    await expect(rankLabelIssues([one, other])).rejects.toThrow(
      /differs from the first record in items or gold .*item doc-3/,
    );
  });

  it('finds the same label issues if a record has the documents in another order', async () => {
    const documents = pairs({ 3: { name: 'Frim 3' } }, { 5: { net: 1 }, 6: { name: 'Frm 6' } });
    // The versions of the second record are wrong in another document than those of the first record.
    const second = pairs({ 3: { name: 'Frim 3' } }, { 8: { tax: 21 } });
    const first = await writeRecord(config, ['1.0', 'draft'], documents);
    const rising = await rankLabelIssues([first, await writeRecord(config, ['2.0', 'next'], second)]);
    const falling = await writeRecord(config, ['2.0', 'next'], second.toReversed());
    expect((await rankLabelIssues([first, falling])).issues).toEqual(rising.issues);
    expect(rising.issues[0]).toMatchObject({ itemId: 'doc-3', path: 'name', proposed: 'Firm 3' });
  });

  it('reads the text of each document once', async () => {
    const read: string[] = [];
    const reader = await writeRecord(config, ['1.0', 'draft'], pairs({ 3: { name: 'Frim 3' } }));
    const { withText } = await rankLabelIssues([reader], {
      textOf: async (id, document) => {
        read.push(id);
        expect(document.text).toBe(id);
        return textOf(id);
      },
    });
    expect(withText).toBe(20);
    expect(read.toSorted()).toEqual(
      pairs({})
        .map(({ id }) => id)
        .toSorted(),
    );
  });

  it('ranks wrong classes', async () => {
    const classes = ['a', 'b'].map((id) => ({ id, type: id, description: id }));
    const kinds = processorConfigSchema.parse({ type: 'CLASSIFY', classifications: classes });
    const answer = (type: string) => ({ id: type, type, confidence: 0.9 });
    const reader = await writeRecord(
      kinds,
      ['1.0'],
      Array.from({ length: 30 }, (_, at) => ({
        id: `doc-${at}`,
        expected: answer(at === 5 ? 'b' : at < 15 ? 'a' : 'b'),
        outputs: [answer(at < 15 ? 'a' : 'b')],
      })),
    );
    const { issues } = await rankLabelIssues([reader]);
    expect(issues.map(({ itemId, path, label, proposed }) => [itemId, path, label, proposed])).toEqual([
      ['doc-5', 'type', 'b', 'a'],
    ]);
  });
});
