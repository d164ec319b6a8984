import { describe, expect, test } from 'vitest';
import { buildReport, type ReportOptions } from '../../../../src/analysis/sections/build-report.ts';
import type { ProcessorConfig } from '../../../../src/model/processor/processor-config.ts';
import type { RunPlan } from '../../../../src/model/record/run-record.ts';
import { lookFirstCounts, type ReportSummary } from '../../../../src/model/report/summary.ts';
import { memoryRecord, noResult } from '../../../fixtures/records/memory-record.ts';
import { gate } from './outcome-cases.ts';

const text = { type: ['string', 'null'] };
const config = (description: string): ProcessorConfig =>
  ({
    type: 'EXTRACT',
    schema: { type: 'object', properties: { total: { ...text, description }, note: text } },
  }) as ProcessorConfig;
const gold = { total: '1', note: 'a' };
const right = { value: gold };
const wrong = { value: { total: '2', note: 'a' } };

/**
 * Returns the summary of a record. `pairs` has one list per document, with the outputs of the baseline and of the
 * candidate.
 */
async function summaryOf(
  pairs: readonly (readonly unknown[])[],
  options: ReportOptions = {},
  about: { readonly plan?: Partial<RunPlan>; readonly expected?: unknown } = {},
): Promise<ReportSummary> {
  const names = pairs[0]?.length === 1 ? ['1.0'] : ['1.0', 'draft'];
  const record = memoryRecord(
    config('a'),
    names,
    pairs.map((outputs, i) => ({
      id: `d${i}`,
      expected: 'expected' in about ? about.expected : gold,
      outputs,
    })),
  );
  const versions = record.plan.versions.map((version, i) => ({
    ...version,
    config: config(i === 0 ? 'a' : 'b'),
  }));
  const plan = { ...record.plan, versions, ...about.plan };
  return (await buildReport({ ...record, plan }, { sensitivity: false, ...options })).summary;
}
const repeat = (pair: readonly unknown[], times: number) => Array.from({ length: times }, () => pair);

test('recommends a draft that is right where the baseline is wrong', async () => {
  const summary = await summaryOf([...repeat([wrong, right], 20), ...repeat([right, right], 20)]);
  expect(summary.heading).toEqual({
    title: 'memory',
    subject: 'draft against 1.0',
    facts: ['40 documents', '1 Jan 2026'],
  });
  expect(summary.outcome).toMatchObject({ state: 'better', headline: 'Better: publish', publish: true });
  expect(summary.outcome.sentences).toContain(
    '100 of 100 documents are fully right (range 91 to 100), 50 before.',
  );
  expect(summary.numbers.map(({ text: shown }) => shown)).toEqual([
    '50 → 100 of 100',
    '75 → 100 of 100',
    '500 → 0 to correct',
  ]);
  expect(summary.gains).toEqual([{ name: 'total', text: '50 → 100' }]);
  expect(summary.weakest).toEqual([]);
  expect(summary.configChanges?.sentence).toBe('total has a new description');
  expect(summary.configChanges?.settings[0]?.result).toEqual({ field: 'total', text: '50 → 100' });
  expect(summary.lookFirst).toEqual({ documents: [], total: 0, lost: 0, more: 0, of: 'new errors' });
});

test('lists the documents that the draft got wrong', async () => {
  const summary = await summaryOf([...repeat([right, wrong], 10), ...repeat([right, right], 30)]);
  expect(summary.outcome).toMatchObject({ state: 'worse', publish: false });
  expect(summary.losses).toEqual([{ name: 'total', text: '100 → 75' }]);
  expect(summary.lookFirst.total).toBe(10);
  expect(summary.lookFirst.documents[0]).toMatchObject({
    itemId: 'd0',
    errors: 'fully right before, 1 error now',
    newlyWrong: true,
    place: 'total',
    expected: '1',
    values: ['1', '2'],
  });
});

test('counts a lost result without a right value apart from new errors, as the list of documents does', async () => {
  const nothingRight = { value: { total: '2', note: 'b' } };
  const { lookFirst } = await summaryOf([
    [nothingRight, noResult],
    ...repeat([right, wrong], 10),
    ...repeat([right, right], 30),
  ]);
  expect(lookFirst).toMatchObject({ total: 10, lost: 1, of: 'new errors' });
  expect(lookFirstCounts(lookFirst)).toBe('10 with new errors, 1 that lost its result');
});

test('shows the result of the rules in place of the comparison', async () => {
  const pairs = [...repeat([wrong, right], 20), ...repeat([right, right], 20)];
  const failed = await summaryOf(pairs, { gate: gate('fail', 'pass') });
  expect(failed.outcome).toMatchObject({
    state: 'gateFailed',
    headline: 'Do not publish: 1 of 2 rules fails',
  });
  expect((await summaryOf(pairs, { gate: gate('pass') })).outcome.rules).toBe('The rule passes');
});

