import { expect, it } from 'vitest';
import type { DecisionLine, ReviewLine } from '../../../../src/model/review/review-log.ts';
import { LabellingLog } from '../../../../src/usecases/labelling/labelling-log.ts';

const shared = { at: '2026-01-01T00:00:00.000Z', reviewer: 'Ada' };
const decision = (seq: number, item: string, path: string): DecisionLine => ({
  ...{ ...shared, seq, kind: 'decision', item, path, action: 'confirm', proposed: 1, value: 1 },
  ...{ from: { recordId: 'r', version: '1.0', confidence: null }, blind: false, note: '' },
});
const numbers = (decided: ReadonlyMap<string, DecisionLine>) =>
  [...decided].map(([at, { seq }]) => [at, seq]);

it('reads the lines that are added between two calls', () => {
  const lines: ReviewLine[] = [
    decision(1, 'a', 'total'),
    decision(2, 'b', 'total'),
    decision(3, 'a', 'date'),
  ];
  const log = new LabellingLog(lines);
  expect(numbers(log.decided('a'))).toEqual([
    ['total', 1],
    ['date', 3],
  ]);
  lines.push(decision(4, 'a', 'total'), {
    ...shared,
    seq: 5,
    kind: 'labelled',
    item: 'a',
    isItem: true,
    wasItem: false,
  });
  expect(numbers(log.decided('a'))).toEqual([
    ['total', 4],
    ['date', 3],
  ]);
  expect([...log.written()]).toEqual([['a', false]]);
  // The earlier decision about the same value is valid again.
  lines.push({ ...shared, seq: 6, kind: 'undo', undoes: 4 });
  lines.push({ ...shared, seq: 7, kind: 'labelled', item: 'a', isItem: false, wasItem: false });
  expect(numbers(log.decided('a'))[0]).toEqual(['total', 1]);
  expect(log.decisions().map(({ seq }) => seq)).toEqual([1, 2, 3]);
  expect([log.written().size, log.decided('c').size]).toEqual([0, 0]);
});
