import { describe, expect, it } from 'vitest';
import { findSuspects } from '../../../../src/analysis/suspects/find-suspects.ts';
import { type ProcessorConfig, processorConfigSchema } from '../../../../src/model/processor-config.ts';
import { writeRecord } from '../../../fixtures/write-record.ts';

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

/** Twenty documents; labels and readings of some are changed. */
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

describe('findSuspects', () => {
  it('puts wrong labels above wrong readings, and tells why', async () => {
    const labels = { 3: { name: 'Frim 3' }, 7: { gross: 172 }, 9: { name: null } };
    const read = { 12: { name: 'Frm 12' }, 15: { net: 511 } };
    const reader = await writeRecord(config, ['1.0', 'draft'], pairs(labels, read));
    const { suspects, labels: count, withText } = await findSuspects([reader], { textOf });
    expect([count, withText]).toEqual([80, 20]);
    const ranked = suspects.map(({ itemId, field }) => `${itemId} ${field}`);
    expect(ranked.slice(0, 3).sort()).toEqual(['doc-3 name', 'doc-7 gross', 'doc-9 name']);
    const gross = suspects.find(({ itemId }) => itemId === 'doc-7');
    expect(gross).toMatchObject({ path: 'gross', label: 172, proposed: 127 });
    expect(gross?.reasons.map(({ reason }) => reason)).toEqual(['versions-agree', 'not-in-text', 'totals']);
    for (const wrongReading of ['doc-12 name', 'doc-15 net']) {
      const at = ranked.indexOf(wrongReading);
      expect(at === -1 || (suspects[at]?.score ?? 0) < 0).toBe(true);
    }
  });

  it('says nothing of a gold that every version reads', async () => {
    const reader = await writeRecord(config, ['1.0', 'draft'], pairs({}));
    expect((await findSuspects([reader], { textOf })).suspects).toEqual([]);
  });

  it('lists a label that violates the schema though nobody reads anything else', async () => {
    const reader = await writeRecord(
      config,
      ['1.0', 'draft'],
      pairs({ 4: { net: '104' as never } }, { 4: { net: '104' as never } }),
    );
    const { suspects } = await findSuspects([reader]);
    expect(suspects.map(({ itemId, reasons }) => [itemId, reasons[0]?.reason])).toEqual([
      ['doc-4', 'schema'],
    ]);
  });

  it('takes versions of several records as witnesses, and refuses records of other gold', async () => {
    const one = await writeRecord(config, ['1.0', 'draft'], pairs({ 3: { name: 'Frim 3' } }));
    const two = await writeRecord(config, ['2.0', 'next'], pairs({ 3: { name: 'Frim 3' } }));
    const { suspects, runs } = await findSuspects([one, two]);
    expect(runs).toHaveLength(4);
    expect(suspects[0]?.reasons[0]?.text).toContain('all 4 versions read another value');
    const other = await writeRecord(config, ['1.0', 'draft'], pairs({}));
    await expect(findSuspects([one, other])).rejects.toThrow(/other items or other gold .*item doc-3/);
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
    const { suspects } = await findSuspects([reader]);
    expect(suspects.map(({ itemId, path, label, proposed }) => [itemId, path, label, proposed])).toEqual([
      ['doc-5', 'type', 'b', 'a'],
    ]);
  });
});
