import { GoldsetError } from '../../base/goldset-error.ts';
import type { ProcessorConfig } from '../../model/processor/processor-config.ts';
import type { RecordReader } from '../../record/read/open-record.ts';

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

/** A search keeps the cells of all documents. */
const mostDocuments = 50_000;

/** Reads one version of a record, each line once. Throws USAGE above 50,000 documents. */
export async function recordedVersion(reader: RecordReader, version: number): Promise<RecordedVersion> {
  const { dir, plan } = reader;
  const resolved = plan.versions[version];
  if (resolved === undefined) throw new RangeError(`version ${version}`);
  const { count } = plan.items;
  if (count > mostDocuments)
    throw new GoldsetError('USAGE', {
      problem: `${dir} has ${count} documents; figures are reconciled over at most ${mostDocuments}`,
      fix: 'Reconcile a batch run and a record of fewer documents.',
    });
  const documents: RecordedDocument[] = [];
  for await (const { item, runs } of reader.documents()) {
    const row = runs[version]?.find(({ repeat }) => repeat === 1);
    documents.push({
      id: item.id,
      expected: item.expectedOutput ?? undefined,
      output: row?.state === 'processed' ? (row.output ?? undefined) : undefined,
      pages: row?.pages ?? null,
      latencyMs: row?.latencyMs ?? null,
    });
  }
  return { config: resolved.config, documents };
}
