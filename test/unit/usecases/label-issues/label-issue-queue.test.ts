import { describe, expect, it } from 'vitest';
import type { FoundIssue } from '../../../../src/model/review/label-issue-queue.ts';
import type { ReviewEdit, ReviewLine } from '../../../../src/model/review/review-log.ts';
import {
  evidenceOf,
  queueOf,
  shuffledVersions,
} from '../../../../src/usecases/label-issues/label-issue-queue.ts';

const issueOf = (itemId: string, score: number, label = 'old'): FoundIssue => {
  const reasons = [{ reason: 'versions-agree' as const, text: 'both versions' }];
  const found = { itemId, path: 'total', field: 'total', label, proposed: 'new', score, reasons };
  return { ...found, position: 0, order: [0, 1], evidence: evidenceOf(found) };
};
let seq = 0;
const facts = () => {
  seq++;
  return { seq, at: new Date(seq * 10_000).toISOString(), reviewer: 'Ada' };
};
const edit = (item: string, more: Partial<ReviewEdit> = {}): ReviewLine => ({
  ...facts(),
  kind: 'edit',
  item,
  path: 'total',
  action: 'accept',
  before: 'old',
  after: 'new',
  from: null,
  blind: false,
  note: '',
  evidence: 'shown',
  ...more,
});
const saved = (): ReviewLine => ({ ...facts(), kind: 'saved', version: 2 });
const queue = (issues: readonly FoundIssue[], lines: readonly ReviewLine[], doubtful = false) =>
  queueOf({ kind: 'EXTRACT', versions: ['1', '2'], issues }, lines, { dataset: '/set', doubtful });
const idsIn = (...given: Parameters<typeof queue>) => queue(...given).issues.map(({ itemId }) => itemId);

describe('the queue of label issues', () => {
  const issues = [issueOf('a', 3), issueOf('b', 2), issueOf('c', -1)];
  const kept = { action: 'keep' as const, after: 'old' };

  it('lists likely issues, and doubtful ones only on request', () => {
    expect(idsIn(issues, [])).toEqual(['a', 'b']);
    expect(idsIn(issues, [], true)).toEqual(['a', 'b', 'c']);
    expect(queue(issues, [])).toMatchObject({ likely: 2, doubtful: 1, reviewed: 0, secondsPerLabel: null });
  });

  it('counts decisions, changes and time', () => {
    const lines = [edit('a'), edit('b', { ...kept, evidence: issues[1]?.evidence })];
    expect(queue(issues, lines)).toMatchObject({
      issues: [],
      likely: 0,
      reviewed: 2,
      changed: 1,
      secondsPerLabel: 10,
    });
  });

  it('opens an issue again if its decision is undone or discarded', () => {
    const line = edit('a');
    expect(idsIn(issues, [line])).toEqual(['b']);
    expect(idsIn(issues, [line, { ...facts(), kind: 'undo', undoes: line.seq }])).toEqual(['a', 'b']);
    expect(idsIn(issues, [line, { ...facts(), kind: 'discarded' }])).toEqual(['a', 'b']);
    const keep = edit('a', { ...kept, evidence: issues[0]?.evidence });
    expect(idsIn(issues, [keep])).toEqual(['b']);
    expect(idsIn(issues, [keep, { ...facts(), kind: 'discarded' }])).toEqual(['a', 'b']);
    expect(idsIn(issues, [keep, saved(), { ...facts(), kind: 'discarded' }])).toEqual(['b']);
  });

  it('keeps a kept label closed until the label or the evidence changes', () => {
    const [a = issueOf('a', 3)] = issues;
    const lines = [edit('a', { ...kept, evidence: a.evidence }), saved()];
    expect(idsIn(issues, lines)).toEqual(['b']);
    const other = { ...a, proposed: 'third' };
    expect(idsIn([{ ...other, evidence: evidenceOf(other) }], lines)).toEqual(['a']);
    expect(idsIn([issueOf('a', 3, 'changed')], lines)).toEqual(['a']);
    expect(queue([issueOf('a', 3, 'changed')], lines).reviewed).toBe(0);
  });

  it('closes an issue that was decided on the page of the document', () => {
    const lines = [edit('a', { ...kept, evidence: undefined })];
    expect(queue(issues, lines)).toMatchObject({ likely: 1, reviewed: 0 });
    expect(idsIn([issueOf('a', 3, 'changed')], [...lines, saved()])).toEqual(['a']);
  });

  it('asks about a saved label again only if it has changed since', () => {
    const lines = [edit('a', { after: 'typed' }), saved()];
    expect(idsIn([issueOf('a', 3, 'typed')], lines)).toEqual([]);
    expect(idsIn([issueOf('a', 3, 'other')], lines)).toEqual(['a']);
  });

  it('closes an issue inside a table that has unsaved edits', () => {
    const cell = { ...issueOf('a', 3), path: 'lines[1].sku' };
    expect(idsIn([cell], [edit('a', { path: 'lines' })])).toEqual([]);
    expect(idsIn([cell], [edit('a', { path: 'lines' }), saved()])).toEqual(['a']);
    expect(idsIn([cell], [edit('a', { path: 'linesheet' })])).toEqual(['a']);
  });
});

