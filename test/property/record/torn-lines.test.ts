import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { LineFile } from '../../../src/record/files/jsonl-file.ts';
import { readLines } from '../../../src/record/read/read-lines.ts';
import { times } from '../../fixtures/long-form.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'goldset-torn-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const rowSchema = z.object({ text: z.string() });

async function readAll(file: string): Promise<string[]> {
  const out: string[] = [];
  for await (const { text } of readLines(file, { schema: rowSchema })) out.push(text);
  return out;
}

test('after a crash at any byte, the earlier rows remain and new rows can be appended', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { maxLength: 8 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.string({ unit: 'grapheme' }),
      async (texts, share, next) => {
        const file = path.join(dir, 'rows.jsonl');
        writeFileSync(file, '');
        const lines = new LineFile(file);
        for (const text of texts) lines.append({ text });
        lines.close();
        const bytes = readFileSync(file);
        const cut = Math.floor(bytes.length * share);
        writeFileSync(file, bytes.subarray(0, cut));

        const left = await readAll(file);
        expect(left).toEqual(texts.slice(0, left.length));
        const whole = bytes.subarray(0, cut).filter((byte) => byte === 0x0a).length;
        // The last line can be complete although its line end is missing.
        expect(left.length - whole === 0 || left.length - whole === 1).toBe(true);

        const again = new LineFile(file);
        again.append({ text: next });
        again.close();
        expect(await readAll(file)).toEqual([...left, next]);
      },
    ),
    { numRuns: times(30, 150), seed: 20260101 },
  );
});
