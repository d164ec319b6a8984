import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { listChanges } from '../../../../src/model/report/document-state.ts';
import type { ReportModel } from '../../../../src/model/report/report-model.ts';
import type { ScoredDocument } from '../../../../src/model/report/scored-document.ts';
import { writeReport } from '../../../../src/report/formats/write-report.ts';
import { openWorkbook } from '../../../../src/report/formats/xlsx-format.ts';
import { changedValues } from '../../../fixtures/changed-values.ts';
import { readWorkbook } from '../../../fixtures/documents/read-workbook.ts';
import { sampleCauses } from '../../../fixtures/report/cause-section.ts';
import { hostileText, insertHostileText, sampleModels } from '../../../fixtures/report-model.ts';

function folder(): string {
  return mkdtempSync(path.join(os.tmpdir(), 'goldset-xlsx-'));
}

async function write(model: ReportModel, dir = folder()): Promise<string> {
  const { files } = await writeReport(model, dir, ['xlsx']);
  expect(files).toEqual([path.join(dir, 'report.xlsx')]);
  expect(readdirSync(dir)).toEqual(['report.xlsx']);
  return files[0] ?? '';
}

/** Returns the rows of a sheet as objects. The keys of each object are the column headings. */
function table(file: string, sheet: string): Record<string, string | number | null>[] {
  const [, heads = [], ...rows] = readWorkbook(file).get(sheet)?.rows ?? [];
  return rows.map((row) => Object.fromEntries(heads.map((head, i) => [head, row[i] ?? null])));
}

describe('the sheets', () => {
  const model = sampleModels.extract(30);

  it('lists every document, those with new errors first, with a link to the page', async () => {
    const file = await write(model);
    const rows = table(file, 'Documents');
    expect(rows.map(({ Document }) => Document).toSorted()).toEqual(
      model.items.map(({ itemId }) => itemId).toSorted(),
    );
    const [newErrors] = listChanges(model.changes, model.changeCounts);
    const withNew = newErrors?.documents.map(({ itemId }) => itemId) ?? [];
    expect(
      rows
        .slice(0, withNew.length)
        .map(({ Document }) => Document)
        .toSorted(),
    ).toEqual(withNew.toSorted());
    const states = rows.map((row) => row['What changed']);
    expect(new Set(states.slice(0, withNew.length))).toEqual(
      new Set(
        ['▼ newly wrong', '✗ no result', '▼ more errors', '◆ mixed'].filter((state) =>
          states.includes(state),
        ),
      ),
    );
    expect(readWorkbook(file).get('Documents')?.links.get('A3')).toBe(
      `index.html#/document/${rows[0]?.Document}`,
    );
    for (const row of rows) {
      const item = model.items.find(({ itemId }) => itemId === row.Document);
      const counts = item?.versions[1]?.counts;
      if (counts) expect(row['Errors, draft']).toBe(counts.incorrect + counts.missing + counts.spurious);
    }
  });

  it('lists every error of the last version, the new ones first', async () => {
    const file = await write(model);
    const rows = table(file, 'Errors');
    const expected = model.items.flatMap(({ itemId, versions }) =>
      (versions[1]?.leaves ?? [])
        .filter(({ outcome }) => ['incorrect', 'missing', 'spurious'].includes(outcome))
        .map(({ field }) => `${itemId} ${field}`),
    );
    expect(rows.map(({ Document, Field }) => `${Document} ${Field}`).toSorted()).toEqual(expected.toSorted());
    const news = rows.map((row) => row.New);
    expect(news).toEqual(news.toSorted((a, b) => Number(b === '▼ new') - Number(a === '▼ new')));
    const newErrors = changedValues(model.changes, 'newError');
    expect(news.filter((word) => word === '▼ new')).toHaveLength(newErrors.length);
    const [row] = rows;
    expect(newErrors.map(({ itemId, candidate }) => [itemId, candidate])).toContainEqual([
      row?.Document,
      row?.['Answer of draft'],
    ]);
  });

  it('writes rates as numbers with a format, and differences in points', async () => {
    const file = await write(model);
    const [row] = table(file, 'Fields');
    const [field] = model.fields;
    expect(row).toMatchObject({
      Field: field?.field,
      'Values right, draft': field?.recall[1]?.value,
      'Documents with a value': field?.support,
    });
    const difference = field?.comparison?.difference.value ?? 0;
    expect(row?.['Change, of 100']).toBeCloseTo(100 * difference, 3);
    const { sheets } = await readXlsx(readFileSync(file), { readStyles: true });
    const format = (name: string, cell: string) =>
      sheets.find((sheet) => sheet.name === name)?.cells?.get(cell)?.style?.numFmt;
    expect([format('Fields', '2,2'), format('Fields', '2,6'), format('Documents', '2,3')]).toEqual([
      '+0.0;-0.0;0.0',
      '0.0%',
      '#,##0',
    ]);
    expect(sheets.map(({ freezePane }) => freezePane?.rows)).toEqual([undefined, 2, 2, 2]);
    expect(sheets[2]?.autoFilter?.range).toBe(`A2:M${model.items.length + 2}`);
  });

  it('opens with the verdict and the figures, with shares as numbers', async () => {
    const rows = readWorkbook(await write(model)).get('Summary')?.rows ?? [];
    const { heading, outcome, numbers, lookFirst } = model.summary;
    expect(rows.slice(0, 3).map(([text]) => text)).toEqual([
      heading.title,
      [heading.subject, ...heading.facts].join(' · '),
      `${outcome.sign} ${outcome.headline}`,
    ]);
    const row = rows.find(([label]) => label === numbers[0]?.label);
    const { before, after, low, high } = numbers[0]?.mark ?? {};
    expect(row?.slice(1, 5)).toEqual([before, after, low, high]);
    expect(row?.[5]).toContain(numbers[0]?.text);
    expect(rows.map(([label]) => label)).toContain(lookFirst.documents[0]?.itemId);
    expect(rows.map((cells) => cells[1])).toContain(
      'due_date has a new description (74 → 100): The [-printed-] {+payment+} date of the invoice',
    );
  });

  it('shows commands of the next step without backticks', async () => {
    const outcome = { ...model.summary.outcome, nextStep: 'Run again: `goldset run --only-failed r`.' };
    const changed = { ...model, summary: { ...model.summary, outcome } };
    const rows = readWorkbook(await write(changed)).get('Summary')?.rows ?? [];
    expect(rows.map(([text]) => text)).toContain('Run again: goldset run --only-failed r.');
  });

  it('lists the causes of wrong values with numbers, and a group as text', async () => {
    const rows = table(await write({ ...model, causes: sampleCauses }), 'What to fix first');
    expect(rows).toMatchObject([
      {
        Cause: 'Day and month swapped',
        'Fully right if fixed': 6,
        'Share of all documents': 6 / 54,
        'Wrong values, 1.0': 4,
        'Wrong values, draft': 12,
        'Documents, draft': 9,
        'Fields with such values': 'due_date 8, issue_date 4',
        'More frequent in': 'vendor: =acme|x (7 of 8 documents, elsewhere 2 of 46)',
      },
      { Cause: 'Value not found', 'Wrong values, 1.0': 5, 'Wrong values, draft': 0 },
    ]);
  });

  it('explains each column on the sheet Summary', async () => {
    const file = await write(model);
    const sheets = readWorkbook(file);
    const words = sheets.get('Summary')?.rows.map(([first]) => first);
    for (const name of ['Fields', 'Documents', 'Errors'])
      for (const head of sheets.get(name)?.rows[1] ?? []) expect(words).toContain(head);
  });

  it.each([
    ['single', sampleModels.single(10), ['Summary', 'Fields', 'Documents', 'Errors']],
    ['classify', sampleModels.classify(20), ['Summary', 'Types', 'Documents', 'Errors']],
    ['splitter', sampleModels.splitter(6), ['Summary', 'Documents', 'Errors']],
  ] as const)('has the sheets of a report of the kind %s', async (_, model, names) => {
    const file = await write(model);
    expect([...readWorkbook(file).keys()]).toEqual(names);
    expect(table(file, 'Documents')).toHaveLength(model.items.length);
    const heads = readWorkbook(file).get('Errors')?.rows[1] ?? [];
    expect(heads.includes('New')).toBe(model.versions.length > 1);
  });
});

