import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { changeGroupOf } from '../../src/model/report/document-state.ts';
import type { ReportModel } from '../../src/model/report/report-model.ts';
import { type SectionName, sections } from '../../src/model/report/report-sections.ts';
import { sectionNames } from '../../src/report/html/section-blocks.ts';
import { long, times } from '../fixtures/long-form.ts';
import { findReplacedWords } from '../fixtures/report/replaced-words.ts';
import { insertHostileText, sampleModels } from '../fixtures/report-model.ts';
import { openDetails, violationsNow } from './accessibility.ts';
import { findChromium } from './find-chromium.ts';
import { drawn, ReportBrowser, showAddress } from './open-report.ts';
import { type SampleName, sampleReport, smallSampleText } from './sample-reports.ts';

const executable = findChromium();
if (!executable) console.warn('browser tests skipped: no Chromium found (GOLDSET_CHROMIUM names one)');

const over = 'document.documentElement.scrollWidth - innerWidth';
/**
 * Returns whether readers without knowledge of statistics read the document or section at this address. Returns false
 * for the summary, because it contains folded figures for analysts.
 */
function isForEveryone(place: string): boolean {
  const [name = ''] = place.split(/[/?]/);
  return name === 'document' || (name !== 'summary' && sections[name as SectionName].group === 'everyone');
}
async function texts(page: Page, selector: string): Promise<string[]> {
  await page.locator(selector).first().waitFor();
  return page.locator(selector).allInnerTexts();
}

