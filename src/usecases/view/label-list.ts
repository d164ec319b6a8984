import { existsSync } from 'node:fs';
import path from 'node:path';
import { compareByLabels } from '../compare/compare-records.ts';
import { LabelListSession } from '../compare/label-list-session.ts';
import { type ComparedVersions, compareRequestOf } from './open-report.ts';

/**
 * Writes the list of values in which two versions differ, as `goldset compare --label-differences` does. If the file
 * exists, keeps it, because it may have answers.
 */
export async function writeListOf(compared: ComparedVersions, file: string): Promise<void> {
  if (existsSync(file)) return;
  await compareByLabels({ ...(await compareRequestOf(compared)), labelDifferences: file });
}

/** Compares two versions by the answers of a list, and returns the result as a sentence. */
export async function resultOfList(compared: ComparedVersions, file: string): Promise<string> {
  const { result } = await compareByLabels({ ...(await compareRequestOf(compared)), labels: file });
  return 'sentence' in result ? result.sentence : '';
}

/** Opens an existing list of label differences of two versions. Throws the same errors as `LabelListSession.open`. */
export async function openList(compared: ComparedVersions, file: string): Promise<LabelListSession> {
  const { baseline, candidate, versions, commonItems, repeats } = await compareRequestOf(compared);
  const shown = (name: string) => path.relative('.', name) || '.';
  const command = [
    'goldset compare',
    ...[shown(baseline), shown(candidate), '--versions', versions].map(quoted),
    ...(repeats === undefined ? [] : ['--repeats', repeats]),
    ...(commonItems ? ['--common-items'] : []),
    `--labels ${quoted(shown(file))}`,
  ].join(' ');
  return LabelListSession.open(file, candidate, command);
}

/** Quotes a text for a shell, unless it has only characters of plain paths and names. */
function quoted(text: string): string {
  return /^[\w./@,:+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
