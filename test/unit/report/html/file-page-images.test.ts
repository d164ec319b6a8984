import { expect, it } from 'vitest';
import type { Citation } from '../../../../src/model/processor/output.ts';
import type { DocumentRow } from '../../../../src/model/report/report-model.ts';
import { filePageImages, wrongPlaces } from '../../../../src/report/html/file-page-images.ts';
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
