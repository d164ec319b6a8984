import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { ExtractConfig } from '../../src/model/processor/processor-config.ts';
import {
  labelledValues,
  withLabels,
} from '../../src/service/engines/local/extract/candidates/labelled-values.ts';
import { ValueReader } from '../../src/service/engines/local/extract/candidates/value-reader.ts';
import { weighTotals } from '../../src/service/engines/local/extract/candidates/weigh-totals.ts';
import { findLabels } from '../../src/service/engines/local/extract/labels/find-labels.ts';
import { layOut } from '../../src/service/engines/local/extract/layout/text-layout.ts';
import { hintsOf } from '../../src/service/engines/local/extract/lexicon/field-phrases.ts';
import { fieldTreeOf } from '../../src/service/engines/local/extract/lexicon/field-tree.ts';
import { planFields } from '../../src/service/engines/local/extract/lexicon/plan-fields.ts';
import { detectConventions } from '../../src/service/engines/local/extract/recognise/document-conventions.ts';
import { extract, number, schemaOf, textDocument } from '../fixtures/documents/text-document.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/service/extraction.md'), 'utf8');

test('docs/service/extraction.md traces a value as the engine finds it', () => {
  const document = textDocument(/```text\n(.*?)```/s.exec(page)?.[1] ?? '');
  const properties = { total: number('Total amount to pay') };
  const config = { type: 'EXTRACT', schema: schemaOf(properties) } as ExtractConfig;
  const layout = layOut(document.pages, true);
  const fields = planFields(fieldTreeOf(config), hintsOf(config, true));
  const reader = new ValueReader(detectConventions(layout));
  const labelled = withLabels(layout, findLabels(layout, fields));
  const first = labelledValues(labelled, fields, reader);
  const final = weighTotals(first, labelled, fields, reader);
  const rows = final.map(({ text, score, reason }, index) => {
    const before = first[index]?.score.toFixed(3);
    return `| ${text} | ${before} | ${score.toFixed(3)} | ${reason} |`;
  });
  const table = page.split('\n').filter((line) => /^\s+\| \d/.test(line));
  expect(table.map((line) => line.trim())).toEqual(rows.toReversed());

  const { value, metadata } = extract(document, properties, {
    advancedOptions: { modelReasoningInsightsEnabled: true },
  });
  expect(value).toEqual({ total: 37.8 });
  expect(metadata.total?.logprobsConfidence).toBe(0.981);
  expect(page).toContain('confidence of 0.981');
  expect(metadata.total?.insights?.[0]?.content).toContain('right of the label "Total"');
});
