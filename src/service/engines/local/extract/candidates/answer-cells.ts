import type { Segment } from '../layout/text-layout.ts';
import { booleanOf, findMarks } from '../recognise/booleans.ts';

/**
 * Returns the cells of a row that can answer a question. If cells are marked, as in `Yes` and `X No`, returns only the
 * marked cells. If the row prints both yes and no without checkboxes, returns no cells. Otherwise, returns all cells.
 */
export function answerCells(cells: readonly Segment[]): readonly Segment[] {
  const marked = cells.filter(({ text }) => findMarks(text).some((mark) => mark.value));
  if (marked.length > 0) return marked;
  const plain = cells.filter(({ text }) => findMarks(text).length === 0);
  const answers = new Set(plain.map(({ text }) => booleanOf(text)));
  return answers.has(true) && answers.has(false) ? [] : cells;
}
