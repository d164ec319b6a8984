import { expect, test } from 'vitest';
import { compareRecords } from '../../../../src/analysis/compare/compare-records.ts';
import { compareResult } from '../../../../src/analysis/compare/compare-result.ts';
import { comparisonText } from '../../../../src/cli/commands/compare.ts';
import type { ProcessorConfig } from '../../../../src/model/processor/processor-config.ts';
import { writeRecord } from '../../../fixtures/records/write-record.ts';

const bell = '\u0007\u001b[31m\u202e';
const config: ProcessorConfig = {
  type: 'EXTRACT',
  schema: { type: 'object', properties: { a: { type: ['string', 'null'] } }, required: ['a'] },
};

test('the documents come before the figures, and nothing of a document reaches the terminal as a command', async () => {
  const reader = await writeRecord(
    config,
    ['1.0', 'draft'],
    Array.from({ length: 40 }, (_, i) => ({
      id: `i${i}${bell}`,
      expected: { value: { a: `${i}` } },
      outputs: [{ value: { a: `${i}` } }, { value: { a: `${bell}${'long '.repeat(50)}` } }],
      tags: { [`half${bell}`]: `${i % 2}${bell}` },
    })),
  );
  const model = await compareRecords({ reader, version: '1.0' }, { reader, version: 'draft' });
  const text = comparisonText(compareResult(model));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  expect(text.indexOf('New errors (40)')).toBeGreaterThan(0);
  expect(text.indexOf('New errors (40)')).toBeLessThan(text.indexOf('fully right documents  '));
  expect(text).toContain('and 20 more');
  expect(text).toMatch(/^Reasons:\n {2}Rule: /m);
  for (const line of text.split('\n').slice(2, 20)) expect([...line].length).toBeLessThan(81);
});
