import { createHash } from 'node:crypto';
import { type ScannedLine, scanLines } from '../../base/lines/scan-lines.ts';
import type { FileFacts } from '../../model/record/run-record.ts';

/** Returns the size, the number of non-blank lines and the SHA-256 of a file. A missing file counts as empty. */
export async function fileFacts(
  file: string,
  visit: (line: ScannedLine) => void = () => {},
): Promise<FileFacts> {
  const sha256 = createHash('sha256');
  let lines = 0;
  const { bytes } = await scanLines(
    file,
    (line) => {
      lines++;
      visit(line);
    },
    sha256,
  );
  return { bytes, lines, sha256: sha256.digest('hex') };
}
