import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { ExtractConfig } from '../../../../../../../src/model/processor/processor-config.ts';
import { extractFields } from '../../../../../../../src/service/engines/local/extract/extract-fields.ts';
import { parseDocument } from '../../../../../../../src/service/engines/local/parse/parse-document.ts';

const folder = path.resolve(import.meta.dirname, '../../../../../../../datasets/invoices');
const read = (file: string) => readFileSync(path.join(folder, file));
const items = read('items.jsonl')
  .toString()
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
const { config } = JSON.parse(read('dataset.json').toString()) as { config: ExtractConfig };

test.each([
  ['item lines without a header, although two other columns are aligned', 'invoice-046'],
  ['a credit note with negative amounts and positive quantities by its header', 'invoice-032'],
])('reads %s', async (_, id) => {
  const { file, text, expectedOutput } = items.find((item) => item.id === id);
  const bytes = new Uint8Array(file === undefined ? Buffer.from(text) : read(file));
  const document = await parseDocument(bytes, file ?? 'document.txt', { effort: 'performance' });
  const { value } = extractFields(document, config, { effort: 'performance' }) as {
    value: Record<string, unknown[]>;
  };
  const amounts = (rows: unknown) =>
    (rows as Record<string, unknown>[]).map(({ quantity, unit_price, amount }) => [
      quantity,
      unit_price,
      amount,
    ]);
  expect(amounts(value.line_items)).toEqual(amounts(expectedOutput.value.line_items));
});
