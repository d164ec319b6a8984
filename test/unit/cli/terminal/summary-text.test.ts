import { expect, it } from 'vitest';
import { defaultStatistics } from '../../../../src/analysis/measure/settings.ts';
import { methodSection } from '../../../../src/analysis/sections/method-section.ts';
import { summaryText } from '../../../../src/cli/terminal/summary-text.ts';
import { extractConfigSchema } from '../../../../src/model/processor/processor-config.ts';
import { renderMarkdown } from '../../../../src/report/markdown/render-markdown.ts';
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

it('states what a small sample cannot show', () => {
  const model = sampleModels.extract(5);
  const [tile, ...others] = model.tiles;
  const value = tile?.values.at(-1);
  if (!tile || !value?.interval) throw new Error('expected a tile with an interval');
  expect(summaryText(model)).not.toContain('Small sample');
  const unseen = { share: 0.5218, of: 'documents' };
  const small = { ...tile, values: [{ ...value, interval: { ...value.interval, unseen } }] };
  const sentence =
    'Small sample: up to 52.2 % of all documents may fail in a way that none of these documents shows.';
  const shown = { ...model, tiles: [small, ...others] };
  expect(summaryText(shown).replaceAll('\n', ' ')).toContain(sentence);
  expect(renderMarkdown(shown).split('\n')).toContain(sentence);
});
