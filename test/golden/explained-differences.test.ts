import { expect, test } from 'vitest';
import { compareOutputs } from '../../bench/compare-figures/compare-outputs.ts';
import type { Evidence, ItemRun } from '../../bench/compare-figures/evidence.ts';
import { noEvidence } from '../../bench/compare-figures/evidence.ts';
import { mutate } from '../../bench/compare-figures/mutate.ts';
import type { Fact, Finished, Outputs } from '../../bench/compare-figures/read-outputs.ts';

const finished = (files: Readonly<Record<string, string>>): Finished => ({
  code: 0,
  stdout: '',
  stderr: '',
  files,
});

/** Four item runs of two documents: `a` failed in the second repeat, and `b` is wrong in the first repeat. */
const runs: readonly ItemRun[] = [
  { itemId: 'a', version: 'draft', repeat: 1, state: 'processed', latencyMs: 100, credits: 1 },
  { itemId: 'b', version: 'draft', repeat: 1, state: 'processed', latencyMs: 200, credits: 1 },
  { itemId: 'a', version: 'draft', repeat: 2, state: 'failed', latencyMs: 300, credits: 1 },
  { itemId: 'b', version: 'draft', repeat: 2, state: 'processed', latencyMs: 400, credits: 1 },
];

const documents = (...states: readonly string[]) =>
  [
    'item,tags,change,version,state,correct,incorrect,missing,spurious,absent',
    ...states.map((state, i) => `${'ab'[i]},kind=x,same,draft,${state}`),
  ].join('\n');

const repeats = [
  finished({
    'documents.csv': documents('scored,4,0,0,0,0', 'scored,3,1,0,0,0'),
    'leaves.csv':
      'item,version,path,field,outcome,expected,predicted\na,draft,total,total,correct,1,1\nb,draft,total,total,incorrect,2,3',
  }),
  finished({
    'documents.csv': documents('failed,0,0,4,0,0', 'scored,4,0,0,0,0'),
    'leaves.csv':
      'item,version,path,field,outcome,expected,predicted\na,draft,total,total,missing,1,\nb,draft,total,total,correct,2,2',
  }),
];

const leaves = [
  { itemId: 'a', path: 'total', expected: '1', baseline: null, candidate: '—' },
  { itemId: 'b', path: 'total', expected: '2', baseline: null, candidate: '3' },
];
const listed = '; the policy requires at least 90.0 %; 2 documents with wrong values: a, b';
const gate = (...checks: readonly object[]) =>
  finished({ 'gate.json': JSON.stringify({ status: 'fail', sentence: '', checks }) });
const later = gate(
  {
    ...{ name: 'F1, at least 90.0 %', rule: 'limit', status: 'fail', value: 0.8, bound: 0.9, n: 2 },
    ...{ reason: `F1 is 80.0 %, n = 2${listed}`, documents: 2, leaves },
  },
  {
    ...{ name: 'precision, at least 90.0 %', rule: 'limit', status: 'inconclusive', value: 0.9167 },
    ...{ bound: 0.9, n: 2, reason: '' },
  },
);

/**
 * Returns the evidence of a run of two documents with two repeats. Of the first repeat, the run has only the first
 * `lost` item runs.
 */
const evidence = (lost = 2): Evidence => ({
  ...noEvidence,
  later,
  earlier: finished({ 'documents.csv': documents('scored,0,0,0,0,0', 'failed,0,0,0,0,0') }),
  runs: () => ({
    ...{ planned: 4, items: ['a', 'b'], versions: ['draft'], repeats: 2, closed: lost === 2 },
    runs: runs.filter(({ repeat }, i) => repeat === 2 || i < lost),
  }),
  repeat: (repeat) => repeats[repeat] as Finished,
});

const outputs = (facts: Readonly<Record<string, Fact>>, line?: string): Outputs => ({
  facts: new Map(Object.entries(facts)),
  texts: new Map(line === undefined ? [] : [['summary.md', [line]]]),
});

/** Returns whether the comparison accepts that a fact changes from `before` to `after`. */
function accepts(
  where: string,
  key: string,
  before: Fact | undefined,
  after: Fact | undefined,
  own = evidence(),
) {
  const side = (fact: Fact | undefined) => outputs(fact === undefined ? {} : { [key]: fact });
  const { differences } = compareOutputs(where, side(before), side(after), own);
  return differences.every(({ reason }) => reason !== null);
}

const failed = '1 of 4 item runs failed (25.0 %), and at most 0.0 % may fail (--max-failure-rate).';
const checks = 'gate.json.checks[F1, at least 90.0 %]';
const precision = 'gate.json.checks[precision, at least 90.0 %]';
const asWrong =
  'precision is 91.7 %, n = 2; this figure leaves out failed items; if failed items count as wrong, the figure is';
const speed = 'summary.csv[section=speed metric=latency_p50 label=x scope=overall version=draft]';
const incomplete = (counts: string) =>
  `Run incomplete. ${counts}, so there is no verdict. Resume with: goldset run --resume record`;

