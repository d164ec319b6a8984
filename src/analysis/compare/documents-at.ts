import type { RecordedDocument, RecordReader } from '../../record/read/open-record.ts';

/**
 * Yields the documents at these positions, in the order of `positions`. If the positions are ascending, the record is
 * read only once.
 */
export async function* documentsAt(
  { plan, documents }: Pick<RecordReader, 'plan' | 'documents'>,
  positions: readonly number[],
): AsyncGenerator<RecordedDocument, undefined> {
  const rises = positions.every((position, i) => i === 0 || position > (positions[i - 1] as number));
  const whole = positions.length === plan.items.count;
  if (rises) yield* documents(whole ? undefined : positions);
  else for (const position of positions) yield* documents([position]);
  return undefined;
}