describe('without a comparison', () => {
  test('describes one version', async () => {
    const summary = await summaryOf([...repeat([wrong], 10), ...repeat([right], 30)]);
    expect(summary.outcome).toMatchObject({
      state: 'singleVersion',
      headline: 'Version 1.0: 75 of 100 documents fully right',
    });
    expect(summary.outcome.sentences).toContain('Weakest: total (75 of 100).');
    expect(summary.lookFirst).toMatchObject({ total: 10, of: 'errors' });
    expect(summary.configChanges).toBeNull();
  });

  test('shows no figure without gold, and counts equal answers', async () => {
    const summary = await summaryOf(
      [...repeat([wrong, right], 3), ...repeat([right, right], 5)],
      {},
      { expected: null },
    );
    expect(summary.outcome.state).toBe('noGold');
    expect(summary.outcome.sentences).toContain('Both versions gave the same answer in 5 documents.');
    expect(summary).toMatchObject({ numbers: [], weakest: [], business: null });
  });

  test('treats a selected part as a part, and a random sample as a sample', async () => {
    const pairs = [...repeat([wrong, right], 20), ...repeat([right, right], 20)];
    const business = { documentsPerMonth: 100 };
    const chosen = await summaryOf(pairs, { business }, { plan: { selection: { limit: 40 } } });
    expect(chosen).toMatchObject({ outcome: { state: 'selectedPart' }, business: null });
    const sample = await summaryOf(pairs, { business }, { plan: { selection: { sample: 40 } } });
    expect(sample.outcome.state).toBe('better');
    expect(sample.outcome.sentences.join(' ')).toContain('Measured on a random sample of 40 items');
    expect(sample.business?.lines.map(({ key }) => key)).toEqual(['volume']);
  });

  test('is not usable if more item runs failed than accepted', async () => {
    const pairs = [...repeat([wrong, right], 20), ...repeat([right, right], 20)];
    const record = memoryRecord(
      config('a'),
      ['1.0', 'draft'],
      pairs.map((outputs, i) => ({ id: `d${i}`, expected: gold, outputs })),
    );
    const states = [
      {
        planned: 80,
        failed: 9,
        cancelled: 0,
        notRun: 0,
        finished: true,
        dir: 'r/record',
        target: 'local' as const,
      },
    ];
    const of = async (acceptedFailures: number) =>
      (await buildReport({ ...record, states }, { sensitivity: false, acceptedFailures })).summary.outcome;
    expect(await of(0.1)).toMatchObject({ state: 'unusable', publish: false });
    expect((await of(0.1)).nextStep).toBe('Run these again: `goldset run --only-failed r/record`.');
    expect((await of(0.2)).state).toBe('better');
  });
});

test('marks few documents as examples', async () => {
  const summary = await summaryOf([...repeat([wrong, right], 3), ...repeat([right, right], 5)]);
  expect(summary.notes).toEqual(['Few documents: treat the figures as examples.']);
  expect(summary.outcome.sentences).toContain('8 of 8 documents are fully right, 5 before.');
});

test('rates the version against a target', async () => {
  const target = { share: 0.9, from: 'business.target' };
  const [first] = (await summaryOf(repeat([right, wrong], 30), { target })).numbers;
  expect(first?.reference).toBe('target 90 of 100 (business.target): missed by 90');
  expect(first?.mark?.target).toBe(0.9);
});

test('states labels that changed after the run', async () => {
  const summary = await summaryOf([...repeat([wrong, right], 20), ...repeat([right, right], 20)], {
    goldChanged: { documents: 2, newlyLabelled: 0, labels: 3, forCandidate: 2, forBaseline: 1 },
  });
  expect(summary.outcome.sentences.at(-1)).toBe(
    'Gold changed since the run: 3 labels, 2 in favour of the draft and 1 in favour of version 1.0.',
  );
});

test('states the verdict with the gold of the run, also if rules decide', async () => {
  const goldChanged = { documents: 2, newlyLabelled: 0, labels: 3, forCandidate: 0, forBaseline: 3 };
  const pairs = [...repeat([wrong, right], 20), ...repeat([right, right], 20)];
  const last = async (headline: string, options: ReportOptions = {}) => {
    const verdictBefore = { recommendation: 'do-not-publish' as const, headline };
    return (await summaryOf(pairs, { ...options, goldChanged, verdictBefore })).outcome.sentences.slice(-2);
  };
  const changed = 'Gold changed since the run: 3 labels, 3 in favour of version 1.0.';
  expect(await last('Better: publish')).toEqual([
    changed,
    'With the gold of the run, the verdict was the same.',
  ]);
  const was = 'With the gold of the run, the verdict was "Worse: do not publish".';
  // No changed label is in favour of the draft, so the verdict does not depend on the changed labels.
  expect(await last('Worse: do not publish')).toEqual([changed, was]);
  expect(await last('Worse: do not publish', { gate: gate('fail') })).toEqual([changed, was]);
});