// If the failed run counts as wrong, the precision is (4 + 3 + 4) / (4 + 4 + 4 + 4) = 68.75 %.
const cases: readonly (readonly [string, string, Fact | undefined, Fact, Fact, number?])[] = [
  ['repeats › gate', `${checks}.documents`, 1, 2, 3],
  ['repeats › gate', `${checks}.leaves.length`, 1, 2, 1.001],
  ['repeats › gate', `${checks}.leaves[b total].candidate`, undefined, '3', '4'],
  [
    'repeats › gate',
    `${checks}.reason`,
    'F1 is 80.0 %, n = 2; the policy asks for at least 90.0 %; wrong in 1 documents: b',
    `F1 is 80.0 %, n = 2${listed}`,
    `F1 is 80.1 %, n = 2${listed}`,
  ],
  ['repeats › gate', `${precision}.status`, 'pass', 'inconclusive', 'fail'],
  [
    'repeats › gate',
    `${precision}.reason`,
    'precision is 91.7 %, n = 2',
    `${asWrong} 68.8 %`,
    `${asWrong} 68.9 %`,
  ],
  ['repeats › gate', 'gate.json.checks[latency, median, at most 150 ms].value', 150, 200, 200.001],
  ['repeats › gate', 'gate.json.checks[latency, median, at most 150 ms].n', 2, 3, 4],
  [
    'repeats › gate',
    'gate.json.checks[latency, median, at most 150 ms].status',
    'pass',
    'fail',
    'inconclusive',
  ],
  ['repeats › gate', 'gate.json.checks[total credits, at most 3].value', 2, 4, 3],
  ['repeats › report', `${speed}.value`, 150, 250, 250.001],
  ['repeats › report', `${speed}.n`, 2, 4, 3],
  ['repeats › report', 'exit code', 0, 3, 1],
  ['repeats › report', 'report.json.verdict.recommendation', 'publish', 'not-enough-evidence', 'incomplete'],
  [
    'repeats › report',
    'report.json.verdict.sentence',
    'Publish. F1 rose: 79.7 % → 85.5 %.',
    `No recommendation. ${failed} F1 rose: 79.7 % → 85.5 %.`,
    `No recommendation. ${failed} F1 rose: 79.7 % → 85.6 %.`,
  ],
  [
    'repeats › trend',
    'trend.json.points[draft].problem.sentence',
    undefined,
    failed,
    failed.replace('1 of', '2 of'),
  ],
  [
    'lost-rows › report',
    'report.json.verdict.sentence',
    'Publish.',
    incomplete('3 of 4 item runs ended (1 not run, 1 failed)'),
    incomplete('3 of 4 item runs ended (1 not run)'),
    1,
  ],
  ['lost-rows › report', 'report.json.tiles[not run].values[0].value', undefined, 1, 2, 1],
  ['lost-rows › report', 'report.json.tiles[could not be read].values[0].value', 1, 0, 1.001, 1],
  ['lost-rows › report', 'report.json.tiles[F1].verdict', 'improved', 'inconclusive', 'regressed', 1],
  ['invoices › report', 'report.json.versions[draft].states.failed', undefined, 1, 2],
  ['invoices › report', 'report.json.changeCounts.same', undefined, 2, 1],
];

for (const [where, key, before, right, wrong, lost] of cases)
  test(`${where}: accepts ${key} only with the figure of the record`, () => {
    expect(accepts(where, key, before, right, evidence(lost))).toBe(true);
    expect(accepts(where, key, before, wrong, evidence(lost))).toBe(false);
  });

test.each(['invoices', 'failures', 'repeats', 'lost-rows', 'lost-rows › repeated: compare', 'zugferd'])(
  'reports every rate, interval, count and p that changes without a reason: %s',
  (where) => {
    const facts = {
      'stdout.versions.draft.metrics.f1': 0.9,
      'report.json.fields[total].f1[0].value': 0.9,
      'report.json.fields[total].f1[0].interval.low': 0.8,
      'report.json.comparison.headline[f1 overall].difference.value': 0.1,
      'report.json.versions[draft].states.scored': 2,
      'report.json.packets.documents.n': 12,
      'fields.csv[field=total version=draft].f1': 0.9,
      'summary.csv[section=headline metric=f1 label=x scope=overall version=draft].value': 0.9,
      'summary.csv rows': 20,
      [`${checks}.value`]: 0.9,
      [`${checks}.interval.low`]: 0.85,
    };
    const line = '| fields right (F1) | 60.3 % [52.2–67.8] | 88.3 % [81.3–92.9] |';
    const wrong = mutate(outputs(facts, line), 1);
    expect([wrong.facts.size, wrong.lines.length]).toEqual([Object.keys(facts).length, 1]);
    const own = evidence(where.startsWith('lost-rows') ? 1 : 2);
    const command = where.includes('compare') ? where : `${where} › report`;
    const { differences } = compareOutputs(command, outputs(facts, line), wrong.outputs, own);
    const open = differences.filter(({ reason }) => reason === null).map(({ key }) => key);
    expect(open.sort()).toEqual([...Object.keys(facts), 'summary.md, a line', 'summary.md, a line'].sort());
    const p = 'report.json.fields[total].comparison.p';
    expect(accepts(command, p, 0.01, 0.5)).toBe(false);
  },
);