describe('safety and stability', () => {
  it('writes no formula and no broken XML for hostile texts', async () => {
    const file = await write(insertHostileText(sampleModels.extract(12)));
    for (const { xml, rows, links } of readWorkbook(file).values()) {
      expect(xml).not.toMatch(/<f[ >/]|t="e"/);
      expect(rows.flat().some((cell) => String(cell).includes('<img src=x'))).toBe(true);
      for (const target of links.values()) expect(target).toMatch(/^index\.html#\/[\w/%.!'()*-]*$/);
    }
    expect(hostileText).toContain('\0');
  });

  it('gives equal bytes for equal models', async () => {
    const model = sampleModels.extract(12);
    const [first, second] = [await write(model), await write(model)];
    expect(readFileSync(first).equals(readFileSync(second))).toBe(true);
  });

  it('removes its temporary files if the report is not written', () => {
    const dir = folder();
    const { sinks } = openWorkbook(dir, { versions: ['1.0'], estimate: () => 0 }, {});
    const [sink] = sinks;
    const name = 'x'.repeat(2_000_000);
    const item = sampleModels.single(1).items[0];
    sink?.write({ ...item, name, changes: [], strip: null } as unknown as ScoredDocument);
    expect(readdirSync(dir)).toHaveLength(1);
    sink?.abort();
    expect(readdirSync(dir)).toEqual([]);
  });
});

describe('limits', () => {
  const model = sampleModels.extract(30);

  async function writeLimited(limits: { documents: number; errors: number }): Promise<string> {
    const dir = folder();
    const ahead = { versions: model.versions.map(({ name }) => name), estimate: () => 0 };
    const { sinks, write } = openWorkbook(dir, ahead, {}, limits);
    for (const item of model.items) {
      const changes = model.changes.find(({ itemId }) => itemId === item.itemId)?.values ?? [];
      sinks[0]?.write({ ...item, changes, strip: null });
    }
    const [file = ''] = (await write?.(model)) ?? [];
    return file;
  }

  it('keeps the most important rows, and states on the sheet how many are left out', async () => {
    const all = table(await write(model), 'Errors');
    const file = await writeLimited({ documents: 4, errors: 3 });
    expect(table(file, 'Errors')).toEqual(all.slice(0, 3));
    expect(readWorkbook(file).get('Errors')?.rows[0]?.[0]).toBe(
      `One row per wrong, missing or extra value of draft, new errors first. This sheet has 3 of ${all.length} rows; the folder "csv" has all.`,
    );
    expect(table(file, 'Documents')).toHaveLength(4);
    expect(readWorkbook(file).get('Documents')?.rows[0]?.[0]).toContain('This sheet has 4 of 30 rows');
  });

  it('states nothing if all rows fit', async () => {
    const file = await writeLimited({ documents: 30, errors: 1000 });
    expect(readWorkbook(file).get('Documents')?.rows[0]?.[0]).not.toContain('rows;');
  });
});
