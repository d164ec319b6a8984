import { expect, test } from 'vitest';
import { compareRecords } from '../../../../src/analysis/compare/compare-records.ts';
import { compareResult } from '../../../../src/analysis/compare/compare-result.ts';
import { defaultStatistics } from '../../../../src/analysis/measure/settings.ts';
import { comparisonText } from '../../../../src/cli/commands/compare.ts';
import { summaryText } from '../../../../src/cli/terminal/summary-text.ts';
import type { ProcessorConfig } from '../../../../src/model/processor/processor-config.ts';
import { defaultScoringOptions } from '../../../../src/scorers/extraction/scoring-options.ts';
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

test('an equally good version has the verdict of page one', async () => {
  const reader = await writeRecord(
    config,
    ['1.0', 'draft'],
    Array.from({ length: 40 }, (_, i) => ({
      id: `i${i}`,
      expected: { value: { a: `${i}` } },
      outputs: [{ value: { a: i === 0 ? 'wrong' : `${i}` } }, { value: { a: i === 1 ? 'wrong' : `${i}` } }],
    })),
  );
  const model = await compareRecords(
    { reader, version: '1.0' },
    { reader, version: 'draft' },
    {
      optionsOf: () => ({
        scoring: defaultScoringOptions,
        statistics: { ...defaultStatistics, margin: 0.5 },
      }),
    },
  );
  const { sign, headline, sentences, nextStep } = model.summary.outcome;
  expect(headline).toBe('As good as version 1.0: no reason to change');
  const result = compareResult(model);
  const text = comparisonText(result);
  expect(text.split('\n')[1]).toBe(`${sign} ${headline}`);
  expect(text).toContain(`\nNext  ${nextStep}\n`);
  expect(text).not.toContain('Publish');
  expect(result.sentence).toBe([`${headline}.`, ...sentences].join(' '));
  for (const line of text.split('\n').slice(1, 5)) expect(summaryText(model)).toContain(line);
});
