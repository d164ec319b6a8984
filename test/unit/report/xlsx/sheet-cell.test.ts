import { describe, expect, it } from 'vitest';
import { cellText, maximumCharacters, rowXml, styleOf } from '../../../../src/report/xlsx/sheet-cell.ts';

const text = (value: string) => rowXml(1, [value], [3]);

describe('rowXml', () => {
  it.each(['=1+1', '@SUM(A1)', '+1', '-1', '\t=1', '=cmd|x!A1', '#N/A', '1', 'TRUE'])(
    'writes %j as a text',
    (value) => {
      const xml = text(value);
      expect(xml).toContain(`t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`);
      expect(xml).not.toMatch(/<f|t="e"|<v>/);
    },
  );

  it('writes numbers as numbers, and empty cells without a value', () => {
    expect(rowXml(2, [0.5, null, '', Number.NaN, -3], [1, 2, 3, 4, 5])).toBe(
      '<row r="2"><c r="A2" s="1"><v>0.5</v></c><c r="B2" s="2"/><c r="C2" s="3"/><c r="D2" s="4"/><c r="E2" s="5"><v>-3</v></c></row>',
    );
  });

  it('writes the height of a row, and cells with their own style', () => {
    expect(rowXml(1, [{ value: 7, style: 'integer' }], [9], 20)).toBe(
      '<row r="1" ht="20" customHeight="1"><c r="A1" s="9"><v>7</v></c></row>',
    );
  });

  it('writes no character that XML cannot contain', () => {
    expect(text('a\u0000b\uffff')).toContain('>a␀b\ufffd</t>');
  });

  it('escapes markup', () => {
    expect(text('</t><f>1</f>&"')).toContain('>&lt;/t&gt;&lt;f&gt;1&lt;/f&gt;&amp;&quot;</t>');
  });
});

describe('cellText', () => {
  it.each([
    ['a\u0000b\u0007c\u001f', 'a␀b␇c␟'],
    ['line 1\r\nline 2\rline 3\tend', 'line 1\nline 2\nline 3\tend'],
    ['\u202eright', '\ufffdright'],
    ['\ufffe\uffff\ud800', '\ufffd\ufffd\ufffd'],
    ['_x0041_ and _x00zz_', '_x005F_x0041_ and _x00zz_'],
    ['שלום 東京', 'שלום 東京'],
  ])('shows %j as %j', (value, shown) => {
    expect(cellText(value)).toBe(shown);
  });

  it('cuts a text that is too long for a cell, with a mark', () => {
    const full = 'x'.repeat(maximumCharacters);
    expect(cellText(full)).toBe(full);
    const cut = cellText(`${full}y`);
    expect(cut).toHaveLength(maximumCharacters);
    expect(cut.endsWith('x … (cut)')).toBe(true);
  });
});

describe('styleOf', () => {
  it('gives texts the format of a text, which Excel shows up to 255 characters', () => {
    expect(styleOf('a', 'text')).toBe('text');
    expect(styleOf('a'.repeat(256), 'text')).toBe('longText');
    expect(styleOf(3, 'text')).toBe('value');
    expect(styleOf(0.5, 'percent')).toBe('percent');
    expect(styleOf({ value: 'a', style: 'worse' }, 'text')).toBe('worse');
  });
});
