import type { CellStyle } from 'hucre/xlsx';

const font = 'Calibri';
const ink = { rgb: 'FF1C2127' };
const top = { vertical: 'top' } as const;

function text(color: string, more: object = {}): CellStyle {
  return { font: { name: font, size: 11, color: { rgb: `FF${color}` }, ...more }, alignment: top };
}

function number(numFmt: string): CellStyle {
  return { font: { name: font, size: 11, color: ink }, numFmt, alignment: top };
}

function headline(color: string): CellStyle {
  return {
    font: { name: font, size: 14, bold: true, color: { rgb: `FF${color}` } },
    alignment: { ...top, wrapText: true },
  };
}

/** Returns the styles unchanged. The result type has their names, but not the details of each style. */
function named<Name extends string>(styles: Readonly<Record<Name, CellStyle>>): typeof styles {
  return styles;
}

/** Styles of all cells. Colours have a contrast of at least 4.5 to 1 on white. */
export const sheetStyles = named({
  /** With this format, a text stays a text even if a person edits the cell: `=1+1` does not become a formula. */
  text: { ...text('1C2127'), numFmt: '@' },
  longText: text('1C2127'),
  value: { ...text('1C2127'), alignment: { ...top, horizontal: 'left' } },
  wrapped: { ...text('1C2127'), alignment: { ...top, wrapText: true } },
  note: { ...text('56606A', { italic: true }), alignment: top },
  boldWrapped: {
    font: { name: font, size: 11, bold: true, color: ink },
    alignment: { ...top, wrapText: true },
  },
  bold: text('1C2127', { bold: true }),
  link: { ...text('1F5FA8', { underline: true }), numFmt: '@' },
  head: {
    font: { name: font, size: 11, bold: true, color: { rgb: 'FFFFFFFF' } },
    fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'FF3A4550' } },
    alignment: { vertical: 'center', wrapText: true },
  },
  title: { font: { name: font, size: 18, bold: true, color: ink }, alignment: top },
  heading: { font: { name: font, size: 13, bold: true, color: ink }, alignment: { vertical: 'bottom' } },
  integer: number('#,##0'),
  decimal: number('#,##0.00'),
  percent: number('0.0%'),
  change: number('+0.0;-0.0;0.0'),
  worse: text('B8430A', { bold: true }),
  better: text('00715A', { bold: true }),
  amber: text('8A5A00', { bold: true }),
  stop: text('A3231F', { bold: true }),
  headlineNeutral: headline('1C2127'),
  headlineBetter: headline('00715A'),
  headlineWorse: headline('B8430A'),
  headlineAmber: headline('8A5A00'),
  headlineStop: headline('A3231F'),
});

export type StyleName = keyof typeof sheetStyles;
