import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { Citation } from '../../../../src/model/processor/output.ts';
import type { DocumentRow } from '../../../../src/model/report/report-model.ts';
import {
  filePageImages,
  readExpectedPlaces,
  unplacedValues,
  wrongPlaces,
} from '../../../../src/report/html/file-page-images.ts';
import { samplePdf } from '../../../fixtures/documents/sample-pdf.ts';
import { sampleModels } from '../../../fixtures/report-model.ts';

const [sample] = sampleModels.extract(1).items;
const place = (x: number): Citation => ({
  page: 1,
  polygon: [
    { x, y: 10 },
    { x: x + 5, y: 12 },
  ],
  pageWidth: 100,
  pageHeight: 100,
});
const version = (outcomes: Record<string, 'correct' | 'incorrect'>, at: number) => ({
  leaves: Object.entries(outcomes).map(([path, outcome]) => ({ path, field: path, outcome, similarity: 0 })),
  citations: { a: [place(at)], b: [place(at + 1)] },
});

it('finds the places, in each version, of the values that are wrong in the last version', () => {
  const versions = [
    version({ a: 'correct', b: 'incorrect' }, 10),
    version({ a: 'incorrect', b: 'correct' }, 20),
  ];
  const places = wrongPlaces({ versions } as unknown as DocumentRow);
  expect(places.map(({ polygon }) => polygon?.[0]?.x)).toEqual([10, 20]);
});

it('draws a page as WebP, and as crops only if a value is wrong', async () => {
  const document = { kind: 'file', path: 'datasets/invoices/files/invoice-001.pdf' } as const;
  const right = { ...sample, change: null, document, versions: [version({ a: 'correct' }, 10)] };
  const drawn = async (which: 'all' | 'crops', item: unknown) => {
    const content = await filePageImages(which).open(item as DocumentRow);
    return content.kind === 'pages' ? Array.fromAsync(content.pages) : [];
  };
  const [whole] = await drawn('all', right);
  expect(whole).toMatchObject({ page: 1, mediaType: 'image/webp', width: 850 });
  expect(await drawn('crops', right)).toEqual([]);
  const wrong = { ...right, versions: [version({ a: 'incorrect' }, 10)] };
  const [crop] = await drawn('crops', wrong);
  expect(crop).toMatchObject({ page: 1, width: 850 });
  expect(crop?.bytes.length).toBeLessThan((whole?.bytes.length ?? 0) / 2);
});

it('searches the expected values that are wrong now and that no other version cites', () => {
  const leaf = (path: string, outcome: string) => ({
    path,
    field: path,
    outcome,
    expected: path,
    similarity: 0,
  });
  const item = (before: string, citations: Record<string, Citation[]>) =>
    ({
      versions: [
        { leaves: [leaf('a', before), leaf('b', 'incorrect')], citations },
        { leaves: [leaf('a', 'incorrect'), leaf('b', 'correct'), leaf('c', 'missing')], citations: {} },
      ],
    }) as unknown as DocumentRow;
  const paths = (row: DocumentRow) => unplacedValues(row).map(([path]) => path);
  expect(paths(item('correct', { a: [place(10)] }))).toEqual(['c']);
  expect(paths(item('incorrect', { a: [place(10)] }))).toEqual(['a', 'c']);
  expect(paths(item('correct', {}))).toEqual(['a', 'c']);
});

it('finds where the expected value is printed in the file, also outside of the cited places', async () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'goldset-places-'));
  const file = path.join(dir, 'a.pdf');
  const text = [
    { text: 'Total 1,250.00', x: 306, y: 396 },
    { text: 'Twice here and Twice there', x: 50, y: 700 },
  ];
  writeFileSync(file, await samplePdf([text]));
  const wrong = (name: string, expected: unknown) => ({
    path: name,
    field: name,
    outcome: 'incorrect',
    expected,
    similarity: 0,
  });
  const item = {
    ...sample,
    name: 'a.pdf',
    document: { kind: 'file', path: file },
    versions: [{ leaves: [wrong('total', 1250), wrong('note', 'Twice')], citations: {} }],
  } as unknown as DocumentRow;
  const content = await filePageImages('crops').open(item);
  const { expectedPlaces = {}, pages } = content.kind === 'pages' ? content : { pages: [] };
  expect(Object.keys(expectedPlaces)).toEqual(['total']);
  const corner = expectedPlaces.total?.polygon?.[0];
  // The page is 612 points wide. The number follows the word `Total`, which starts at x = 306.
  expect(corner?.x).toBeGreaterThan(320);
  expect(corner?.x).toBeLessThan(380);
  expect(await Array.fromAsync(pages)).toHaveLength(1);
});

describe('scanned pages', () => {
  const scanned = {
    ...sample,
    name: 'invoice-004.jpg',
    document: { kind: 'file', path: 'datasets/invoices/files/invoice-004.jpg' },
    versions: [
      {
        leaves: [{ path: 'seller', field: 'seller', outcome: 'missing', expected: 'Acme', similarity: 0 }],
        citations: {},
      },
    ],
  } as unknown as DocumentRow;
  const acme = {
    width: 200,
    height: 100,
    ocr: true,
    words: [{ text: 'ACME', box: { left: 20, top: 10, right: 60, bottom: 30 } }],
  };

  it('finds expected values among the words of an image, and states if no one has read it', async () => {
    const place = {
      page: 1,
      pageWidth: 200,
      pageHeight: 100,
      polygon: [
        { x: 20, y: 10 },
        { x: 60, y: 10 },
        { x: 60, y: 30 },
        { x: 20, y: 30 },
      ],
    };
    expect(await readExpectedPlaces(scanned, async () => new Map([[1, acme]]))).toEqual({
      expectedPlaces: { seller: place },
      hasUnreadScans: false,
    });
    const unread = { expectedPlaces: {}, hasUnreadScans: true };
    expect(await readExpectedPlaces(scanned, async () => null)).toEqual(unread);
    const failing = () => Promise.reject(new Error('no recognition on this machine'));
    expect(await readExpectedPlaces(scanned, failing)).toEqual(unread);
  });

  it('reads only the pages of a PDF without words, and keeps the numbers of the pages', async () => {
    const dir = mkdtempSync(path.join(os.tmpdir(), 'goldset-scans-'));
    const pdf = async (name: string, ...pages: string[]) => {
      const file = path.join(dir, name);
      writeFileSync(
        file,
        await samplePdf(pages.map((text) => (text === '' ? [] : [{ text, x: 50, y: 700 }]))),
      );
      return { ...scanned, name, document: { kind: 'file', path: file } } as DocumentRow;
    };
    const readScan = vi.fn(async () => new Map([[2, acme]]));
    const mixed = await readExpectedPlaces(await pdf('mixed.pdf', 'Cover', ''), readScan);
    expect(mixed.expectedPlaces?.seller).toMatchObject({ page: 2, pageWidth: 200 });
    expect(readScan).toHaveBeenCalledTimes(1);
    const printed = await readExpectedPlaces(await pdf('text.pdf', 'Cover', 'Acme'), readScan);
    expect(printed).toMatchObject({ expectedPlaces: { seller: { page: 2 } }, hasUnreadScans: false });
    expect(readScan).toHaveBeenCalledTimes(1);
  });
});
