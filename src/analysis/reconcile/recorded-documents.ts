import type { ProcessorConfig } from '../../model/processor-config.ts';
import type { RecordReader } from '../../record/open-record.ts';

/** One document of a record, as the figures of a batch see it. */
export interface RecordedDocument {
  readonly id: string;
  readonly expected: unknown;
  /** Undefined where the run gave none. */
  readonly output: unknown;
  readonly pages: number | null;
  readonly latencyMs: number | null;
}

/** The documents of one version, first repeat, in the record's order, and the config they were run with. */
export interface RecordedVersion {
  readonly config: ProcessorConfig;
  readonly documents: readonly RecordedDocument[];
}

export async function recordedVersion(reader: RecordReader, version: number): Promise<RecordedVersion> {
  const resolved = reader.plan.versions[version];
  if (resolved === undefined) throw new RangeError(`version ${version}`);
  const rows = new Map<string, Omit<RecordedDocument, 'id' | 'expected'>>();
  for await (const row of reader.rows()) {
    if (row.repeat !== 1 || row.version !== resolved.requested) continue;
    const { pages, latencyMs } = row;
    rows.set(row.itemId, {
      output: row.state === 'processed' ? (row.output ?? undefined) : undefined,
      pages,
      latencyMs,
    });
  }
  const documents: RecordedDocument[] = [];
  for await (const { id, expectedOutput } of reader.items()) {
    const row = rows.get(id) ?? { output: undefined, pages: null, latencyMs: null };
    documents.push({ id, expected: expectedOutput ?? undefined, ...row });
  }
  return { config: resolved.config, documents };
}
