import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attributionOf } from '../../src/analysis/attribution/attribute-errors.ts';
import { compareRecords } from '../../src/analysis/compare/compare-records.ts';
import { defaultStatistics } from '../../src/analysis/measure/settings.ts';
import { buildReport } from '../../src/analysis/sections/build-report.ts';
import type { ProcessorConfig } from '../../src/model/processor/processor-config.ts';
import type { ReportModel } from '../../src/model/report/report-model.ts';
import type { RecordReader } from '../../src/record/read/open-record.ts';
import { defaultScoringOptions } from '../../src/scorers/extraction/scoring-options.ts';
import { evaluateRecord } from '../../src/usecases/evaluate/evaluate-record.ts';
import { shownVerdict, withGate } from '../../src/usecases/report/with-gate.ts';
import { someOf } from '../fixtures/long-form.ts';
import { repeatedRecord } from '../fixtures/records/repeated-record.ts';
import { writeRecord } from '../fixtures/records/write-record.ts';
import { seriousViolations } from './accessibility.ts';
import { findChromium } from './find-chromium.ts';
import { ReportBrowser, showAddress } from './open-report.ts';

const executable = findChromium();
if (!executable) console.warn('browser tests skipped: no Chromium found (GOLDSET_CHROMIUM names one)');

const hostile = '<img src=x onerror=document.title="owned">';
const classify = (...types: string[]): ProcessorConfig => ({
  type: 'CLASSIFY',
  classifications: types.map((type) => ({ id: type, type, description: type })),
});
const is = (type: string) => ({ id: type, type, confidence: 0.9 });

/**
 * Writes a record of 40 documents. The draft is wrong in ten documents of the class `letter`, and its config has one
 * class more than the config of version 1.0.
 */
async function record(): Promise<RecordReader> {
  const [before, after] = [classify('letter', 'other'), classify('letter', 'memo', 'other')];
  const reader = await writeRecord(
    after,
    ['1.0', 'draft'],
    Array.from({ length: 40 }, (_, at) => {
      const type = at < 20 ? 'letter' : at < 35 ? 'other' : 'memo';
      return {
        id: at === 0 ? hostile : `doc-${at}`,
        expected: is(type),
        outputs: [is(type === 'memo' ? 'other' : type), is(at < 10 ? 'other' : type)],
      };
    }),
  );
  const { plan } = reader;
  const versions = plan.versions.map((version, at) => ({ ...version, config: at === 0 ? before : after }));
  return { ...reader, plan: { ...plan, versions, dataset: { ...plan.dataset, config: after } } };
}

async function decided(): Promise<ReportModel> {
  const reader = await record();
  const model = await compareRecords(
    { reader, version: '1.0' },
    { reader, version: 'draft' },
    { sampleSize: {} },
  );
  const { outcome } = await evaluateRecord({
    candidate: { reader },
    baseline: null,
    policy: {
      limits: [
        { metric: 'accuracy', min: 0.5 },
        { metric: 'recall', class: 'letter', min: 0.9 },
      ],
      newErrors: [{ max: 2 }],
    },
    optionsOf: () => ({ scoring: defaultScoringOptions, statistics: defaultStatistics }),
  });
  const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
  const gold = [{ type: 'bill', startPage: 1, endPage: 2, expected: { value: { a: 'x' } } }];
  const packet = (id: string, endPage: number, a: string) => ({
    id,
    gold,
    predicted: [{ type: 'bill', startPage: 1, endPage, output: { value: { a } } }],
  });
  const attribution = attributionOf(
    [packet('doc-1', 1, 'y'), packet(hostile, 2, 'z'), packet('elsewhere', 2, 'x')],
    new Map([['bill', { type: 'EXTRACT', schema }]]),
  );
  return { ...withGate(model, shownVerdict(outcome)), attribution };
}

