import type { RecordEntry, RecordListLine } from '../../model/results/record-list.ts';
import { Rejected, rejection } from './requests/server.ts';

export interface RecordList {
  readonly folder: string;
  readonly records: readonly RecordEntry[];
  /** Whether the server has sent the whole list. */
  readonly isComplete: boolean;
}

/** The page draws a new part of the list at most once in this time, in milliseconds. */
const drawEveryMs = 150;

/**
 * Reads the list of records. While the server sends it, calls `onPart` with the records that have arrived. Returns the
 * whole list. Throws Rejected if the server rejects the request, or if it stops before the end of the list.
 */
export async function readRecords(onPart: (list: RecordList) => void): Promise<RecordList> {
  const response = await fetch('/api/records').catch(() => null);
  if (response === null || !response.ok || response.body === null) throw await rejection(response);
  const records: RecordEntry[] = [];
  let folder = '';
  let isComplete = false;
  let drawn = 0;
  for await (const line of linesOf(response.body)) {
    const part = JSON.parse(line) as RecordListLine;
    if ('folder' in part) folder = part.folder;
    if ('records' in part) records.push(...part.records);
    if ('end' in part) isComplete = true;
    if (isComplete || performance.now() - drawn < drawEveryMs) continue;
    drawn = performance.now();
    onPart({ folder, records: [...records], isComplete });
  }
  if (!isComplete) throw new Rejected('The list of records is incomplete.', 'Try again.', 0);
  return { folder, records, isComplete };
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    // Treat a broken connection like the end of the stream. The caller notices it, because the line with `end` is missing.
    const { value } = await reader.read().catch(() => ({ value: undefined }));
    if (value === undefined) return;
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
