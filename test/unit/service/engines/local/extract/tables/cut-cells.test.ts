import { describe, expect, it } from 'vitest';
import type { Span } from '../../../../../../../src/service/engines/local/extract/candidates/candidate.ts';
import { layOut } from '../../../../../../../src/service/engines/local/extract/layout/text-layout.ts';
import { cutCells } from '../../../../../../../src/service/engines/local/extract/tables/cut-cells.ts';
import { textDocument } from '../../../../../../fixtures/documents/text-document.ts';

const layout = layOut(
  textDocument(`
MA101     Linear Algebra
          and Geometry
CH220     Organic Chemistry
PH115     Optics

Printed in May
`).pages,
  true,
);

function spanOf(text: string): Span {
  const segment = layout.segments.find((one) => one.text === text);
  if (segment === undefined) throw new Error(`no segment ${text}`);
  return { segment, start: 0, end: text.length };
}

const rowOf = (...texts: string[]) => ({ cells: new Map(texts.map((text, at) => [at, [spanOf(text)]])) });

describe('cut cells', () => {
  const rows = [
    rowOf('MA101', 'Linear Algebra'),
    rowOf('CH220', 'Organic Chemistry'),
    rowOf('PH115', 'Optics'),
  ];
  const isCut = cutCells(layout, rows);

  it('have text directly below that belongs to no cell', () => {
    expect(isCut([spanOf('Linear Algebra')])).toBe(true);
  });

  it('do not have a cell of the next row, another column or nothing below', () => {
    expect(isCut([spanOf('Organic Chemistry')])).toBe(false);
    expect(isCut([spanOf('MA101')])).toBe(false);
    expect(isCut([spanOf('Optics')])).toBe(false);
    expect(isCut([])).toBe(false);
  });

  it('are complete if a row has the next line too', () => {
    const [, ...others] = rows;
    const joined = { cells: new Map([[1, [spanOf('Linear Algebra'), spanOf('and Geometry')]]]) };
    expect(cutCells(layout, [joined, ...others])([spanOf('Linear Algebra')])).toBe(false);
  });
});
