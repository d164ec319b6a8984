import { describe, expect, it } from 'vitest';
import type { ChartDefinition } from '../../../../src/model/report/chart.ts';
import type { ReportModel } from '../../../../src/model/report/report-model.ts';
import { outcomeStates, type ReportSummary, type Tone } from '../../../../src/model/report/summary.ts';
import type { CauseRow } from '../../../../src/model/score/cause-section.ts';
import { pageChart } from '../../../../src/report/pdf/fields-page.ts';
import { renderPdf } from '../../../../src/report/pdf/render-pdf.ts';
import { readPdf } from '../../../fixtures/documents/read-pdf.ts';
import { long, someOf } from '../../../fixtures/long-form.ts';
import { sampleCauses } from '../../../fixtures/report/cause-section.ts';
import { drawnPages } from '../../../fixtures/report/drawn-pages.ts';
import { sampleModels } from '../../../fixtures/report-model.ts';

const a4 = { paper: 'a4', images: null } as const;
const model = sampleModels.extract(12);

/**
 * Returns the sample model with a changed summary. The returned model has no charts, because drawing charts takes the
 * most time.
 */
function withSummary(change: Partial<ReportSummary>, more: Partial<ReportModel> = {}): ReportModel {
  return { ...model, charts: [], ...more, summary: { ...model.summary, ...change } };
}

let rendered: Promise<Buffer> | undefined;
/** Renders the sample with pictures of its pages, only once for all tests. */
function whole(): Promise<Buffer> {
  rendered ??= renderPdf(model, { ...a4, images: drawnPages });
  return rendered;
}

/** A report in which only page one has content. */
const onlyPageOne = {
  summary: {
    lookFirst: { documents: [], total: 0, lost: 0, more: 0, of: 'errors' as const },
    configChanges: null,
  },
  model: { fields: [], classes: null, gate: null },
};

