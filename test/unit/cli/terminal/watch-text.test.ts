import { describe, expect, it } from 'vitest';
import { displayWidth } from '../../../../src/cli/terminal/display-width.ts';
import { tryText, waitingText } from '../../../../src/cli/terminal/watch-text.ts';
import type { TryResult } from '../../../../src/model/results/watch-results.ts';

const value = (itemId: string, path: string) => ({ itemId, path, expected: 'a', before: 'a', now: 'b' });

const fourth: TryResult = {
  number: 4,
  changed: ['due_date.description'],
  again: null,
  selected: null,
  runs: 54,
  reused: 0,
  credits: 180,
  ms: 31_000,
  outcome: { state: 'better', sign: '▲', tone: 'better', headline: 'Better: publish' },
  fullyRight: '48 → 52 of 100',
  changes: {
    fixed: [value('a', 'x'), value('b', 'x'), value('c', 'x')],
    newErrors: [value('invoice-033', 'due_date')],
  },
  advice: null,
  report: 'reports/invoices-4/index.html',
};
const linesOf = (change: Partial<TryResult>) =>
  tryText({ ...fourth, ...change })
    .split('\n')
    .slice(1);

describe('the result of a try', () => {
  it('states the change, the cost, the verdict, the changed values and the report', () => {
    expect(linesOf({})).toEqual([
      'try 4 · changed: due_date.description · 54 runs, 0 reused, 180 credits, 31 s',
      '▲ Better: publish',
      '48 → 52 of 100 fully right · 3 fixed · 1 new error: invoice-033 due_date',
      'Report  reports/invoices-4/index.html',
    ]);
  });

  it.each([
    [
      { number: 1, changed: [], changes: null, fullyRight: '48 of 100' },
      'try 1 · 54 runs,',
      '48 of 100 fully right',
    ],
    [{ changed: [] }, 'try 4 · nothing changed · 54 runs,', '48 → 52'],
    [{ changed: [], again: 'wrong' as const }, 'try 4 · wrong documents again · 54 runs,', '48 → 52'],
    [
      { changes: null },
      'try 4',
      '48 → 52 of 100 fully right · the values cannot be compared with the last try',
    ],
    [{ changes: { fixed: [], newErrors: [] }, fullyRight: null }, 'try 4', '0 fixed · no new errors'],
  ])('is short for %j', (change, title, right) => {
    const lines = linesOf(change);
    expect(lines[0]).toContain(title);
    expect(lines[2]).toContain(right);
  });

  it('names the documents that ran first, and no report of them', () => {
    const headline = 'A selected subset: 6 of 54 documents';
    const outcome = { state: 'selectedPart', sign: '◐', tone: 'neutral', headline } as const;
    const lines = linesOf({ selected: 6, outcome, fullyRight: null, runs: 12 });
    expect(lines).toEqual([
      'try 4 · 6 wrong documents first · 12 runs, 0 reused, 180 credits, 31 s',
      '◐ A selected subset: 6 of 54 documents',
      '3 fixed · 1 new error: invoice-033 due_date',
    ]);
  });

  it('has at most 80 columns, and no control characters of documents', () => {
    const newErrors = Array.from({ length: 12 }, (_, i) => value(`item\u001b[31m-${i}`, '項目.値段\n'));
    const headline =
      'Better overall, 12 documents newly wrong: review them, then publish. It costs 4.3 times as much';
    const changed = Array.from({ length: 9 }, (_, i) => `field_${i}\u0007.description`);
    const outcome = { ...fourth.outcome, headline };
    const advice = 'Best of 5 tries on these documents: confirm on other documents.';
    const lines = linesOf({ changed, outcome, changes: { fixed: [], newErrors }, advice });
    for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(80);
    expect(lines.join('')).not.toMatch(/\p{Cc}/u);
    expect(lines[0]).toMatch(/…? · 54 runs, 0 reused, 180 credits, 31 s$/);
    expect(lines.join(' ')).toContain('12 new errors');
    expect(lines).toContain(advice);
  });
});

it('lists the keys only in a terminal', () => {
  expect(waitingText(true)).toBe('a all · f failed · w wrong · o open · q quit');
  expect(waitingText(false)).toBe('Waiting for changes. Stop: Ctrl-C');
});
