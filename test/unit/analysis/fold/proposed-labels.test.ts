import { expect, test } from 'vitest';
import { proposedLabels } from '../../../../src/analysis/fold/proposed-labels.ts';
import { countProposals, type ProposerTallies } from '../../../../src/analysis/fold/proposer-tally.ts';
import type { GoldSource, Proposer } from '../../../../src/model/dataset/gold-source.ts';
import type { ProcessorConfig } from '../../../../src/model/processor/processor-config.ts';
import type { RunPlan } from '../../../../src/model/record/run-record.ts';
import { memoryRecord } from '../../../fixtures/records/memory-record.ts';

const config: ProcessorConfig = {
  type: 'EXTRACT',
  schema: { type: 'object', properties: { a: { type: ['string', 'null'] } }, required: ['a'] },
};
const hash = (digit: string) => digit.repeat(64);
const base = memoryRecord(config, ['1.0', 'draft'], []).plan;
const plan: RunPlan = {
  ...base,
  target: { kind: 'local', baseUrl: null, apiVersion: null },
  processor: { ...base.processor, id: 'dp_1', name: 'bills' },
  versions: base.versions.map((version, i) => ({ ...version, configHash: hash(String(i)) })),
};

/**
 * Returns the proposed labels of a record with 4 documents that have gold. `sources` are the gold sources of the first
 * of these documents.
 */
function labelsOf(sources: readonly GoldSource[], of: RunPlan = plan) {
  const proposers: ProposerTallies = new Map();
  for (const source of sources) countProposals(proposers, source);
  return proposedLabels({ plan: of, proposers, count: 5, withoutGold: [4] });
}
const four = (proposedBy: Proposer, counts: Omit<GoldSource, 'proposedBy'> = {}) =>
  Array.from({ length: 4 }, () => ({ proposedBy, ...counts }));
const warning =
  'Labels favour the version that proposed them, and the ranges of the figures do not include this effect.';

test('states the version and how many of its labels were confirmed unchanged', () => {
  const [found, ...others] = labelsOf(
    four({ processor: 'bills', version: '0.9' }, { confirmedUnchanged: 300, changed: 25 }),
  );
  expect(others).toEqual([]);
  expect(found).toEqual({
    proposedBy: { processor: 'bills', version: '0.9' },
    documents: 4,
    notCounted: 0,
    confirmedUnchanged: 1200,
    changed: 100,
    evaluated: [],
    text: 'Labels were proposed by 0.9; 1,200 of 1,300 confirmed unchanged.',
  });
});

test('states for how many documents the counts are not recorded', () => {
  const proposedBy = { processor: 'dp_1', version: '0.9' };
  const counted = { proposedBy, confirmedUnchanged: 9, changed: 1 };
  expect(labelsOf([counted, counted, counted, { proposedBy }])[0]?.text).toBe(
    'Labels were proposed by 0.9; 27 of 30 confirmed unchanged (not recorded for 1 document).',
  );
  expect(labelsOf(four(proposedBy))[0]).toMatchObject({
    confirmedUnchanged: null,
    changed: null,
    text: 'Labels were proposed by 0.9; how many were confirmed unchanged is not recorded.',
  });
});

test('names another processor, and the number of documents if other documents have other sources', () => {
  const found = labelsOf([
    { proposedBy: { processor: 'other', version: '1.0' }, confirmedUnchanged: 2, changed: 0 },
    { proposedBy: { processor: 'bills', version: '0.9' } },
  ]);
  expect(found.map(({ text }) => text)).toEqual([
    'Labels were proposed by 1.0 of other in 1 of 4 documents; 2 of 2 confirmed unchanged.',
    'Labels were proposed by 0.9 in 1 of 4 documents; how many were confirmed unchanged is not recorded.',
  ]);
});

test.each<[string, Proposer, readonly string[]]>([
  ['the name of the processor', { processor: 'bills', version: '1.0' }, ['1.0']],
  ['the id of the processor', { processor: 'dp_1', version: 'draft' }, ['draft']],
  ['the hash of the config', { processor: 'elsewhere', version: '7.0', configHash: hash('1') }, ['draft']],
  ['another version', { processor: 'bills', version: '0.9' }, []],
  ['another processor', { processor: 'other', version: '1.0' }, []],
  ['an earlier draft', { processor: 'bills', version: 'draft', configHash: hash('7') }, []],
])('finds by %s whether a version under evaluation proposed the labels', (_, proposedBy, evaluated) => {
  const [found] = labelsOf(four(proposedBy));
  expect(found?.evaluated).toEqual(evaluated);
  const expected =
    evaluated.length === 0 ? [] : [`Warning: ${evaluated[0]} is under evaluation here. ${warning}`];
  expect([...(found?.text.matchAll(/Warning: .*/g) ?? [])].flat()).toEqual(expected);
});

test('names both versions if both have the config that proposed the labels', () => {
  const same = { ...plan, versions: plan.versions.map((version) => ({ ...version, configHash: hash('2') })) };
  const [found] = labelsOf(four({ processor: 'bills', version: '1.0', configHash: hash('2') }), same);
  expect(found?.text).toContain('Warning: 1.0 and draft are under evaluation here.');
});

test('does not identify imported predictions by the config of the dataset', () => {
  const imported: RunPlan = { ...plan, target: { kind: 'predictions', baseUrl: null, apiVersion: null } };
  const proposedBy = { processor: 'elsewhere', version: '7.0', configHash: hash('1') };
  expect(labelsOf(four(proposedBy), imported)[0]?.evaluated).toEqual([]);
});

test('is empty if no version proposed a label', () => {
  expect(labelsOf([])).toEqual([]);
});
