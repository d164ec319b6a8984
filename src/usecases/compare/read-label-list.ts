import type { LabelledList, NumberedLine } from '../../analysis/label-differences/fold-labels.ts';
import { parseJson } from '../../base/exact-json.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import { textLines } from '../../base/read-text-file.ts';
import { mismatchOf } from '../../model/processor/mismatch.ts';
import { type LabelListHead, labelLineSchema, labelListHeadSchema } from '../../model/record/label-list.ts';

/**
 * Reads a list of labels. Lines without an answer are valid. `text` is the content of the file without empty lines.
 * Throws LABELS_INVALID if the list is invalid.
 */
export async function readLabelList(
  file: string,
): Promise<{ readonly head: LabelListHead; readonly list: LabelledList; readonly text: string }> {
  let head: LabelListHead | undefined;
  const lines: NumberedLine[] = [];
  const hashed: string[] = [];
  for await (const { text, line } of textLines(file)) {
    if (text.trim() === '') continue;
    hashed.push(text);
    const value = parsedLine(file, line, text);
    const parsed = (head === undefined ? labelListHeadSchema : labelLineSchema).safeParse(value);
    if (!parsed.success) {
      const { path: place, found, expected } = mismatchOf(parsed.error, value);
      throw new GoldsetError('LABELS_INVALID', { file, line, path: place, found, expected, fix: newList });
    }
    if (head === undefined) head = parsed.data as LabelListHead;
    else lines.push({ ...(parsed.data as Omit<NumberedLine, 'line'>), line });
  }
  if (head === undefined)
    throw new GoldsetError('LABELS_INVALID', {
      file,
      line: 1,
      path: 'the file',
      found: 'nothing',
      expected: 'a list of goldset compare --label-differences',
      fix: newList,
    });
  return { head, list: { file, design: head, lines }, text: hashed.join('\n') };
}

const newList = 'Restore the line. Only "answer" and "comment" may change.';

function parsedLine(file: string, line: number, text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw new GoldsetError('LABELS_INVALID', {
      file,
      line,
      path: 'the line',
      found: text.slice(0, 80),
      expected: 'one JSON object',
      fix: newList,
    });
  }
}
