import { beforeAll, expect, it } from 'vitest';
import { processorConfigSchema } from '../../src/model/processor/processor-config.ts';
import { joinedLines } from '../fixtures/commands/joined-lines.ts';
import { writeRecord } from '../fixtures/records/write-record.ts';
import { goldset } from './spawn-goldset.ts';

const text = { type: ['string', 'null'], description: 'd' };
const config = processorConfigSchema.parse({
  type: 'EXTRACT',
  schema: { type: 'object', required: ['a', 'b'], properties: { a: text, b: text } },
});

let record: string;
/**
 * Writes a record of 500 documents. `a` is always right. `b` is wrong in every tenth document, with a confidence below
 * .8.
 */
beforeAll(async () => {
  const reader = await writeRecord(
    config,
    ['draft'],
    Array.from({ length: 500 }, (_, at) => ({
      id: `doc-${at}`,
      expected: { value: { a: 'x', b: 'y' }, metadata: {} },
      outputs: [
        {
          value: { a: 'x', b: at % 10 === 0 ? 'z' : 'y' },
          metadata: {
            a: { logprobsConfidence: 0.97 },
            b: { logprobsConfidence: at % 10 === 0 ? 0.7 : 0.99 },
          },
        },
      ],
    })),
  );
  record = reader.dir;
});

it('certifies thresholds per field and per document, separately and simultaneously', async () => {
  const { code, stdout } = await goldset(['thresholds', record, '--target-error', '.01', '--json']);
  expect(code).toBe(0);
  const { scopes, source, simultaneous } = JSON.parse(stdout);
  expect([source, simultaneous]).toEqual(['logprobsConfidence', false]);
  const found = scopes.map(
    (scope: { label: string; versions: { threshold: number; straightThrough: number }[] }) => [
      scope.label,
      scope.versions[0]?.threshold,
      scope.versions[0]?.straightThrough,
    ],
  );
  // Each of the five start thresholds is tested at .05 / 5 = .01. For `b`, 450 documents have a higher confidence than
  // the wrong ones. With an error rate of 1 %, they would all be right with the probability .99^450 = .0108, so no
  // threshold is certified. For `a`, all 500 documents count, and .99^500 = .0066.
  expect(found).toEqual([
    ['all fields', null, null],
    ['a', 0, 1],
    ['b', null, null],
  ]);
  const joint = await goldset(['thresholds', record, '--target-error', '.02', '--simultaneous']);
  // With an error rate of 2 %, 450 documents would all be right with the probability .98^450 = .0001. This is below .05
  // / (3 scopes x 5 start thresholds) = .0033, so the lowest threshold above .70 is certified.
  expect(joinedLines(joint.stdout)).toMatch(/95 % confidence for all thresholds together/);
  expect(joint.stdout).toMatch(/^all fields +500 +0\.75 +90\.0 %/m);
  expect(joint.stdout).toMatch(/^a +500 +0\.00 +100\.0 %/m);
});

it('computes sample sizes from a record and from stated rates, and rejects a question without either', async () => {
  const stated = await goldset(['sample-size', '--rate', '.9', '--effect', '5', '--target-error', '.01']);
  expect(stated.stdout).toMatch(/fully right documents +90\.0 % +18\.0 % +0\.0500 +724 +724/);
  // The search has five start thresholds, each with an error probability of .05 / 5 = .01. 459 is the smallest n with
  // .99^n <= .01.
  expect(joinedLines(stated.stdout)).toContain('459 accepted documents without an error');
  const clustered = await goldset([
    ...['sample-size', '--rate', '.9', '--target-error', '.05', '--cluster-by', 'vendor'],
  ]);
  expect(joinedLines(clustered.stdout)).toContain(
    'Clusters by vendor to certify an error rate of at most .05: 90 accepted clusters, of which none is wrong',
  );
  const { stdout } = await goldset(['sample-size', record, '--effect', '5', '--json']);
  const { rows } = JSON.parse(stdout);
  expect(rows.map(({ label, rate }: { label: string; rate: number }) => [label, rate])).toEqual([
    ['fully right documents', 0.9],
    ['fields right (F1)', 0.95],
    ['a', 1],
    ['b', 0.9],
  ]);
  const nothing = await goldset(['sample-size']);
  expect([nothing.code, nothing.stderr]).toEqual([2, expect.stringContaining('neither a record nor --rate')]);
});
