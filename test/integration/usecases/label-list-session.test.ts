import { mkdtempSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { processorConfigSchema } from '../../../src/model/processor/processor-config.ts';
import { compareByLabels } from '../../../src/usecases/compare/compare-records.ts';
import { LabelListSession } from '../../../src/usecases/compare/label-list-session.ts';
import { writeRecord } from '../../fixtures/records/write-record.ts';

const text = { type: ['string', 'null'] };
const config = processorConfigSchema.parse({
  type: 'EXTRACT',
  schema: {
    type: 'object',
    properties: {
      amount: { type: ['number', 'null'] },
      lines: {
        type: 'array',
        items: { type: 'object', properties: { sku: text, count: { type: ['number', 'null'] } } },
      },
    },
  },
});
const output = (amount: number, ...skus: string[]) => ({
  value: { amount, lines: skus.map((sku) => ({ sku, count: 1 })) },
});

describe('a session that answers a list of label differences', () => {
  let file = '';
  let record = '';
  beforeAll(async () => {
    const expected = output(1, 'a');
    const { dir } = await writeRecord(
      config,
      ['1.0', 'draft'],
      [
        { id: 'doc-1', expected, outputs: [output(1, 'a'), output(2, 'a', 'b')] },
        { id: 'doc-2', expected, outputs: [output(1, 'a'), output(3, 'a')] },
      ],
    );
    record = dir;
    file = path.join(mkdtempSync(path.join(os.tmpdir(), 'goldset-labels-')), 'labels.jsonl');
    await compareByLabels({ baseline: dir, versions: '1.0,draft', labelDifferences: file });
  });
  const open = () => LabelListSession.open(file, record, 'goldset compare');
  const linesIn = () =>
    readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  const placeOf = (document: string, at: string) => {
    const line = linesIn().findIndex((one) => one.document === document && one.path === at) + 1;
    return { line, document, path: at };
  };

  it('shows a table as cells, and reads typed cells, numbers and the lack of a value', async () => {
    const session = await open();
    const lines = placeOf('doc-1', 'lines');
    const { asked } = await session.state({ line: lines.line, reveal: true });
    expect(asked).toMatchObject({ columns: ['sku', 'count'] });
    expect(asked?.values).toContainEqual([
      ['a', '1'],
      ['b', '1'],
    ]);
    await session.answer({ ...lines, answer: 'value', label: [['c', '2']] });
    expect(linesIn()[lines.line - 1].answer).toEqual({ value: [{ sku: 'c', count: 2 }] });
    const amount = placeOf('doc-1', 'amount');
    await session.answer({ ...amount, answer: 'value', label: '1.234,50' });
    expect(linesIn()[amount.line - 1].answer).toEqual({ value: 1234.5 });
    await session.answer({ ...amount, answer: 'none' });
    expect(linesIn()[amount.line - 1].answer).toBe('none');
    const wrong = session.answer({ ...amount, answer: 'value', label: 'many' });
    await expect(wrong).rejects.toThrow('expected a number');
    const rows = session.answer({ ...lines, answer: 'value', label: [['c', 'many']] });
    await expect(rows).rejects.toThrow('lines[0].count');
    expect(linesIn()[amount.line - 1].answer).toBe('none');
  });

  it('keeps the answers of two sessions that write one after the other', async () => {
    const [one, other] = [await open(), await open()];
    await one.answer({ ...placeOf('doc-1', 'amount'), answer: 'unclear' });
    await other.answer({ ...placeOf('doc-2', 'amount'), answer: 'value', label: '3' });
    expect(linesIn()[placeOf('doc-1', 'amount').line - 1].answer).toBe('unclear');
    expect(linesIn()[placeOf('doc-2', 'amount').line - 1].answer).toEqual({ value: 3 });
    expect(await one.state()).toMatchObject({ values: 3, answered: 3, asked: { path: '$rest' } });
  });
});
