import { describe, expect, test } from 'vitest';
import { openDocument } from '../../../../src/pages/open/open-document.ts';
import { xlsxFile, zipFile } from '../../../fixtures/pages/zip-file.ts';
import { errorOf, linesOf } from '../read-flow.ts';

const inline = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;

describe('xlsxFlow', () => {
  test('returns one page per sheet with the name of the sheet, without hidden sheets', async () => {
    const row = (text: string) => `<row r="1">${inline('A1', text)}</row>`;
    const bytes = xlsxFile([
      { name: 'First', rows: row('one') },
      { name: 'Lists', rows: row('secret'), state: 'hidden' },
      { name: 'Empty', rows: '' },
      { name: 'Last', rows: row('two') },
    ]);
    const document = await openDocument(bytes, 'a');
    const names = document.kind === 'flow' ? document.pages.map(({ name }) => name) : [];
    expect(names).toEqual(['First', 'Empty', 'Last']);
    expect(await linesOf(bytes)).toEqual([['one'], [], ['two']]);
  });

  test('returns tables for rows that share columns, and lines of text for other rows', async () => {
    const rows = `<row r="1">${inline('B1', 'A title')}</row>
      <row r="3">${inline('B3', 'Item')}${inline('D3', 'Price')}</row>
      <row r="4">${inline('B4', 'Tea')}<c r="D4"><v>4</v></c></row>
      <row r="6">${inline('B6', 'Total')}<c r="D6"><v>4</v></c></row>`;
    expect(await linesOf(xlsxFile([{ name: 's', rows }]))).toEqual([
      ['A title', '0/0 Item', '0/1 Price', '1/0 Tea', '1/1 4', 'Total', '4'],
    ]);
  });

  test('returns values as shown: shared texts, booleans, results of formulas, dates and amounts', async () => {
    const styles = `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="[$€-407]\\ #,##0.00;[Red]\\-[$€-407]\\ #,##0.00"/></numFmts>
      <cellStyleXfs><xf numFmtId="9"/></cellStyleXfs>
      <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="10"/><xf numFmtId="22"/></cellXfs></styleSheet>`;
    const rows = `<row r="1"><c r="A1" t="s"><v>1</v></c><c r="B1" t="b"><v>1</v></c><c r="C1" t="str"><f>A1</f><v>sum</v></c>
      <c r="D1" t="e"><v>#DIV/0!</v></c></row>
      <row r="2"><c r="A2" s="1"><v>45365</v></c><c r="B2" s="2"><v>-1234.5</v></c><c r="C2" s="3"><v>0.1975</v></c>
      <c r="D2" s="4"><v>45365.5625</v></c></row>
      <row r="3"><c r="A3"><v>0.1</v></c><c r="B3"><v>0.30000000000000004</v></c></row>`;
    const texts = ['zero', 'shared &amp; found'];
    expect(await linesOf(xlsxFile([{ name: 's', rows }], { texts, styles }))).toEqual([
      [
        '0/0 shared & found',
        '0/1 TRUE',
        '0/2 sum',
        '0/3 #DIV/0!',
        // 45365 days after the last day of 1899 is 14 March 2024, because Excel also counts 29 February 1900, which did
        // not exist.
        '1/0 2024-03-14',
        '1/1 -€ 1,234.50',
        '1/2 19.75%',
        '1/3 2024-03-14 13:30',
        '2/0 0.1',
        '2/1 0.3',
      ],
    ]);
  });

  test('counts days from 1904 if the workbook declares it', async () => {
    const { formatNumber } = await import('../../../../src/pages/office/number-format.ts');
    // Day 0 of the 1904 system is 1 January 1904. Day 1 of the 1900 system is 1 January 1900.
    expect(formatNumber(0, 'yyyy-mm-dd', true)).toBe('1904-01-01');
    expect(formatNumber(1, 'yyyy-mm-dd', false)).toBe('1900-01-01');
    expect(formatNumber(61, 'd/m/yy', false)).toBe('1900-03-01');
    expect(formatNumber(1.5, '[h]:mm:ss', false)).toBe('36:00:00');
    expect(formatNumber(0.5, 'h:mm AM/PM', false)).toBe('12:00');
    expect(formatNumber(1234567, '0.0,,"M"', false)).toBe('1.2M');
    expect(formatNumber(7, '"No. "000', false)).toBe('No. 7');
  });
});

describe('xlsxFlow rejects', () => {
  test.each([
    ['a workbook without cells', xlsxFile([{ name: 's', rows: '' }]), /DOCUMENT_EMPTY.*no filled cells/],
    [
      'a workbook with cells after the last column',
      xlsxFile([{ name: 's', rows: `<row r="1">${inline('ZZZZ1', 'x')}</row>` }]),
      /DOCUMENT_CORRUPT.*column/,
    ],
    [
      'an archive without a workbook',
      zipFile([{ name: 'xl/workbook2.xml', content: '' }]),
      /DOCUMENT_CORRUPT.*no workbook/,
    ],
    [
      'an incomplete workbook',
      xlsxFile([{ name: 's', rows: '' }]).subarray(0, 300),
      /DOCUMENT_(CORRUPT|TYPE_UNKNOWN)/,
    ],
  ])('%s', async (_name, bytes, message) => {
    expect(await errorOf(bytes, 'a.xlsx')).toMatch(message);
  });

  test('a workbook whose few cells span more cells than fit into memory', async () => {
    // Row n has only a cell in column n, so 1,000 cells span rows with half a million cells.
    const name = (index: number): string =>
      (index >= 26 ? name(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));
    const slant = Array.from({ length: 1000 }, (_, index) => {
      return `<row r="${index + 1}">${inline(`${name(index)}${index + 1}`, 'x')}</row>`;
    }).join('');
    expect(await errorOf(xlsxFile([{ name: 's', rows: slant }]), 'a.xlsx')).toMatch(
      /DOCUMENT_TOO_LARGE.*300000 cells/,
    );
  });
});