describe.skipIf(!executable)('the report in a browser', () => {
  if (long) vi.setConfig({ testTimeout: 900_000 });
  const browser = new ReportBrowser();
  const { model } = sampleReport('extract');
  const newErrors = model.changes.flatMap((document) =>
    changeGroupOf(document) === 'newErrors' ? document.itemId : [],
  );
  let extract = '';
  beforeAll(async () => {
    await browser.start();
    extract = await browser.sample('extract');
  });
  afterAll(() => browser.stop());

  it('shows the verdict, the figures and the documents to open first, without an error or a request', async () => {
    const { page, complaints } = await browser.open(extract);
    const { outcome, lookFirst } = model.summary;
    expect(await page.locator('.verdict .headline').innerText()).toBe(outcome.headline);
    expect(await page.locator('.verdict .sentences').innerText()).toBe(outcome.sentences.join(' '));
    expect(await page.locator('.key-figure').count()).toBe(3);
    const links = page.locator('.look-first li a');
    expect(await links.allInnerTexts()).toEqual(lookFirst.documents.map(({ itemId }) => itemId));
    expect(await page.locator('.rail a', { hasText: 'New errors' }).innerText()).toContain(
      `${newErrors.length}`,
    );
    expect(complaints).toEqual([]);
    await browser.close(page);
  });

  it('opens the documents and the list that page one names', async () => {
    const { page } = await browser.open(extract);
    const { documents, total } = model.summary.lookFirst;
    const [first = ''] = documents.map(({ itemId }) => itemId);
    await page.getByRole('link', { name: first, exact: true }).click();
    await expect.poll(() => page.url()).toContain(`#/document/${first}`);
    await page.goBack();
    await page.getByRole('link', { name: `All ${total} documents with new errors` }).click();
    await page.locator('.error-group').first().waitFor();
    expect(page.url()).toContain('#/newErrors');
    await browser.close(page);
  });

  it('prints page one, the new errors and the rules together, once they are drawn', async () => {
    const { page, complaints } = await browser.open(extract);
    await page.evaluate(
      "window.printed = []; window.print = () => window.printed.push([...document.querySelectorAll('.printed-section h1')].map((heading) => heading.textContent))",
    );
    await page.getByRole('link', { name: 'Print report' }).click();
    await expect.poll(() => page.evaluate('window.printed.length')).toBe(1);
    expect(await page.evaluate('window.printed[0]')).toEqual([
      model.summary.heading.title,
      'New errors',
      'Rules',
    ]);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.look-first li').first().isVisible()).toBe(true);
    expect(await page.locator('.rail').isVisible()).toBe(false);
    await page.emulateMedia({ media: null });
    expect(complaints).toEqual([]);
    await browser.close(page);
  });

  it('folds the menu of a narrow screen, by pointer and by keyboard', async () => {
    const { page } = await browser.open(extract, { viewport: { width: 390, height: 844 } });
    const button = page.locator('.menu-button');
    const fields = page.locator('.rail a', { hasText: 'Fields' });
    await button.waitFor();
    const state = async () => [await button.getAttribute('aria-expanded'), await fields.isVisible()];
    expect(await state()).toEqual(['false', false]);
    await button.press('Enter');
    expect(await state()).toEqual(['true', true]);
    await page.keyboard.press('Escape');
    expect(await state()).toEqual(['false', false]);
    await button.click();
    await fields.click();
    await page.locator('.fields').waitFor();
    expect(await state()).toEqual(['false', false]);
    expect(await button.innerText()).toContain('Fields');
    await browser.close(page);
  });

  it('opens a document of a regressed field in three clicks', async () => {
    const { page } = await browser.open(extract);
    await page.getByRole('link', { name: 'Fields', exact: true }).click();
    await page.getByRole('button', { name: /total_amount/ }).click();
    await page.locator('.field-errors .links a').first().click();
    await page.locator('.document h1').waitFor();
    await expect.poll(() => page.url()).toContain('#/document/');
    expect(await texts(page, '.leaves tr.wrong th')).toContain('total_amount');
    await browser.close(page);
  });

  it('sorts fields, and restores the order from the address', async () => {
    const { page } = await browser.open(`${extract}#/fields`);
    await page.getByRole('button', { name: 'Right, before → now' }).click();
    await expect.poll(() => page.url()).toContain('sort=f1');
    await page.locator('th[aria-sort="ascending"]', { hasText: 'Right' }).waitFor();
    const sorted = await texts(page, '.fields .opener');
    const worst = model.fields.toSorted((a, b) => (a.f1[1]?.value ?? 2) - (b.f1[1]?.value ?? 2))[0];
    expect(sorted[0]).toContain(worst?.field);
    await page.reload();
    expect(await texts(page, '.fields .opener')).toEqual(sorted);
    await page.getByRole('combobox', { name: 'Verdict' }).selectOption('regressed');
    const regressed = model.fields.filter((row) => row.isLeaf && row.comparison?.verdict === 'regressed');
    await expect.poll(() => page.locator('.fields .opener').count()).toBe(regressed.length);
    await browser.close(page);
  });

  it('filters documents, keeps the filter in the address, and steps through the result with j and k', async () => {
    const { page, complaints } = await browser.open(`${extract}#/documents`);
    await page.getByLabel('Filter').fill('new-errors');
    await expect.poll(() => page.url()).toContain('q=new-errors');
    await expect
      .poll(() => page.locator('.section-heading').innerText())
      .toContain(`${newErrors.length} of 50`);
    await page.locator('.documents tbody a').first().click();
    const heading = page.locator('.document h1');
    await heading.waitFor();
    expect(await heading.innerText()).toBe(newErrors[0]);
    await page.keyboard.press('j');
    await page.getByRole('heading', { name: newErrors[1] ?? '', exact: true }).waitFor();
    await expect.poll(() => page.url()).toContain(`#/document/${newErrors[1]}?q=new-errors`);
    await page.keyboard.press('k');
    await page.getByRole('heading', { name: newErrors[0] ?? '', exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await browser.close(page);
  });

  it('renders only the visible rows of any number of documents', async () => {
    const documents = times(120, 10_000);
    const address = await browser.write('large', sampleModels.large(documents));
    const { page, complaints } = await browser.open(address);
    await page.locator('.verdict .headline').waitFor();
    await showAddress(page, '#/documents?sort=id');
    await page.locator('.documents tbody a').first().waitFor();
    expect(await page.locator('.documents tbody tr').count()).toBeLessThan(80);
    await page.locator('.virtual').evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await page.getByRole('link', { name: `inv-${String(documents).padStart(4, '0')}` }).waitFor();
    expect(complaints).toEqual([]);
    await browser.close(page);
  });

  it('opens the documents of a cell of the confusion matrix', async () => {
    const { page, complaints } = await browser.open(`${await browser.sample('classify')}#/classes`);
    const cell = page.getByRole('link', { name: /expected purchase order, got delivery note/ });
    const count = Number(await cell.innerText());
    await cell.click();
    await page.locator('.documents tbody a').first().waitFor();
    expect(await page.locator('.documents tbody a').count()).toBe(count);
    await showAddress(page, '#/classes?view=difference&shade=share');
    await page.locator('.matrix').waitFor();
    expect(complaints).toEqual([]);
    await browser.close(page);
  });

  it('draws one strip per packet, and omits empty sections from the navigation', async () => {
    const { model: splitter } = sampleReport('splitter');
    const { page, complaints } = await browser.open(`${await browser.sample('splitter')}#/packets`);
    await page.locator('.packet').first().waitFor();
    const wrong = splitter.items.filter((item) => item.versions.some((version) => version.exact !== true));
    expect(await page.locator('.packet').count()).toBe(wrong.length);
    await page.getByLabel('show also').check();
    await expect.poll(() => page.locator('.packet').count()).toBe(splitter.items.length);
    const pages = splitter.packets?.strips[0]?.pages ?? 0;
    const lines = page.locator('.packet').first().locator('.strip').first().locator('tbody tr');
    expect(await lines.count()).toBe(3);
    expect(await lines.first().locator('.page-cell').count()).toBe(pages);
    expect(await texts(page, '.rail li')).not.toContain('Fields');
    expect(complaints).toEqual([]);
    await browser.close(page);
  });

  it('has no accessibility violation, no message in the console, no sideways scrolling and plain words, in each section, width and theme', async () => {
    const looks = [1440, 1024, 390].flatMap((width) =>
      (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
    );
    const documentOf = (kind: SampleName) => `document/${sampleReport(kind).model.items[0]?.itemId}`;
    // `npm test` checks each section only in one report, and only in one window size and theme. The numbers are
    // positions in `looks`. Sections that people often read on phones are checked at the width of a phone.
    const turns: Record<SampleName, Record<string, number>> = {
      extract: {
        ...Object.fromEntries(sectionNames(model).map((name, at) => [name, at % 4])),
        ...{ summary: 4, fields: 5, documents: 4, method: 5, 'document/inv-0038': 4 },
      },
      classify: { 'classes?view=difference': 0, newErrors: 3, [documentOf('classify')]: 1 },
      splitter: { packets: 1, newErrors: 2, [documentOf('splitter')]: 4 },
    };
    for (const kind of ['extract', 'classify', 'splitter'] as const) {
      const { page, complaints } = await browser.open(await browser.sample(kind));
      const all = [...sectionNames(sampleReport(kind).model), documentOf(kind)];
      let known: string | undefined;
      const places = [...new Set([...Object.keys(turns[kind]), ...(long ? all : [])])];
      // After a change of the size or the theme, the page draws the open section again.
      for (const [turn, { width, colorScheme }] of looks.entries()) {
        const shown = long ? places : places.filter((place) => turns[kind][place] === turn);
        if (shown.length === 0) continue;
        // In `npm test`, the window has less height, so that long lists show fewer rows.
        await page.setViewportSize({ width, height: long ? 900 : 400 });
        await page.emulateMedia({ colorScheme });
        for (const place of shown) {
          await showAddress(page, `#/${place}`);
          const look = `${kind} ${place} at ${width}, ${colorScheme}`;
          if (isForEveryone(place))
            expect(findReplacedWords(await page.locator('#main').innerText()), look).toEqual([]);
          await page.evaluate(openDetails);
          expect(await violationsNow(page, known), look).toEqual([]);
          expect(await page.evaluate(over), look).toBeLessThanOrEqual(0);
          known = '.rail';
        }
      }
      expect(complaints).toEqual([]);
      await browser.close(page);
    }
  });

  it('shows the documents with errors instead of a recommendation for one version', async () => {
    const { page } = await browser.open(await browser.write('single', sampleModels.single()));
    expect(await page.locator('.verdict').innerText()).not.toMatch(/publish/i);
    expect(await texts(page, '.look-first h2')).toEqual(['Look at these first']);
    await browser.close(page);
  });

  it('prints the open section in one column, without the menu, and all documents', async () => {
    const { page } = await browser.open(`${extract}#/documents`, { viewport: { width: 688, height: 960 } });
    await page.locator('.documents tbody a').first().waitFor();
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.locator('.documents tbody th').count()).toBe(50);
    const places = ['documents', 'newErrors', 'fields', `document/${newErrors[0]}`];
    for (const place of long ? [...places, '', 'arrays'] : places) {
      await showAddress(page, `#/${place}`);
      expect(await page.locator('.rail').isVisible()).toBe(false);
      expect(await page.evaluate(over), place).toBeLessThanOrEqual(0);
    }
    await page.emulateMedia({ media: null });
    await browser.close(page);
  });

  it('draws the charts of a dark page in light colours before the browser prints it', async () => {
    const { page } = await browser.open(`${extract}#/fields`, { colorScheme: 'dark' });
    await page.locator('.chart .save').first().waitFor();
    const drawing = "document.querySelector('.chart canvas').toDataURL()";
    const onScreen = await page.evaluate(drawing);
    // The page has added its own listener already. The browser calls it before the listener of this test.
    await page.evaluate(
      `matchMedia('print').addEventListener('change', () => { window.drawn = ${drawing}; }, { once: true })`,
    );
    await page.pdf();
    const printed = await page.evaluate('window.drawn');
    expect(printed).toMatch(/^data:image/);
    expect(printed).not.toBe(onScreen);
    await expect.poll(() => page.evaluate(drawing)).toBe(onScreen);
    await browser.close(page);
  });

  it('shows hostile texts as text in every section, and keeps names without a place to break inside the page', async () => {
    const stretched = (name: string) => `${name}${'x'.repeat(150)}`;
    const models = [
      sampleModels.extract(8),
      sampleModels.splitter(4),
      sampleModels.classify(12),
      sampleModels.single(6),
    ].map((model) => {
      const text = JSON.stringify(model)
        .replaceAll('"draft"', JSON.stringify(stretched('draft')))
        .replaceAll('seller_name', stretched('seller_name'))
        .replaceAll('purchase order', stretched('purchase'))
        .replaceAll('inv-00', stretched('inv-00'));
      return insertHostileText(JSON.parse(text) as ReportModel);
    });
    const visited = new Set<string>();
    // `npm test` skips the last report, which has only one version.
    for (const [number, hostile] of models.slice(0, times(3, 4)).entries()) {
      const viewport = { width: 320, height: 800 };
      const { page, complaints } = await browser.open(await browser.write(`hostile${number}`, hostile), {
        viewport,
      });
      const first = hostile.items[0]?.itemId ?? '';
      // `npm test` skips sections that are not in this report, or that were checked in an earlier report.
      const offered = await page.locator('.rail a').evaluateAll((links) => links.map((link) => String(link)));
      const sections = [
        'summary',
        'newErrors',
        'gate',
        'fields',
        'arrays',
        'documents',
        'classes',
        'packets',
        'groups',
        'speed',
        'method',
      ]
        .map((name) => `#/${name}`)
        .filter((place) => long || offered.some((address) => address.endsWith(place)));
      expect(sections.length).toBeGreaterThan(3);
      const unseen = sections.filter((place) => long || place === '#/classes' || !visited.has(place));
      for (const place of [...unseen, `#/document/${encodeURIComponent(first)}`]) {
        visited.add(place);
        await showAddress(page, place);
        for (const width of long ? [1280, 320] : [320]) {
          await page.setViewportSize({ ...viewport, width });
          await drawn(page);
          expect(await page.evaluate(over), `${place} at ${width}`).toBeLessThanOrEqual(0);
        }
        expect(await page.locator('main img[onerror], main script').count(), place).toBe(0);
      }
      expect(await page.locator('.document h1').innerText()).toContain('<img src=x');
      expect(await page.title()).not.toBe('owned');
      expect(complaints).toEqual([]);
      await browser.close(page);
    }
  }, 120_000);

  it('shows fields and tags with names such as constructor, and values of megabytes', async () => {
    const plain = sampleModels.extract(3);
    const text = JSON.stringify(plain)
      .replaceAll('seller_name', 'constructor')
      .replaceAll('"vendor"', '"__proto__"');
    const unusual = JSON.parse(text) as ReportModel;
    const [first, ...others] = unusual.items;
    const huge = 'x'.repeat(2_000_000);
    const versions = first?.versions.map((version) => ({
      ...version,
      exact: false,
      confidences: {},
      leaves: version.leaves.map((leaf, at) => {
        return { ...leaf, outcome: 'incorrect' as const, predicted: at < times(1, 100) ? huge : 'x' };
      }),
    }));
    const items = first && versions ? [{ ...first, versions }, ...others] : [];
    const { page, complaints } = await browser.open(await browser.write('odd', { ...unusual, items }));
    await showAddress(page, `#/document/${first?.itemId}`);
    await page.locator('.leaves').waitFor();
    expect(await texts(page, '.leaves tbody th')).toContain('constructor');
    expect((await page.locator('.leaf-text').first().innerText()).length).toBeLessThan(5000);
    await showAddress(page, '#/documents?q=constructor+tag:__proto__=v1');
    await page.locator('.virtual').waitFor();
    expect(complaints).toEqual([]);
    await browser.close(page);
  });

  it('reports an incomplete file', async () => {
    const address = await browser.write('whole', sampleModels.extract(3));
    const html = await readFile(fileURLToPath(address), 'utf8');
    await writeFile(fileURLToPath(address), html.slice(0, html.indexOf('block-index') + 60));
    const { page } = await browser.open(`${address}#/documents`);
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').innerText()).toContain('incomplete');
    await browser.close(page);
  });

  it('keeps the verdict of a field visible if names and values have no place to break', async () => {
    const long = 'W'.repeat(300);
    const text = JSON.stringify(sampleModels.extract(12)).replaceAll('seller_name', long);
    const wide = JSON.parse(text) as ReportModel;
    for (const { confusions } of wide.fields)
      for (const pair of confusions) Object.assign(pair, { expected: long, predicted: long });
    const { page } = await browser.open(`${await browser.write('wide-fields', wide)}#/fields`);
    await page.setViewportSize({ width: 1440, height: 900 });
    const row = page.locator('.fields tbody tr', { hasText: long }).first();
    await row.waitFor();
    const verdict = await row.locator('.verdict-word').boundingBox();
    expect((verdict?.x ?? 9999) + (verdict?.width ?? 0)).toBeLessThan(1440);
    expect(await page.locator('.fields td.value').first().innerText()).toHaveLength(2 * 121 + 3);
    await browser.close(page);
  });

  it('explains a term on hover, focus and tap, and states in tooltips what a small sample cannot show', async () => {
    const { page } = await browser.open(`${extract}#/fields`);
    await page.locator(`.fields span[title^="${smallSampleText}"]`).first().waitFor();
    const term = page.locator('.section-heading').getByRole('button', { name: 'range' });
    const note = page.getByRole('note').filter({ hasText: 'sample' });
    await term.hover();
    await note.waitFor();
    await page.keyboard.press('Escape');
    await note.waitFor({ state: 'hidden' });
    await page.mouse.move(0, 0);
    await term.focus();
    await note.waitFor();
    await page.keyboard.press('Tab');
    expect(await note.locator('a').evaluate((link) => link.matches(':focus'))).toBe(true);
    await page.keyboard.press('Tab');
    await note.waitFor({ state: 'hidden' });
    await browser.close(page);
  });

  it('keeps the verdict of each field on screens of 1024 and 390 pixels, and moves other cells to the details', async () => {
    const { page } = await browser.open(`${extract}#/fields`);
    const row = page.locator('.fields tbody tr').first();
    const verdict = row.locator('.verdict-word');
    const frequent = row.locator('td[data-label="Most frequent error"]');
    await frequent.waitFor();
    await page.setViewportSize({ width: 1024, height: 800 });
    expect([await verdict.isVisible(), await frequent.isVisible()]).toEqual([true, false]);
    await page.setViewportSize({ width: 390, height: 844 });
    const documents = row.locator('td[data-label="Documents"]');
    expect([await verdict.isVisible(), await documents.isVisible()]).toEqual([true, false]);
    await row.getByRole('button', { name: 'Details of this row' }).click();
    const details = page.locator('.fields .row-details').first();
    expect(await details.innerText()).toContain('Documents');
    await browser.close(page);
  });

  it('searches documents and terms with /, lists the keys with ?, and opens sections with g', async () => {
    const { page, complaints } = await browser.open(extract);
    await page.locator('.rail-tools').waitFor();
    await page.keyboard.press('/');
    const dialog = page.getByRole('dialog', { name: 'Search the report' });
    await dialog.getByLabel('Search').fill(newErrors[0] ?? '');
    await dialog.getByRole('link', { name: newErrors[0] ?? '', exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.document h1').waitFor();
    expect(await page.locator('.document h1').innerText()).toBe(newErrors[0]);
    await page.keyboard.press('u');
    await expect.poll(() => page.url()).toContain('#/documents');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    expect(await page.getByRole('dialog').innerText()).toContain('previous document');
    // Presses a second key right after Escape. The second key must have an effect too.
    await Promise.all(['Escape', '?'].map((key) => page.keyboard.press(key)));
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.keyboard.press('g');
    await page.keyboard.press('f');
    await expect.poll(() => page.url()).toContain('#/fields');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    // Right after a dialog was closed, its input field still has the focus.
    await page.evaluate(`(() => {
      const field = document.querySelector('dialog input');
      document.querySelector('dialog').close();
      for (const key of 'gd') field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    })()`);
    await expect.poll(() => page.url()).toContain('#/documents');
    expect(complaints).toEqual([]);
    await browser.close(page);
  });

  it('keeps the chosen colours, whatever the operating system uses', async () => {
    const { page } = await browser.open(extract);
    const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(await ground()).toBe('rgb(255, 255, 255)');
    await page.getByLabel('Colours').selectOption('dark');
    expect(await ground()).toBe('rgb(20, 24, 29)');
    await page.reload();
    expect(await ground()).toBe('rgb(20, 24, 29)');
    await page.getByLabel('Colours').selectOption('system');
    expect(await ground()).toBe('rgb(255, 255, 255)');
    await browser.close(page);
  });
});
