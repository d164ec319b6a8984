import { describe, expect, it } from 'vitest';
import { foldReport } from '../../../../src/analysis/sections/build-report.ts';
import { leftOutText } from '../../../../src/analysis/summary/left-out.ts';
import type { ProcessorConfig } from '../../../../src/model/processor/processor-config.ts';
import { rewriteRecord } from '../../../fixtures/records/rewrite-record.ts';
import { writeRecord } from '../../../fixtures/records/write-record.ts';

const config: ProcessorConfig = {
  type: 'CLASSIFY',
  classifications: [
    { id: 'k', type: 'kind', description: 'a kind' },
    { id: 'other', type: 'other', description: 'anything else' },
  ],
};
const output = { id: 'k', type: 'kind' };

/** Returns the text for documents of one version: `p` processed, `c` cancelled, `-` not run. */
async function textOf(states: string) {
  const reader = await writeRecord(
    config,
    ['draft'],
    [...states].map((state, i) => ({
      id: `${i}`,
      expected: output,
      outputs: [state === '-' ? undefined : output],
    })),
  );
  const changed = await rewriteRecord(reader, {
    rows: (row) => [states[Number(row.itemId)] === 'c' ? { ...row, state: 'cancelled', output: null } : row],
  });
  return leftOutText((await foldReport(changed, {})).run);
}

describe('leftOutText', () => {
  it('returns null if every document has ended', async () => {
    expect(await textOf('pp')).toBeNull();
  });

  it('counts the covered documents, and the others by reason', async () => {
    expect(await textOf('ppc-')).toBe(
      'The figures so far cover 2 of 4 documents: 1 did not run and 1 was cancelled.',
    );
    expect(await textOf('pcc')).toBe('The figures so far cover 1 of 3 documents: 2 were cancelled.');
  });

  it('states that there are no figures if no document has ended', async () => {
    expect(await textOf('c-')).toBe(
      'There are no figures yet, because no document has ended: 1 did not run and 1 was cancelled.',
    );
  });
});