describe('the pages', () => {
  it('shows the verdict, the figures, the first documents and the fields', async () => {
    const { pages, ...file } = await readPdf(await whole());
    expect(file).toEqual({
      title: 'invoices',
      language: 'en-GB',
      bookmarks: ['Summary', 'Look at these first', 'Fields'],
      active: 0,
    });
    expect(pages.map(({ tags }) => tags.filter((tag) => /^H1|^Fig/.test(tag)))).toEqual([
      ['H1'],
      ['H1', 'Figure', 'H1'],
      ['H1', 'Figure', 'H1'],
    ]);
    const { outcome, numbers, business, configChanges, lookFirst } = model.summary;
    const [first = '', second = '', third = ''] = pages.map(({ text }) => text);
    for (const text of [`${outcome.sign} ${outcome.headline}`, outcome.nextStep, outcome.rules])
      expect(first).toContain(text);
    for (const { text, counts } of numbers) {
      expect(first).toContain(text);
      expect(first.replaceAll('  ', ' ')).toContain(counts);
    }
    for (const { text } of business?.lines ?? []) expect(first).toContain(text);
    for (const { itemId, place, expected } of lookFirst.documents)
      for (const text of [itemId, place, expected]) expect(second).toContain(text);
    expect(second).toContain(configChanges?.sentence);
    expect(second).toContain('The [-printed-] {+payment+} date of the invoice');
    const change = ({ comparison }: (typeof model.fields)[number]) =>
      Math.abs(comparison?.difference.value ?? 0);
    const [largest] = model.fields.filter(({ isLeaf }) => isLeaf).toSorted((a, b) => change(b) - change(a));
    expect(third).toContain(largest?.field);
    for (const { width, height, lowest, rightmost } of pages) {
      expect([Math.round(width), Math.round(height)]).toEqual([595, 842]);
      expect(lowest).toBeGreaterThan(30);
      expect(rightmost).toBeLessThanOrEqual(width - 39);
    }
  });

  it('lists the causes of wrong values on page three if there is room', async () => {
    const { pages } = await readPdf(await renderPdf({ ...model, causes: sampleCauses }, a4));
    expect(pages).toHaveLength(3);
    for (const text of ['What to fix first', 'Day and month swapped', '6 documents (+11 of 100)'])
      expect(pages[2]?.text).toContain(text);
    const many = Array.from({ length: 100 }, () => sampleCauses.causes[0] as CauseRow);
    const causes = { ...sampleCauses, causes: many };
    const full = await readPdf(await renderPdf({ ...model, causes }, { ...a4, paper: 'letter' }));
    expect(full.pages).toHaveLength(3);
    expect(full.pages[2]?.lowest).toBeGreaterThan(30);
    expect(full.pages[2]?.text).toMatch(/and \d+ more in the report page/);
  });

  it('has the size of letter paper', async () => {
    const { pages } = await readPdf(await renderPdf(withSummary({}), { ...a4, paper: 'letter' }));
    expect(pages.map(({ width, height }) => [width, height])).toEqual(Array(3).fill([612, 792]));
    for (const { lowest } of pages) expect(lowest).toBeGreaterThan(30);
  });

  it('leaves out pages without content', async () => {
    const one = withSummary(onlyPageOne.summary, onlyPageOne.model);
    expect((await readPdf(await renderPdf(one, a4))).bookmarks).toEqual(['Summary']);
    const { gate } = sampleModels.extract(6);
    const withRules = withSummary(onlyPageOne.summary, { ...onlyPageOne.model, gate });
    const { bookmarks, pages } = await readPdf(await renderPdf(withRules, a4));
    expect(bookmarks).toEqual(['Summary', 'Rules']);
    const failed = gate?.checks.find(({ status }) => status === 'fail');
    expect(pages[1]?.text.replaceAll('  ', ' ')).toContain(failed?.name);
    expect(pages[1]?.text).toContain('Page 2 of 2');
    const { configChanges } = model.summary;
    const withConfig = withSummary({ ...onlyPageOne.summary, configChanges }, onlyPageOne.model);
    expect((await readPdf(await renderPdf(withConfig, a4))).bookmarks).toEqual([
      'Summary',
      'What changed in the configuration',
    ]);
  });

  it.each([
    ['single', sampleModels.single(6), 'Fields'],
    ['classify', sampleModels.classify(9), 'Types'],
    ['splitter', sampleModels.splitter(4), 'Rules'],
  ] as const)('shows a report of the kind %s', async (_, report, last) => {
    const { bookmarks, pages } = await readPdf(await renderPdf(report, a4));
    expect(bookmarks.at(-1)).toBe(last);
    expect(pages[0]?.text).toContain(report.summary.outcome.headline);
  });

  it('marks a document with its state, and shows commands of the next step without backticks', async () => {
    const items = model.items.map((item) =>
      item.position === 0 && item.change !== null
        ? { ...item, change: { ...item.change, state: 'moreErrors' as const } }
        : item,
    );
    const nextStep = 'Run again: `goldset run --only-failed r`.';
    const outcome = { ...model.summary.outcome, nextStep };
    const { pages } = await readPdf(await renderPdf(withSummary({ outcome }, { items }), a4));
    expect(pages[1]?.text).toContain('▼ 15 → 10 errors, 5 new');
    expect(pages[0]?.text).toContain('Run again: goldset run --only-failed r.');
  });

  it('shows a chart of the fields, never of groups of documents', () => {
    const chart = (id: string, section: 'fields' | 'groups', format: 'points' | 'share' | 'count') =>
      ({ id, section, format }) as unknown as ChartDefinition;
    const groups = chart('groups', 'groups', 'points');
    const charts = [groups, chart('counts', 'fields', 'count'), chart('shares', 'fields', 'share')];
    expect(pageChart({ ...model, charts })?.id).toBe('shares');
    expect(pageChart({ ...model, charts: charts.slice(0, 2) })?.id).toBe('counts');
    expect(pageChart({ ...model, charts: [groups] })).toBeNull();
  });

  const tones: readonly Tone[] = ['better', 'worse', 'stop', 'amber', 'inconclusive', 'neutral'];
  // `npm test` shows every second state, which uses each tone once or twice.
  const shownStates = outcomeStates.map((state, at) => [state, at] as const);
  it.each(someOf(shownStates, 2))('shows the sentences of the state %s', async (state, at) => {
    const outcome = {
      ...model.summary.outcome,
      state,
      tone: tones[Math.floor(at / (long ? 1 : 2)) % tones.length] as Tone,
      headline: `Headline of ${state}`,
      sentences: [`First sentence of ${state}.`, 'Second sentence.'],
      nextStep: `Next step of ${state}`,
    };
    const bare = {
      ...onlyPageOne.summary,
      outcome,
      numbers: [],
      business: null,
      gains: [],
      weakest: [],
      why: [],
    };
    const { pages } = await readPdf(await renderPdf(withSummary(bare, onlyPageOne.model), a4));
    for (const text of [outcome.headline, ...outcome.sentences, outcome.nextStep])
      expect(pages[0]?.text).toContain(text);
  });
});

