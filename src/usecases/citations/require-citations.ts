import type { RecordReader } from '../../record/read/open-record.ts';
import type { Ports } from '../ports.ts';

/**
 * Reads the citations of the records if `isNeeded` is true. Otherwise does nothing, and does not load the code that
 * reads documents.
 */
export async function requireCitations(
  readers: readonly RecordReader[],
  isNeeded: boolean,
  ports: Pick<Ports, 'notice' | 'step'>,
): Promise<void> {
  if (!isNeeded) return;
  const { readCitations } = await import('./read-citations.ts');
  const byDir = new Map(readers.map((reader) => [reader.dir, reader]));
  for (const reader of byDir.values()) await readCitations(reader, ports);
}
