import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutFormulaMark } from '../../../src/base/formula-text.ts';
import { Random } from '../../../src/base/random.ts';
import type { ReportModel } from '../../../src/model/report/report-model.ts';
import { writeReport } from '../../../src/report/formats/write-report.ts';
import { writeTable } from '../../../src/report/sinks/text-sink.ts';
import { csvCell } from '../../../src/report/tables/csv-text.ts';
import { column, type Table } from '../../../src/report/tables/define-table.ts';
import { insertHostileText, sampleModels } from '../../fixtures/report-model.ts';

let dir = '';
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'goldset-csv-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const read = async (file: string): Promise<Record<string, string>[]> =>
  parse(await readFile(file, 'utf8'), { columns: true, record_delimiter: '\r\n' }) as Record<
    string,
    string
  >[];

const writeCsv = async (model: ReportModel, out: string) =>
  (await writeReport(model, out, ['csv'], { images: 'none' })).files;

/** A table of texts. Each row is the list of its cells. */
const tableOf = (width: number, rows: Iterable<readonly string[]>): Table<null, readonly string[]> => ({
  name: 'test',
  doc: 'a row',
  columns: Array.from({ length: width }, (_, i) => column(`c${i}`, 'text', '', (row) => row[i])),
  rows: () => rows,
});

describe('csvCell', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+cmd', "'+cmd"],
    ['-cmd', "'-cmd"],
    ['@sum', "'@sum"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    ['-4.5', '-4.5'],
    ['+3', '+3'],
    ['-1e5', '-1e5'],
    ['-1,200', "'-1,200"],
    ['a=b', 'a=b'],
    ['', ''],
  ])('writes %j as %j', (text, cell) => expect(csvCell(text)).toBe(cell));

  it('writes numbers, booleans, absent values and structures', () => {
    expect([csvCell(-4.5), csvCell(true), csvCell(null), csvCell(undefined), csvCell({ a: [1] })]).toEqual([
      '-4.5',
      'true',
      '',
      '',
      '{"a":[1]}',
    ]);
  });
});

describe('writeTable', () => {
  it('writes quotation marks, commas and line ends so that a parser reads them unchanged', async () => {
    const cells = [
      'a "quoted" word',
      'one, two',
      'line\nfeed',
      'carriage\rreturn',
      'both\r\nends',
      ' spaces ',
      'é漢',
    ];
    const file = path.join(dir, 'round.csv');
    await writeTable(file, tableOf(cells.length, [cells]), null);
    expect(Object.values((await read(file))[0] ?? {})).toEqual(cells);
  });

  it('leaves no incomplete file if the rows throw', async () => {
    const failing = (function* () {
      yield ['1'];
      throw new Error('no more');
    })();
    const folder = path.join(dir, 'failing');
    await expect(writeTable(path.join(folder, 'a.csv'), tableOf(1, failing), null)).rejects.toMatchObject({
      code: 'OUTPUT_NOT_WRITABLE',
    });
    expect(await readdir(folder).catch(() => [])).toEqual([]);
  });
});

describe('writeCsv', () => {
  it('writes tables whose rows agree with the model', async () => {
    const model = { ...sampleModels.extract(30), gate: null };
    const files = await writeCsv(model, path.join(dir, 'extract'));
    expect(files.map((file) => path.basename(file))).toEqual([
      'summary.csv',
      'fields.csv',
      'causes.csv',
      'confusion.csv',
      'documents.csv',
      'leaves.csv',
      'splits.csv',
      'changes.csv',
    ]);
    const [summary, fields, , confusion, documents, leaves, splits] = await Promise.all(files.map(read));
    const leafCount = model.items.flatMap((item) =>
      item.versions.flatMap((version) => version.leaves),
    ).length;
    expect(leaves).toHaveLength(leafCount);
    expect(documents).toHaveLength(60);
    expect(fields).toHaveLength(model.fields.length * 2);
    expect(confusion).toEqual([]);
    expect(splits).toEqual([]);
    const total = fields?.find((row) => row.field === 'total_amount' && row.version === 'draft');
    expect(Number(total?.f1)).toBe(model.fields.find((row) => row.field === 'total_amount')?.f1[1]?.value);
    expect(total?.verdict).toBe(
      model.fields.find((row) => row.field === 'total_amount')?.comparison?.verdict,
    );
    expect(summary?.filter((row) => row.section === 'headline' && row.version === '1.0')).toHaveLength(4);
  });

  it('writes only the header of an empty table', async () => {
    const [, , , confusion] = await writeCsv(sampleModels.extract(2), path.join(dir, 'empty'));
    expect(await readFile(confusion ?? '', 'utf8')).toBe('version,unit,expected,predicted,count\r\n');
  });

  it('writes matrices and splits', async () => {
    const classify = sampleModels.classify();
    const [, , confusion] = await writeCsv(classify, path.join(dir, 'classify'));
    const cells = await read(confusion ?? '');
    expect(cells.reduce((sum, row) => sum + Number(row.count), 0)).toBe(2 * classify.items.length);
    const splitter = sampleModels.splitter();
    const files = await writeCsv(splitter, path.join(dir, 'splitter'));
    const splits = await read(files.find((file) => file.endsWith('splits.csv')) ?? '');
    expect(new Set(splits.map((row) => row.source))).toEqual(new Set(['expected', '1.0', 'draft']));
  });

  it('never starts a cell with a formula', async () => {
    const model = insertHostileText(sampleModels.extract(5));
    const items = model.items.map((item) => ({
      ...item,
      itemId: `=cmd()|${item.itemId}`,
      name: `@${item.name}`,
    }));
    for (const file of await writeCsv({ ...model, items }, path.join(dir, 'hostile'))) {
      for (const row of await read(file)) {
        for (const cell of Object.values(row)) {
          if (/^[=+\-@\t\r]/.test(cell)) expect(Number.isNaN(Number(cell)), cell).toBe(false);
        }
      }
    }
  });

  it.each([
    '=1+1',
    '  =1+1',
    '\u00a0\u200b=1+1',
    '\ufeff@SUM(1)',
    '＝1+1',
    ' ＋1',
    '－1',
    '＠SUM(1)',
    '\n=1',
    '\t1',
    '- 1',
    '-1+1',
    '﹦1+1',
    '⁺1',
    '﹫SUM(1)',
    "'=1",
    "''\t1",
  ])('adds an apostrophe before %j', (text) => expect(csvCell(text)).toBe(`'${text}`));

  it.each(['a=1', ' a', '-1.5', ' -1', '+1e5', "'1", "''", '', ' ', '1-1', 'é'])(
    'leaves %j unchanged',
    (text) => expect(csvCell(text)).toBe(text),
  );

  it('adds an apostrophe that can be removed from every text', () => {
    const random = new Random('apostrophes');
    const signs = ["'", '=', '-', '＝', ' ', '\t', '\u200b', '1', 'a'];
    for (let i = 0; i < 2000; i++) {
      const text = Array.from({ length: random.integer(6) }, () => random.pick(signs)).join('');
      expect(withoutFormulaMark(csvCell(text)), JSON.stringify(text)).toBe(text);
    }
  });
});
