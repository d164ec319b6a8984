import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../../src/model/json/json-value.ts';
import type { Outcome } from '../../../../src/model/score/item-score.ts';
import type { LeafLine } from '../../../../src/viewer/state/document-rows.ts';
import { markText } from '../../../../src/viewer/state/text-marks.ts';

type Value = readonly [outcome: Outcome, predicted: JsonValue | undefined];
const line = (key: string, expected: JsonValue | undefined, ...versions: Value[]): LeafLine => ({
  key,
  path: key,
  field: key,
  leaves: versions.map(([outcome, predicted]) => ({
    path: key,
    field: key,
    outcome,
    expected,
    predicted,
    similarity: 0,
  })),
});
const right = (key: string, value: JsonValue) => line(key, value, ['correct', value]);
const marks = (text: string, ...lines: LeafLine[]) =>
  markText(text, lines).flatMap((piece) =>
    piece.mark ? [`${piece.mark.key} ${piece.mark.kind} ${piece.mark.outcome}: ${piece.text}`] : [],
  );

describe('markText', () => {
  it('keeps the whole text', () => {
    const text = 'Invoice A-1\nTotal 12.50 due';
    const pieces = markText(text, [right('a', 'A-1'), right('t', 12.5)]);
    expect(pieces.map((piece) => piece.text).join('')).toBe(text);
    expect(pieces.filter(({ mark }) => mark)).toHaveLength(2);
  });

  it('marks the wrong value and the expected value, and a right value once', () => {
    expect(
      marks('due 2026 paid 2025', line('y', '2026', ['correct', '2026'], ['incorrect', '2025'])),
    ).toEqual(['y expected correct: 2026', 'y now incorrect: 2025']);
    expect(marks('x 77 and 77', line('y', '77', ['correct', '77'], ['correct', '77']))).toEqual([
      'y now correct: 77',
    ]);
    expect(marks('x 77', line('y', '77', ['correct', '77'], ['missing', undefined]))).toEqual([
      'y expected correct: 77',
    ]);
  });

  it('finds amounts with thousands marks and other decimal marks, but not inside longer numbers', () => {
    expect(marks('a 1.234,50 EUR', right('t', 1234.5))).toEqual(['t now correct: 1.234,50']);
    expect(marks("a 1'234'567.00", right('t', 1234567))).toEqual(["t now correct: 1'234'567.00"]);
    expect(marks('a 112.50 12.501 12.5', right('t', 12.5))).toEqual(['t now correct: 12.5']);
    expect(marks('net 10 USD', right('t', { amount: 10, currency: 'USD' }))).toEqual(['t now correct: 10']);
  });

  it('finds dates in digits in any order', () => {
    expect(marks('on 04.03.2026', right('d', '2026-03-04'))).toEqual(['d now correct: 04.03.2026']);
    expect(marks('on 3/4/26', right('d', '2026-03-04'))).toEqual(['d now correct: 3/4/26']);
    expect(marks('on 14.03.2026', right('d', '2026-03-04'))).toEqual([]);
  });

  it('ignores letter case and line ends, and marks no part of a word', () => {
    expect(marks('of ACME\n  Ltd.', right('s', 'Acme Ltd'))).toEqual(['s now correct: ACME\n  Ltd']);
    expect(marks('Acmes', right('s', 'Acme'))).toEqual([]);
  });

  it('marks a place once, wrong values first, and treats values as plain text', () => {
    expect(marks('10', right('a', '10'), line('b', '10', ['missing', undefined]))).toEqual([
      'b expected correct: 10',
    ]);
    expect(marks('a.c (x) [y', right('a', 'a.c'), right('b', '(x)'), right('c', '[y'))).toHaveLength(3);
    expect(marks('abc', right('a', 'a.c'))).toEqual([]);
  });

  it('marks nothing for booleans, empty values, lists and texts of one character', () => {
    const values = [true, '', ' ', 'x', ['x'], null, {}] as const;
    expect(marks('true x', ...values.map((value, at) => right(`v${at}`, value as JsonValue)))).toEqual([]);
  });
});
