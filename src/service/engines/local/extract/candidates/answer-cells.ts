import type { Segment } from '../layout/text-layout.ts';
import { booleanOf, findMarks } from '../recognise/booleans.ts';

/**
 * Returns the cells that can answer a question, from the printed answers in a row: the marked ones (`Yes` and `X No`), or
 * none if both yes and no are printed and neither is marked. Returns other cells unchanged.
 */
export function answerCells(cells: readonly Segment[]): readonly Segment[] {
  const marked = cells.filter(({ text }) => findMarks(text).some((mark) => mark.value));
  if (marked.length > 0) return marked;
  const plain = cells.filter(({ text }) => findMarks(text).length === 0);
  const answers = new Set(plain.map(({ text }) => booleanOf(text)));
  return answers.has(true) && answers.has(false) ? [] : cells;
}
