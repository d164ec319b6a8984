import path from 'node:path';
import { counted } from '../../../base/phrases.ts';
import type { RecordUpgradeResult, RecordVerifyResult } from '../../../model/results/record-results.ts';

export function verifiedText({ format, seal, items, rows, byState, notices }: RecordVerifyResult): string {
  const proof =
    seal !== null
      ? 'Unchanged since it was sealed'
      : format === 1
        ? 'Readable; format 1 has no seal to compare it with'
        : 'Readable; the run has not ended, so it is not sealed';
  const states = `${byState.processed} processed, ${byState.failed} failed, ${byState.cancelled} cancelled, ${byState.notRun} not run`;
  const lines = [proof, `${counted(items, 'item')}, ${counted(rows, 'row')}: ${states}`];
  return `${[...lines, ...notices.map((notice) => `note: ${notice}`)].join('\n')}\n`;
}

export function upgradedText({ record, kept, items, rows, leftOut }: RecordUpgradeResult): string {
  const shown = (dir: string) => path.relative(process.cwd(), dir) || '.';
  if (kept === null) return `${shown(record)} is in the present format already\n`;
  const without =
    leftOut === 0 ? '' : ` (${counted(leftOut, 'row')} left out: repeated, or of no planned run)`;
  return `${shown(record)} is in the present format: ${counted(items, 'item')}, ${counted(rows, 'row')}${without}\nThe old record is kept in ${shown(kept)}\n`;
}
