import { mkdtempSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { compareRecords } from '../../../src/analysis/compare/compare-records.ts';
import type { ExtractConfig, SchemaNode } from '../../../src/model/processor/processor-config.ts';
import { writeReport } from '../../../src/report/formats/write-report.ts';
import { renderMarkdown } from '../../../src/report/markdown/render-markdown.ts';
import { writeRecord } from '../../fixtures/records/write-record.ts';

const text: SchemaNode = { type: ['string', 'null'] };
const config = (...names: string[]): ExtractConfig => ({
  type: 'EXTRACT',
  schema: {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, text])),
    required: names,
  },
});
const side = (version: string, own: ExtractConfig, value: (i: number) => Record<string, string>, n: number) =>
  writeRecord(
    own,
    [version],
    Array.from({ length: n }, (_, i) => ({
      id: `i${i}`,
      expected: { value: { a: `${i}`, old: 'x' } },
      outputs: [{ value: value(i) }],
      tags: { half: i % 2 === 0 ? 'even' : 'odd' },
    })),
  );

test('tables and summary list what was not compared, and the differences of the rest', async () => {
  const before = await side('1.0', config('a', 'old'), (i) => ({ a: `${i}`, old: 'x' }), 30);
  const after = await side('draft', config('a', 'new|name'), (i) => ({ a: `${i % 3}`, 'new|name': 'x' }), 31);
  const model = await compareRecords({ reader: before }, { reader: after }, { common: true });
  const markdown = renderMarkdown(model);
  expect(markdown).toContain('### Not compared');
  expect(markdown).toContain('- field old: renamed to new\\|name (same value in 30 of 30 documents)');
  expect(markdown).toContain('- Compared: only the 30 shared items; left out: 1 item only in');
  const dir = mkdtempSync(path.join(os.tmpdir(), 'goldset-comparison-'));
  await writeReport(model, dir, ['csv']);
  const read = (name: string) =>
    parse(readFileSync(path.join(dir, 'csv', name)), { columns: true }) as Record<string, string>[];
  const verdicts = read('fields.csv').map(({ field, version, verdict }) => `${field} ${version} ${verdict}`);
  expect(verdicts).toContain('a draft regressed');
  expect(verdicts).toContain('old draft not comparable');
  const changes = read('summary.csv').filter(({ version }) => version === 'difference');
  const bySection = (section: string) => changes.filter((row) => row.section === section);
  // The baseline is right in all items. The candidate is right only in items 0, 1 and 2, so in 2 of 15 even items and
  // in 1 of 15 odd items.
  expect(bySection('slices').map(({ label, value }) => [label, Number(value).toFixed(4)])).toEqual([
    ['half=even', (2 / 15 - 1).toFixed(4)],
    ['half=odd', (1 / 15 - 1).toFixed(4)],
  ]);
  expect(bySection('speed').map(({ metric }) => metric)).toContain('latency_mean');
});
