import { existsSync } from 'node:fs';
import path from 'node:path';
import { GoldsetError } from '../../base/goldset-error.ts';
import { textLines } from '../../base/read-text-file.ts';
import { type Proposal, proposalSchema, proposalsName } from '../../model/dataset/proposal.ts';
import { sourceMismatch } from '../reading/document-source.ts';
import { parseJsonLine } from '../reading/read-json.ts';

const fix = 'Restore the line, or delete it and run goldset dataset prefill again.';

/**
 * Reads the proposals of a dataset folder, in their order. Returns an empty list if the folder has no
 * `proposals.jsonl`. Throws DATASET_LINE_INVALID for an invalid line, and DATASET_DUPLICATE_ID if two lines have the
 * same id.
 */
export async function readProposals(folder: string): Promise<Proposal[]> {
  const file = path.join(folder, proposalsName);
  if (!existsSync(file)) return [];
  const lines = new Map<string, number>();
  const proposals: Proposal[] = [];
  for await (const { text, line } of textLines(file)) {
    if (text.trim() === '') continue;
    const proposal = parseJsonLine({ file, line, text, fix }, proposalSchema);
    const mismatch = sourceMismatch(proposal);
    if (mismatch !== null) throw new GoldsetError('DATASET_LINE_INVALID', { file, line, ...mismatch, fix });
    const { id } = proposal;
    const firstLine = lines.get(id);
    if (firstLine !== undefined)
      throw new GoldsetError('DATASET_DUPLICATE_ID', { file, line, id, firstLine });
    lines.set(id, line);
    proposals.push(proposal);
  }
  return proposals;
}
