import { mkdtempSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { afterEach, expect, it, vi } from 'vitest';
import { sha256 } from '../../../../src/base/hash.ts';
import type { DocumentRow } from '../../../../src/model/report/report-model.ts';
import { parseCodeVersion } from '../../../../src/service/engines/local/parse-code-version.ts';
import { ParseCache } from '../../../../src/service/work/parse-cache.ts';
import { silentPorts } from '../../../../src/usecases/ports.ts';
import { scoreAndWrite } from '../../../../src/usecases/report/report-record.ts';
import { parseCacheDir } from '../../../../src/usecases/target/parse-cache-dir.ts';
import { openScanReader } from '../../../../src/usecases/target/scan-reader.ts';
import { sampleModels } from '../../../fixtures/report-model.ts';

afterEach(() => vi.unstubAllEnvs());

it('knows the words of a document only after it was read once, and then keeps them', async () => {
  const env = { GOLDSET_CACHE_DIR: mkdtempSync(path.join(os.tmpdir(), 'goldset-scans-')) };
  const bytes = Buffer.from('Total 12');
  const read = async (recognises: boolean) => {
    await using reader = openScanReader(recognises, env);
    const pages = await reader.read(bytes, 'a.txt', 12);
    return pages && Array.from(pages, ([number, { words }]) => [number, words.map(({ text }) => text)]);
  };
  const words = [[1, ['Total', '12']]];
  expect(await read(false)).toBeNull();
  expect(await read(true)).toEqual(words);
  expect(await read(false)).toEqual(words);
});

it('gives a report the places of expected values on a scanned page that was read before', async () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'goldset-scans-'));
  vi.stubEnv('GOLDSET_CACHE_DIR', dir);
  const file = 'datasets/invoices/files/invoice-004.jpg';
  const box = { left: 10, top: 20, right: 30, bottom: 40 };
  const word = { text: 'Acme', box, confidence: 1, fontSize: 10 };
  const line = { text: 'Acme', words: [word], box, block: 0 };
  const page = { number: 1, width: 200, height: 300, source: 'ocr', lines: [line] } as const;
  const cache = new ParseCache(parseCacheDir(), await parseCodeVersion());
  await cache.write(sha256(readFileSync(file)), { effort: 'light' }, { type: 'IMG', pages: [page] });
  const model = sampleModels.extract(1);
  const [item] = model.items;
  const leaf = {
    path: 'seller',
    field: 'seller',
    outcome: 'missing',
    expected: 'Acme',
    similarity: 0,
  } as const;
  const items = [
    {
      ...(item as DocumentRow),
      document: { kind: 'file' as const, path: file },
      versions: [{ ...(item as DocumentRow).versions[0], exact: false, leaves: [leaf], citations: {} }],
    },
  ] as unknown as DocumentRow[];
  const settings = { formats: ['html' as const], written: {}, readScans: false };
  await scoreAndWrite(dir, settings, async () => ({ ...model, items }), silentPorts);
  const html = readFileSync(path.join(dir, 'index.html'), 'utf8');
  const stored = /id="block-detail-0">([^<]*)</.exec(html)?.[1] ?? '';
  const { items: shown } = JSON.parse(inflateRawSync(Buffer.from(stored, 'base64')).toString());
  expect(shown[0].expectedPlaces.seller).toMatchObject({
    page: 1,
    pageWidth: 200,
    polygon: { 0: { x: 10, y: 20 } },
  });
});