describe('the estimate of the remaining wrong labels', () => {
  const issues = Array.from({ length: 10 }, (_, n) => issueOf(`doc-${n}`, n < 5 ? 2 : -1));
  const random = (lines: readonly ReviewLine[]) =>
    queueOf({ kind: 'EXTRACT', versions: ['1', '2'], issues }, lines, {
      dataset: '/set',
      doubtful: false,
      random: true,
    });
  const order = random([]).issues.map(({ itemId }) => itemId);
  const decide = (item: string, isWrong: boolean, isRandom = true): ReviewLine =>
    edit(item, {
      ...(isWrong ? {} : { action: 'keep', after: 'old', evidence: issues[0]?.evidence ?? '' }),
      ...(isRandom && { randomOrder: true }),
    });
  const first = (count: number, wrong: number) =>
    order.slice(0, count).map((item, at) => decide(item, at < wrong));

  it('asks for all labels in an order that does not depend on their scores', () => {
    expect([...order].sort()).toEqual(issues.map(({ itemId }) => itemId));
    expect(order).not.toEqual(issues.map(({ itemId }) => itemId));
    expect(random(first(3, 0)).issues.map(({ itemId }) => itemId)).toEqual(order.slice(3));
    expect(random([]).remaining).toBeNull();
  });

  it('applies the exact interval of the population to the labels without a decision', () => {
    // There are 10 labels, and 5 are reviewed. If none of these is wrong, at most 3 of the 10 labels are wrong. If all
    // 5 are wrong, 7 to 10 of the 10 labels are wrong. So 2 to 5 of the other labels are wrong.
    expect(random(first(5, 0)).remaining).toEqual({
      open: 5,
      sample: 5,
      changed: 0,
      wrong: 0,
      low: 0,
      high: 3,
    });
    expect(random(first(5, 5)).remaining).toEqual({
      open: 5,
      sample: 5,
      changed: 5,
      wrong: 5,
      low: 2,
      high: 5,
    });
    // If 1 of 5 reviewed labels is wrong, 1 to 5 of all 10 labels are wrong. So at most 4 of the 5 other labels are
    // wrong. The estimate is 10 / 5 - 1 = 1.
    expect(random(first(5, 1)).remaining).toEqual({
      open: 5,
      sample: 5,
      changed: 1,
      wrong: 1,
      low: 0,
      high: 4,
    });
    expect(random(first(10, 4)).remaining).toBeNull();
  });

  it('does not use decisions in another order, and none after a skipped label', () => {
    const likely = order.slice(0, 3).map((item) => decide(item, true, false));
    expect(random(likely).remaining).toBeNull();
    // The first three labels were decided in another order, so only the other 7 are in the population.
    const later = order.slice(3, 5).map((item) => decide(item, false));
    expect(random([...likely, ...later]).remaining).toMatchObject({ open: 5, sample: 2, changed: 0 });
    expect(random([...first(2, 0), decide(order[9] ?? '', true, false)]).remaining).toBeNull();
    const skipped = [...first(2, 1), decide(order[3] ?? '', true)];
    expect(random(skipped).remaining).toMatchObject({ open: 7, sample: 2, changed: 1 });
  });
});

describe('the order of the versions', () => {
  it('is the same for one label, and random over labels', () => {
    const orders = Array.from({ length: 200 }, (_, n) => shuffledVersions(2, issueOf(`doc-${n}`, 1)));
    expect(shuffledVersions(2, issueOf('doc-7', 1))).toEqual(orders[7]);
    const first = orders.filter(([version]) => version === 0).length;
    // On average, 100 of 200 orders start with the first version. A number outside of 70 to 130 has a probability below
    // 1 in 10,000.
    expect(first).toBeGreaterThan(70);
    expect(first).toBeLessThan(130);
    expect(shuffledVersions(3, issueOf('a', 1)).sort()).toEqual([0, 1, 2]);
  });
});
