import { describe, expect, it } from 'vitest';
import { defaultStatistics } from '../../../../src/analysis/measure/settings.ts';
import { methodSection } from '../../../../src/analysis/sections/method-section.ts';
import { displayWidth } from '../../../../src/cli/terminal/display-width.ts';
import { reportText, summaryText } from '../../../../src/cli/terminal/summary-text.ts';
import { plainLook, type TerminalLook } from '../../../../src/cli/terminal/terminal-look.ts';
import { extractConfigSchema } from '../../../../src/model/processor/processor-config.ts';
import type { ReportSummary } from '../../../../src/model/report/summary.ts';
import { renderMarkdown } from '../../../../src/report/markdown/render-markdown.ts';
import { defaultScoringOptions } from '../../../../src/scorers/extraction/scoring-options.ts';
import { foldDocuments } from '../../../fixtures/records/fold-documents.ts';
import { insertHostileText, sampleModels } from '../../../fixtures/report-model.ts';

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
    'Small sample: a kind of failure that does not occur in these documents can affect up to 52.2 % of all documents.';
  const shown = { ...model, tiles: [small, ...others] };
  expect(summaryText(shown).replaceAll('\n', ' ')).toContain(sentence);
  expect(renderMarkdown(shown).split('\n')).toContain(sentence);
});

describe('page one', () => {
  const look = (change: Partial<TerminalLook>): TerminalLook => ({ ...plainLook, ...change });
  const lines = (text: string) => text.split('\n');

  it('shows the verdict, the documents that got worse, the figures, the next step and the report, in this order', () => {
    const text = reportText(sampleModels.extract(54), 'reports/invoices/index.html');
    const order = [
      'invoices  draft against 1.0, 54 documents, 21 Nov 2026',
      '▲ Better, but 4.3 times the cost: decide whether it pays',
      '  48 of 100 documents are fully right (range 35 to 61), 0 before.',
      'Look at these first (7 with new errors)',
      'Documents fully right, of 100',
      'Next  Decide whether the quality is worth 4.3 times the cost.',
      '\n\nReport  reports/invoices/index.html',
    ];
    const places = order.map((part) => text.indexOf(part));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  it('has more columns from 100 columns on', () => {
    const model = sampleModels.extract(54);
    const row = (width: number) =>
      lines(summaryText(model, look({ width }))).find((line) => line.startsWith('  item-0001')) ?? '';
    expect(row(80)).toMatch(/^ {2}item-0001 +15 → 10 +line item 2, \S+ +expected nothing +draft Buffer/);
    expect(row(80)).not.toContain('page 1');
    expect(row(120)).toContain('page 1');
    expect(row(120)).toContain('conf. 0.93');
  });

  it('lists the changes of the config with the changed words', () => {
    expect(summaryText(sampleModels.extract(54))).toContain(
      '\nChanged  base processor light → performance · extraction rules: 1 instruction\n         added\n    The [-printed-] {+payment+} date of the invoice\n',
    );
  });

  it('names the cause of several documents below the first of them', () => {
    const shown = lines(summaryText(sampleModels.extract(54)));
    const at = shown.findIndex((line) => line.startsWith('  item-0001'));
    expect(shown[at + 1]).toBe('    Table row that the document does not have (2 documents)');
    expect(shown[at + 2]).toBe('  and 5 more, in the report');
  });

  it.each([40, 80, 100, 120])('is never wider than %i columns, also with hostile values', (width) => {
    const model = insertHostileText(sampleModels.extract(20));
    const hostile = {
      ...model,
      summary: {
        ...model.summary,
        lookFirst: {
          ...model.summary.lookFirst,
          documents: ['請求書'.repeat(40), 'x'.repeat(300), 'e\u0301\u202e\u001b[31mred', 'خطأ\n\r\tb'].map(
            (text) => ({
              ...(model.summary.lookFirst.documents[0] as ReportSummary['lookFirst']['documents'][number]),
              itemId: text,
              place: text,
              sameCause: text,
              expected: text,
              values: [text, text],
            }),
          ),
        },
      },
    };
    const text = summaryText(hostile, look({ width }));
    expect(lines(text).filter((line) => /[\p{Cf}\p{Cc}]/u.test(line))).toEqual([]);
    const tooWide = lines(text).filter((line) => displayWidth(line) > width && line.trim().includes(' '));
    expect(tooWide.map((line) => [displayWidth(line), line])).toEqual([]);
  });

  it('adds colours only to sign, headline, dim lines and headings', () => {
    const model = sampleModels.extract(54);
    const colored = summaryText(model, look({ color: true }));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the codes of colours
    expect(colored.replace(/\u001b\[\d+m/g, '')).toBe(summaryText(model));
    expect(lines(colored)[1]).toBe(
      '\u001b[1m\u001b[33m▲ Better, but 4.3 times the cost: decide whether it pays\u001b[39m\u001b[22m',
    );
  });

  it('has only ASCII characters on terminals without others, and stays aligned', () => {
    const text = summaryText(sampleModels.extract(54), look({ unicode: false }));
    expect(text).toMatch(/^[\x20-\x7e\n]*$/);
    expect(text).toContain('^ Better');
    expect(text).toContain('15 -> 10');
  });
});
