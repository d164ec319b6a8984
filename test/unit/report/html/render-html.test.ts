import { createHash } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { DocumentIndex } from '../../../../src/model/report/document-index.ts';
import type { ChangedDocument } from '../../../../src/model/report/document-state.ts';
import { renderHtml } from '../../../../src/report/html/render-html.ts';
import type {
  DetailBlock,
  HeadBlock,
  NewErrorsBlock,
  PlacesBlock,
} from '../../../../src/viewer/blocks/report-blocks.ts';
import { times } from '../../../fixtures/long-form.ts';
import { drawnPages } from '../../../fixtures/report/drawn-pages.ts';
import { hostileText, insertHostileText, sampleModels } from '../../../fixtures/report-model.ts';

const rawBlock = (html: string, name: string) =>
  new RegExp(`id="block-${name}">([^<]*)<`).exec(html)?.[1] ?? '';
const block = (html: string, name: string): unknown =>
  JSON.parse(inflateRawSync(Buffer.from(rawBlock(html, name), 'base64')).toString());
const head = (html: string) => JSON.parse(rawBlock(html, 'head')) as HeadBlock;

describe('renderHtml', () => {
  it('allows only its own script and style, by hash', async () => {
    const html = await renderHtml(sampleModels.extract(5), { images: null });
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
    const script = /<script>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '';
    const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? '';
    const hash = (text: string) => createHash('sha256').update(text).digest('base64');
    expect(policy).toContain("default-src 'none'");
    const hashes = [script, block(html, 'script-section-views'), block(html, 'script-charts')].map(
      (text) => `'sha256-${hash(text as string)}'`,
    );
    expect(policy).toContain(`script-src ${hashes.join(' ')};`);
    expect(policy).toContain(`style-src 'sha256-${hash(style)}'`);
    expect(policy).not.toMatch(/unsafe|http/);
    expect(html.match(/<script>/g)).toHaveLength(1);
  });

  it('has the list of charts even if it is empty, because every section reads it', async () => {
    const html = await renderHtml({ ...sampleModels.extract(5), charts: [] }, { images: null });
    expect(block(html, 'charts')).toEqual([]);
  });

  it('has the verdict as text before any data', async () => {
    const model = sampleModels.extract(5);
    const html = await renderHtml(model, { images: null });
    const sentence = html.indexOf(model.summary.outcome.headline);
    expect(sentence).toBeGreaterThan(0);
    expect(sentence).toBeLessThan(html.indexOf('block-head'));
  });

  it('states what is missing without scripts, and has no link that then leads nowhere', async () => {
    const html = await renderHtml(sampleModels.extract(5), { images: null });
    const start = html.indexOf('<div id="app">');
    const pageOne = html.slice(start, html.indexOf('<script', start));
    expect(pageOne).toMatch(/<noscript><p[^>]*>This browser runs no scripts, so only page one is shown/);
    expect(pageOne).toContain('<a data-href="#/document/');
    expect(pageOne).not.toMatch(/<a [^>]*\shref=/);
  });

  it('lists documents that lost a result without a right value apart from those with new errors', async () => {
    const model = sampleModels.extract(20);
    const [changed, ...others] = model.changes;
    const counts = model.changeCounts;
    if (changed === undefined || counts === null) throw new Error('the sample has no changes');
    const lost: ChangedDocument = {
      ...changed,
      state: 'noResult',
      newlyWrong: true,
      newErrors: 0,
      errorsBefore: 3,
      values: [],
    };
    const changes = [lost, ...others];
    const changeCounts = { ...counts, newErrors: 4, newErrorsOrLost: 5 };
    const html = await renderHtml({ ...model, changes, changeCounts }, { images: null });
    const { documents, lost: count, lostDocuments } = block(html, 'newErrors') as NewErrorsBlock;
    expect([documents, count, head(html).newErrors]).toEqual([4, 1, 4]);
    expect(lostDocuments.map(({ itemId, document }) => [itemId, document.errorsBefore])).toEqual([
      [changed.itemId, 3],
    ]);
  });

  it('marks removed and added words of a changed text, without markup from the text', async () => {
    const model = sampleModels.extract(5);
    const [first] = model.summary.configChanges?.settings ?? [];
    const removed = [{ change: 'removed' as const, text: '<img src=x>' }];
    const settings = first === undefined ? [] : [{ ...first, difference: removed }];
    const summary = { ...model.summary, configChanges: { sentence: '', settings } };
    expect(await renderHtml(model, { images: null })).toContain(
      '<span>The </span><del>printed</del><ins>payment</ins><span> date of the invoice</span>',
    );
    expect(await renderHtml({ ...model, summary }, { images: null })).toContain(
      '<del>&lt;img src=x&gt;</del>',
    );
  });

  it('shows notes on a document below the place of its value, without markup from the text', async () => {
    const model = sampleModels.extract(5);
    const { lookFirst } = model.summary;
    const documents = lookFirst.documents.map((one) => ({ ...one, crop: null, cropNote: '<b>No picture' }));
    const summary = { ...model.summary, lookFirst: { ...lookFirst, documents } };
    expect(await renderHtml({ ...model, summary }, { images: null })).toContain(
      '<p class="place">line item 2, description<small class="quiet">Table row that the document does not have (2 documents)</small><small class="quiet">&lt;b&gt;No picture</small></p>',
    );
  });

  it('stores every document in columns and its values in blocks', async () => {
    const model = sampleModels.extract(30);
    const html = await renderHtml(model, { images: null });
    const index = block(html, 'index') as DocumentIndex;
    expect(index.ids).toEqual(model.items.map((item) => item.itemId));
    expect(index.change).toHaveLength(30);
    const blocks = new Set((block(html, 'places') as PlacesBlock).detail);
    expect(blocks.has(-1)).toBe(false);
    const items = [...blocks].flatMap((number) => (block(html, `detail-${number}`) as DetailBlock).items);
    expect(items.map((item) => item.position).sort((a, b) => a - b)).toEqual(
      model.items.map((_, number) => number),
    );
  });

  it('omits right documents first if the values do not fit, and states their number', async () => {
    const model = sampleModels.extract(600);
    const html = await renderHtml(model, { images: null, detailBudget: 150_000 });
    const index = block(html, 'index') as DocumentIndex;
    const { detail } = block(html, 'places') as PlacesBlock;
    const left = detail.filter((number) => number === -1).length;
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(600);
    expect(head(html).omitted.details).toBe(left);
    const brokenLeft = detail.filter((number, item) => number === -1 && index.change[item] === 'e');
    expect(brokenLeft).toEqual([]);
  });

  it('inlines page images of changed and wrong documents up to the budget', async () => {
    const model = sampleModels.extract(16);
    const html = await renderHtml(model, { images: drawnPages, imageBudget: 150_000 });
    const { images } = head(html).omitted;
    expect(images.inlined).toBeGreaterThan(0);
    expect(images.overBudget).toBeGreaterThan(0);
    expect(html.match(/id="block-image-/g)).toHaveLength(images.inlined);
    const bytes = [...html.matchAll(/id="block-image-[^>]*>([^<]*)</g)].reduce(
      (sum, [, text]) => sum + (text?.length ?? 0),
      0,
    );
    expect(bytes).toBeLessThan(150_000 + 100 * images.inlined);
  });

  it('opens no document after the smallest one so far no longer fits', async () => {
    const model = sampleModels.extract(16);
    const wrong = model.items.filter(({ versions }) => versions.some(({ exact }) => exact !== true)).length;
    expect(wrong).toBeGreaterThan(6);
    // As base64, the second image takes 4000 bytes, and each of the others takes 8000. So the first three take 20,000
    // bytes. Further images are drawn only if the smallest image so far would still fit.
    const openedWith = async (imageBudget: number) => {
      let opened = 0;
      const draw = async function* () {
        const bytes = new Uint8Array(++opened === 2 ? 3000 : 6000);
        yield { page: 1, mediaType: 'image/png' as const, width: 1, height: 1, bytes };
      };
      const open = async () => ({ kind: 'pages' as const, pages: draw() });
      const html = await renderHtml(model, { images: { open }, imageBudget });
      expect(head(html).omitted.images).toMatchObject({ inlined: 3, overBudget: wrong - 3 });
      return opened;
    };
    expect(await openedWith(23_999)).toBe(3);
    expect(await openedWith(24_000)).toBe(wrong);
  });

  it('lists no section without content', async () => {
    const model = { ...sampleModels.classify(6), gate: null };
    expect(head(await renderHtml(model, { images: null })).sections.toSorted()).toEqual([
      'classes',
      'documents',
      'method',
      'newErrors',
      'speed',
      'summary',
    ]);
  });

  it('escapes every text that could end an element', async () => {
    const html = await renderHtml(insertHostileText(sampleModels.extract(8)), { images: null });
    expect(html).not.toContain('<img');
    expect(html).not.toContain('\0');
    expect(html.split('</script>').length).toBe(html.split('<script').length);
    expect(head(html).title.endsWith(hostileText)).toBe(true);
  });

  const planned = times(1200, 10_000);
  it(`stays under 2 MB with ${planned} documents and writes the same bytes twice`, async () => {
    const model = sampleModels.large(planned);
    const html = await renderHtml(model, { images: null });
    expect(Buffer.byteLength(html)).toBeLessThan(2_000_000);
    expect((block(html, 'index') as DocumentIndex).ids).toHaveLength(planned);
    expect(head(html).documents).toMatchObject({ planned, shown: 1000 });
    // Every shown document can be opened, at its position in the record.
    expect(head(html).omitted.details).toBe(0);
    const { positions, detail } = block(html, 'places') as PlacesBlock;
    expect(positions).toEqual(model.items.map(({ position }) => position));
    const items = [...new Set(detail)].flatMap(
      (number) => (block(html, `detail-${number}`) as DetailBlock).items,
    );
    expect(items.map(({ position }) => position).sort((a, b) => a - b)).toEqual(positions);
    const small = sampleModels.extract(50);
    expect(await renderHtml(small, { images: null })).toBe(await renderHtml(small, { images: null }));
  });
});
