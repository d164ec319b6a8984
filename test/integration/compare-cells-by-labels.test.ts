import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { Random } from '../../src/base/random.ts';
import type { ProcessorConfig } from '../../src/model/processor/processor-config.ts';
import type { AlignmentRule } from '../../src/scorers/extraction/scoring-options.ts';
import {
  answered,
  compareBy,
  config,
  fullGold,
  tested,
  text,
  withoutGold,
  writeList,
} from '../fixtures/comparisons/label-lists.ts';
import { type RecordedPair, writeRecord } from '../fixtures/records/write-record.ts';

describe('cells of tables', () => {
  const cellConfig = structuredClone(config) as ProcessorConfig & {
    schema: { properties: { rows: { items: { properties: object } } } };
  };
  cellConfig.schema.properties.rows.items.properties = { sku: text, qty: { type: ['number', 'null'] } };

  /**
   * Draws documents with a table whose rows can be in any order. Both versions sometimes read a wrong
   * quantity or a wrong key.
   */
  function drawTables(isKeyed: boolean): RecordedPair[] {
    const random = new Random(`tables ${isKeyed}`);
    return Array.from({ length: 120 }, (_, i) => {
      const rows = Array.from({ length: 1 + (i % 4) }, (__, row) => ({ sku: `s${row}`, qty: row }));
      const expected = { number: `R${i}`, seller: { city: `City ${i}` }, rows };
      const outputs = [0.05, 0.25].map((rate) => {
        const read = rows.map((row) => ({
          sku: random.next() < rate / 10 ? 'x' : row.sku,
          qty: random.next() < rate ? random.pick([null, 99]) : row.qty,
        }));
        return { value: { ...expected, rows: isKeyed ? random.shuffle(read) : read }, metadata: {} };
      });
      return { id: `d${i}`, expected, outputs };
    });
  }

  test.each<[string, AlignmentRule]>([
    ['by position', { field: 'rows', method: 'index' }],
    ['by key', { field: 'rows', method: { key: ['sku'] } }],
  ])('paired %s are asked one by one, and give the p-values of full gold', async (how, rule) => {
    const pairs = drawTables(how === 'by key');
    const full = await writeRecord(cellConfig, ['1.0', 'draft'], pairs);
    const bare = await writeRecord(cellConfig, ['1.0', 'draft'], withoutGold(pairs));
    const file = path.join(path.dirname(bare.dir), 'goldset.config.json');
    await writeFile(file, JSON.stringify({ alignment: [rule] }));
    const request = { config: file, useConfig: true };
    const list = await writeList(bare.dir, request);
    const asked = list.lines.filter((line) => line.path !== '$rest').map((line) => line.path);
    const cell = how === 'by key' ? /^rows\[sku="\w+"\]\.qty$/ : /^rows\[\d\]\.(sku|qty)$/;
    const cells = asked.filter((asked) => cell.test(asked));
    expect(cells.length).toBeGreaterThan(30);
    expect(asked.filter((asked) => !cell.test(asked)).every((asked) => asked === 'rows')).toBe(true);
    const { result } = await compareBy(bare.dir, list, answered(list.lines, pairs), request);
    const expected = await fullGold(full.dir, { alignment: [rule], fields: ['rows.qty'] });
    const found = result.questions.filter(({ metric }) => metric !== 'precision');
    expect(tested(found)).toEqual(tested(expected));
    expect(expected.at(-1)?.adjustedP).toBeLessThan(0.01);
    expect(result.questions.at(-1)?.differing).toBeLessThan(120);
  });

  test('with an unclear key make every column of the row unclear', async () => {
    const rows = Array.from({ length: 12 }, (_, i) => ({
      id: `d${i}`,
      expected: null,
      outputs: [{ rows: [{ sku: 'a', qty: 1 }] }, { rows: [{ sku: 'a', qty: 2 }] }],
    }));
    const { dir } = await writeRecord(cellConfig, ['1.0', 'draft'], rows);
    const file = path.join(path.dirname(dir), 'goldset.config.json');
    await writeFile(file, JSON.stringify({ alignment: [{ field: 'rows', method: { key: ['sku'] } }] }));
    const request = { config: file, useConfig: true };
    const list = await writeList(dir, request);
    const verdicts = async (answerOf: (i: number) => unknown) => {
      const lines = list.lines.map((line, i) => ({
        ...line,
        answer: line.path === '$rest' ? 'right' : answerOf(i),
      }));
      const { questions } = (await compareBy(dir, list, lines, request)).result;
      return ['field:rows.sku', 'field:rows.qty'].map((scope) => {
        const { verdict, differing } = questions.find((one) => one.scope === scope) ?? {};
        return [verdict, differing];
      });
    };
    // If no answer is unclear, the keys of both versions are equally good, so their difference is exactly 0.
    expect(await verdicts(() => 1)).toEqual([
      ['equivalent', 0],
      ['regressed', 12],
    ]);
    expect(await verdicts(() => 'unclear')).toEqual([
      ['inconclusive', 12],
      ['inconclusive', 12],
    ]);
  });
});