describe.skipIf(!executable)('decisions in a browser', () => {
  const browser = new ReportBrowser();
  let address = '';
  let model: ReportModel;
  beforeAll(async () => {
    await browser.start();
    model = await decided();
    address = await browser.write('decided', model);
  });
  afterAll(() => browser.stop());

  it('gives no verdict on an unfinished run of one or two versions, even if the gate passed', async () => {
    for (const versions of [['1.0'], ['1.0', 'draft']]) {
      const pairs = Array.from({ length: 40 }, (_, at) => ({
        id: `doc-${at}`,
        expected: is('letter'),
        // 27 of 40 item runs have ended, and the candidate is right in all of them.
        outputs: versions.map((_name, version) =>
          at < 27 ? is(version === versions.length - 1 ? 'letter' : 'other') : undefined,
        ),
      }));
      const reader = await writeRecord(classify('letter', 'other'), versions, pairs);
      const gate = { status: 'pass', checks: [], sentence: 'The gate passed.' } as const;
      const unfinished = withGate(await buildReport(reader), gate);
      const { page } = await browser.open(await browser.write(`unfinished-${versions.length}`, unfinished));
      const text = await page.locator('.verdict').innerText();
      const planned = 40 * versions.length;
      expect(text).toContain(`Not finished: ${27 * versions.length} of ${planned} document runs ended`);
      expect(text).toContain(`goldset run --resume ${reader.dir}`);
      expect(text).not.toMatch(/Publish|Gate passed\./);
      await browser.close(page);
    }
  });

  it('shows the gate next to the recommendation, and every check in its section', async () => {
    const { page, complaints } = await browser.open(address);
    await showAddress(page, '#/gate');
    const rows = page.locator('.gate-checks tbody tr');
    await rows.first().waitFor();
    expect(await rows.count()).toBe(model.gate?.checks.length);
    const recall = rows.filter({ hasText: 'recall of class letter' });
    // 10 of 20 documents of the class `letter` are right. The cell also shows the interval of this share.
    expect(await recall.locator('td').allInnerTexts()).toMatchObject({
      0: '✗ failed',
      1: expect.stringMatching(/^50\.0.%\s\(\d+\.\d to \d+\.\d\)$/),
      2: expect.stringMatching(/^90\.0.%$/),
      4: '20',
    });
    const failed = rows.filter({ hasText: /has new errors|with new errors/ }).first();
    await failed.locator('summary').click();
    expect(await failed.locator('li').first().innerText()).toContain(hostile);
    await failed.getByRole('link', { name: 'doc-1', exact: true }).click();
    await expect.poll(() => page.url()).toContain('#/document/doc-1');
    expect(complaints).toEqual([]);
    await browser.close(page);
  });

  it('lists the documents that differences need', async () => {
    const { page, complaints } = await browser.open(`${address}#/sampleSize`);
    const row = page.locator('tbody tr').filter({ visible: true }).first();
    await row.waitFor();
    const figures = model.sampleSize?.rows[0];
    expect(await row.innerText()).toContain('right documents');
    // The table shows the largest effect first, because the largest effect needs the fewest documents.
    const needed = figures?.needed.map(({ documents }) => documents).reverse();
    const cells = await row.locator('td.number').allInnerTexts();
    expect(cells.slice(-(needed?.length ?? 0)).map((text) => Number(text.replace(/\D/g, '')))).toEqual(
      needed,
    );
    expect(await page.locator('.section-heading').innerText()).toMatch(
      /With 40 documents, .* For a change of 5 of 100 in .*right documents, you need about/,
    );
    const assumptions = page.locator('.for-analysts tbody tr').first();
    expect((await assumptions.locator('td').first().textContent())?.trim()).toBe(String(figures?.observedOn));
    expect(complaints).toEqual([]);
    await browser.close(page);
  });

  it('divides errors among stages, and links the packets of the report', async () => {
    const { page, complaints } = await browser.open(`${address}#/attribution`);
    await page.getByRole('heading', { name: 'By packet' }).waitFor();
    const all = page.getByRole('region', { name: 'Errors by stage' });
    expect(await all.locator('tr', { hasText: 'Splitting' }).locator('td').allInnerTexts()).toMatchObject({
      0: '1',
      1: '50.0',
    });
    const packets = page.getByRole('region', { name: 'Errors by packet' });
    expect((await packets.locator('tbody th').allInnerTexts()).sort()).toEqual([hostile, 'doc-1']);
    expect(await page.locator('main').innerText()).toContain('Packets without an error: 1.');
    await packets.getByRole('link', { name: 'doc-1', exact: true }).click();
    await expect.poll(() => page.url()).toContain('#/document/doc-1');
    expect(await page.title()).not.toBe('owned');
    expect(complaints).toEqual([]);
    await browser.close(page);
  });

  it('marks a class of only one version as not comparable, in the list and in the table', async () => {
    const { page, complaints } = await browser.open(address);
    expect(await page.locator('.not-comparable').innerText()).toContain('only the candidate has it');
    await showAddress(page, '#/classes');
    const row = page.locator('.classes-table tr', { hasText: 'memo' });
    await row.waitFor();
    expect(await row.innerText()).toContain('not comparable');
    expect(await page.locator('.matrix tr', { hasText: 'memo' }).last().innerText()).toContain(
      'not compared',
    );
    await showAddress(page, '#/document/doc-36');
    await page.locator('.leaves').waitFor({ state: 'attached' });
    expect(await page.locator('.leaves .excluded').count()).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
    await browser.close(page);
  });

  it('states which sections show only the first of several repeats', async () => {
    const pairs = (wrong: number) =>
      Array.from({ length: 20 }, (_, at) => ({
        id: `doc-${at}`,
        expected: is('letter'),
        outputs: [is('letter'), is(at < wrong ? 'other' : 'letter')],
      }));
    const config = classify('letter', 'other');
    const reader = await repeatedRecord(config, ['1.0', 'draft'], pairs(2), pairs(4));
    const repeated = await buildReport(reader);
    // The two repeats have 2 and 4 wrong documents of 20, which is 3 on average.
    expect(repeated.tiles[0]?.values[1]?.value).toBeCloseTo(17 / 20);
    const file = await browser.write('repeated', repeated);
    const { page, complaints } = await browser.open(file);
    expect(await page.locator('.facts').innerText()).toContain(
      '20 documents · 1 Jan 2026 · up to 2 runs of each',
    );
    expect(await page.locator('.rail a', { hasText: 'New errors' }).innerText()).toContain('2');
    for (const place of ['documents', 'classes', 'speed', 'document/doc-0']) {
      await showAddress(page, `#/${place}`);
      expect(await page.locator('#main').innerText(), place).toContain('Documents were run up to 2 times.');
    }
    const once = await browser.open(`${address}#/classes`);
    await once.page.locator('.classes-table').waitFor();
    expect(await once.page.locator('#main').innerText()).not.toContain('Documents were run');
    expect(complaints).toEqual([]);
    await browser.close(once.page);
    await browser.close(page);
  });

  it('is accessible in light and in dark, and fits 320 pixels', async () => {
    const { page } = await browser.open(address, { viewport: { width: 320, height: 700 } });
    const places = [
      ['', 'light'],
      ['#/gate', 'light'],
      ['#/sampleSize', 'dark'],
      ['#/attribution', 'light'],
      ['#/classes', 'light'],
    ] as const;
    for (const [place, mode] of someOf(places, 2)) {
      await showAddress(page, place);
      expect(await seriousViolations(page, mode, place === '' ? undefined : 'main'), place).toEqual([]);
      expect(
        await page.evaluate('document.documentElement.scrollWidth - innerWidth'),
        place,
      ).toBeLessThanOrEqual(0);
    }
    await browser.close(page);
  });
});
