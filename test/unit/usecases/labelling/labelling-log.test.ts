import { expect, it } from 'vitest';
import { canonicalJson } from '../../../../src/base/canonical-json.ts';
import { Random } from '../../../../src/base/random.ts';
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
  // After the undo, the earlier decision about the same value is valid again.
  lines.push({ ...shared, seq: 6, kind: 'undo', undoes: 4 });
  lines.push({ ...shared, seq: 7, kind: 'labelled', item: 'a', isItem: false, wasItem: false });
  expect(numbers(log.decided('a'))[0]).toEqual(['total', 1]);
  expect([log.last()?.seq, log.counts().decisions]).toEqual([3, 3]);
  expect([log.written().size, log.decided('c').size]).toEqual([0, 0]);
});

/** Returns the counts that the log must have after these lines, computed from all lines at once. */
function countsOf(lines: readonly ReviewLine[]) {
  const undone = new Set(lines.flatMap((line) => (line.kind === 'undo' ? [line.undoes] : [])));
  const left = lines.filter((line) => line.kind === 'decision' && !undone.has(line.seq)) as DecisionLine[];
  const counts = { blind: { decided: 0, changed: 0 }, shown: { decided: 0, changed: 0 } };
  for (const own of Map.groupBy(left, ({ item, path }) => `${item} ${path}`).values()) {
    const [first, last] = [own[0] as DecisionLine, own.at(-1) as DecisionLine];
    if (
      first.path === 'rows' ||
      first.proposed === null ||
      ['unclear', 'not-annotated'].includes(last.action)
    )
      continue;
    const count = first.blind ? counts.blind : counts.shown;
    count.decided++;
    if (canonicalJson(last.value) !== canonicalJson(last.proposed)) count.changed++;
  }
  const times = left.map(({ at }) => Date.parse(at));
  const pauses = times.slice(1).map((time, at) => Math.min(120_000, time - (times[at] as number)));
  return { ...counts, workingMs: pauses.reduce((sum, one) => sum + one, 0), decisions: left.length };
}

it('counts decisions as they are added and taken back, as if it read all of them again', () => {
  const random = new Random('labelling log');
  const lines: ReviewLine[] = [];
  const log = new LabellingLog(lines, (path) => path !== 'rows');
  const pick = <T>(from: readonly T[]) => from[Math.floor(random.next() * from.length)] as T;
  let [time, most] = [0, 0];
  for (let seq = 1; seq <= 250; seq++) {
    time += Math.round(random.next() * 200_000);
    const facts = { ...shared, seq, at: new Date(time).toISOString() };
    const open = lines.filter(({ kind }) => kind === 'decision');
    if (open.length > 0 && random.next() < 0.3)
      lines.push({
        ...facts,
        kind: 'undo',
        undoes: random.next() < 0.7 ? (log.last()?.seq ?? 1) : pick(open).seq,
      });
    else
      lines.push({
        ...decision(seq, pick(['a', 'b', 'c']), pick(['total', 'date', 'rows'])),
        ...facts,
        value: pick([1, 2]),
        proposed: pick([1, 1, null]),
        action: pick(['confirm', 'edit', 'unclear', 'not-annotated'] as const),
        blind: random.next() < 0.4,
      });
    const { blind, shown } = log.counts();
    most = Math.max(most, blind.decided + shown.decided);
    expect(log.counts(), `line ${seq}`).toEqual(countsOf(lines));
  }
  expect(most).toBeGreaterThan(2);
});