describe('safety and stability', () => {
  it('gives equal bytes for equal input', async () => {
    const again = await renderPdf(structuredClone(model), { ...a4, images: drawnPages });
    expect(Buffer.compare(await whole(), again)).toBe(0);
  });

  it('shows hostile texts as texts, on three pages of at most 500 KB', async () => {
    const kinds = [
      '<script>alert(1)</script>',
      'שלום עולם 123.45',
      'فاتورة رقم 104.3',
      '東京株式会社',
      'Donaudampfschifffahrt'.repeat(20),
      'a\u202egnp\0\u0007\n=1+1',
      '\\) Tj endobj 😀\ud800',
    ];
    let next = 0;
    const fixed = ['tone', 'state', 'key', 'group', 'change', 'of'];
    const hostile = (value: unknown, key = ''): unknown => {
      if (typeof value === 'string')
        return fixed.includes(key) ? value : `${value} ${kinds[next++ % kinds.length]}`;
      if (Array.isArray(value)) return value.map((part) => hostile(part, key));
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, hostile(part, name)]));
    };
    const summary = hostile(model.summary) as ReportSummary;
    const [document] = summary.lookFirst.documents;
    if (document === undefined) throw new Error('the sample has no document');
    const documents = Array<typeof document>(5).fill(document);
    const lookFirst = { ...summary.lookFirst, documents };
    const fields = model.fields.map((field) => ({ ...field, field: hostile(field.field) as string }));
    const bytes = await renderPdf(
      { ...model, fields, summary: { ...summary, lookFirst } },
      { paper: 'letter', images: drawnPages },
    );
    expect(bytes.length).toBeLessThan(500_000);
    const { pages, active, title } = await readPdf(bytes);
    expect(pages).toHaveLength(3);
    expect(active).toBe(0);
    expect(title).toContain('<script>alert(1)</script>');
    for (const { lowest, rightmost, width } of pages) {
      expect(lowest).toBeGreaterThan(30);
      expect(rightmost).toBeLessThanOrEqual(width - 38);
    }
  });

  it('draws a text from right to left as a picture, because the order of its words would be wrong', async () => {
    const outcome = { ...model.summary.outcome, headline: 'שלום עולם 123', sentences: ['Plain text'] };
    const hebrew = await renderPdf(withSummary({ outcome }), a4);
    const images = (file: Buffer) => file.toString('latin1').split('/Subtype /Image').length - 1;
    const plain = await renderPdf(withSummary({}), a4);
    expect(images(hebrew)).toBe(images(plain) + 1);
    const { pages } = await readPdf(hebrew);
    expect(pages[0]?.text).toContain('Plain text');
    expect(pages[0]?.text).not.toMatch(/[\u0590-\u05ff]/);
  });

  it('leaves out lines that do not fit above the footer', async () => {
    const long = 'a sentence with many words, '.repeat(30);
    const { outcome, business, numbers } = model.summary;
    const [line] = business?.lines ?? [];
    const [number] = numbers;
    if (business === null || line === undefined || number === undefined) throw new Error('incomplete sample');
    const summary = {
      outcome: { ...outcome, headline: long, sentences: Array<string>(6).fill(long), nextStep: long },
      numbers: Array<typeof number>(3).fill({ ...number, counts: long, detail: long, reference: long }),
      notes: Array<string>(4).fill(long),
      business: {
        ...business,
        lines: Array<typeof line>(6).fill({ ...line, text: long, assumptions: [long] }),
      },
      gains: [{ name: long, text: '0 → 100' }],
      losses: [{ name: long, text: '100 → 0' }],
      why: Array<string>(9).fill(long),
    };
    const { pages } = await readPdf(await renderPdf(withSummary(summary), { ...a4, paper: 'letter' }));
    expect(pages).toHaveLength(3);
    const footer = (pages[1]?.lowest ?? 0) - 1;
    for (const { lowest } of pages) expect(lowest).toBeGreaterThan(footer);
  });

  it('keeps failed rules on page three, however many fields there are', async () => {
    const checks = Array.from({ length: 40 }, (_, i) => ({
      name: `rule ${i}`,
      status: i === 39 ? ('fail' as const) : ('inconclusive' as const),
      value: null,
      bound: null,
      n: 3,
      reason: 'too few documents',
    }));
    const gate = { status: 'fail' as const, checks };
    const { pages } = await readPdf(await renderPdf({ ...model, gate }, a4));
    expect(pages).toHaveLength(3);
    expect(pages[2]?.text).toMatch(/✗ rule 39.*and \d+ more in the report page/);
  });
});
