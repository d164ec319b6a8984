import type { Hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { GoldsetError, messageOf } from '../goldset-error.ts';

/** One line of a scanned file. The scan reuses this object, so copy the parts that you keep. */
export interface ScannedLine {
  /** Buffer that contains the line, from `start` to `end`. Later reads overwrite the buffer. */
  bytes: Buffer;
  start: number;
  end: number;
  /** Offset of `start` in the file, in bytes. */
  offset: number;
  line: number;
  /** False for a last line without a line end. */
  complete: boolean;
}

/**
 * Initial size of the read buffer in bytes. For a small file, the buffer is smaller. The buffer grows if a line is
 * longer.
 */
const blockSize = 1 << 20;
const newline = 0x0a;

/** Calls `visit` for each non-blank line of a file, and adds all bytes to `hash`. A missing file has no lines. */
export async function scanLines(
  file: string,
  visit: (line: ScannedLine) => void,
  hash?: Hash,
): Promise<{ readonly bytes: number; readonly lines: number }> {
  try {
    await using handle = await open(file, 'r');
    return await scan(handle, visit, hash);
  } catch (thrown) {
    if (thrown instanceof GoldsetError) throw thrown;
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return { bytes: 0, lines: 0 };
    throw unreadable(file, thrown);
  }
}

export function unreadable(file: string, cause: unknown): GoldsetError {
  return new GoldsetError('FILE_UNREADABLE', { file, reason: messageOf(cause) }, { cause });
}

async function scan(handle: FileHandle, visit: (line: ScannedLine) => void, hash: Hash | undefined) {
  const { size } = await handle.stat();
  let bytes = Buffer.allocUnsafe(Math.min(blockSize, size + 1));
  const current: ScannedLine = { bytes, start: 0, end: 0, offset: 0, line: 0, complete: true };
  const visitLine = (start: number, end: number, base: number): void => {
    current.line++;
    if (isBlank(bytes, start, end)) return;
    current.bytes = bytes;
    current.start = start;
    current.end = end;
    current.offset = base + start;
    visit(current);
  };
  let kept = 0;
  let base = 0;
  for (;;) {
    if (kept === bytes.length) {
      const larger = Buffer.allocUnsafe(bytes.length * 2);
      bytes.copy(larger, 0, 0, kept);
      bytes = larger;
    }
    const { bytesRead } = await handle.read(bytes, kept, bytes.length - kept, base + kept);
    if (bytesRead === 0) break;
    hash?.update(bytes.subarray(kept, kept + bytesRead));
    const filled = kept + bytesRead;
    let start = 0;
    for (let end = nextNewline(bytes, kept, filled); end >= 0; end = nextNewline(bytes, start, filled)) {
      visitLine(start, end, base);
      start = end + 1;
    }
    bytes.copyWithin(0, start, filled);
    kept = filled - start;
    base += start;
  }
  current.complete = false;
  const lines = current.line;
  if (kept > 0) visitLine(0, kept, base);
  return { bytes: base + kept, lines: kept > 0 ? lines + 1 : lines };
}

/**
 * Returns the position of the next newline, or -1. Ignores the bytes from `filled` on, which are left over from earlier
 * reads.
 */
function nextNewline(bytes: Buffer, from: number, filled: number): number {
  const found = bytes.indexOf(newline, from);
  return found < filled ? found : -1;
}

function isBlank(bytes: Buffer, start: number, end: number): boolean {
  if (start === end) return true;
  return (bytes[start] as number) <= 0x20 && bytes.toString('utf8', start, end).trim() === '';
}

/** Returns the number (from 1) of the line that starts at byte `offset`. */
export async function lineAt(file: string, offset: number): Promise<number> {
  let found = 1;
  await scanLines(file, ({ line, offset: at }) => {
    if (at <= offset) found = line;
  });
  return found;
}
