import { expect, it } from 'vitest';
import { defaultStatistics } from '../../../../src/analysis/measure/settings.ts';
import { methodSection } from '../../../../src/analysis/sections/method-section.ts';
import { summaryText } from '../../../../src/cli/terminal/summary-text.ts';
import { extractConfigSchema } from '../../../../src/model/processor/processor-config.ts';
import { defaultScoringOptions } from '../../../../src/scorers/extraction/scoring-options.ts';
import { foldDocuments } from '../../../fixtures/fold-documents.ts';
import { sampleModels } from '../../../fixtures/report-model.ts';

it('lists the fields that are not scored', () => {
  const text = { type: ['string', 'null'], description: 'd' };
  const config = extractConfigSchema.parse({
    type: 'EXTRACT',
    schema: { type: 'object', properties: { a: text }, required: ['a'] },
  });
  const value = { value: { a: 'x' } };
  const excludedFields = { onlyGold: ['note', 'tax'], onlyProcessor: ['iban'], notComparable: [] };
  const run = { ...foldDocuments([{ expected: value, predicted: value }], config), excludedFields };
  const method = methodSection(run, defaultScoringOptions, defaultStatistics);
  const lines = summaryText({ ...sampleModels.extract(5), method }).split('\n');
  expect(lines).toContain('Not scored: only in the gold: note, tax');
  expect(lines).toContain('Not scored: only in the processor: iban');
});
