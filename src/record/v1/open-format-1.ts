import { open, readFile } from 'node:fs/promises';
import { shown } from '../../model/processor/mismatch.ts';
import type { RecordedItem } from '../../model/record/run-record.ts';
import type { RecordFiles } from '../files/record-files.ts';
import type { ItemParser, RecordFormat } from '../index/record-format.ts';
import { givenItemLine, namedRowLine } from '../lines/line-shapes.ts';
import { parseText } from '../lines/parse-line.ts';
import { lineKeysOfFormat1, otherItem } from './line-keys.ts';
import { type PlanOfFormat1, readPlanOfFormat1 } from './read-plan.ts';

/** Opens a record of format 1 as a record of format 2 without a seal. Returns `null` if the plan has another format. */
export async function openFormat1(files: RecordFiles): Promise<RecordFormat | null> {
  if (!(await statesFormat1(files.plan))) return null;
  const stored = await readPlanOfFormat1(files.plan);
  return {
    format: 1,
    plan: stored.plan,
    rowShape: namedRowLine,
    openKeys: () => lineKeysOfFormat1(stored, files),
    openItems: () => itemParser(stored, files.items),
    expectedItem: (position) => {
      const planned = stored.openItems();
      try {
        return `${shown(planned.at(position).id)}, as planned`;
      } finally {
        planned.close();
      }
    },
  };
}

/**
 * Returns whether a plan has format 1. Reads only the start of the file if the format is its first key, because plans
 * can be large.
 */
async function statesFormat1(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0);
    const first = /^\s*\{\s*"schemaVersion":\s*(\d+)\s*,/.exec(buffer.toString('latin1', 0, bytesRead));
    if (first !== null) return first[1] === '1';
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    return (
      typeof value === 'object' && value !== null && 'schemaVersion' in value && value.schemaVersion === 1
    );
  } catch {
    return false;
  } finally {
    await handle.close();
  }
}

function itemParser({ places, openItems }: PlanOfFormat1, file: string): ItemParser {
  const planned = openItems();
  return {
    parse: (text, position, line): RecordedItem => {
      const given = parseText(givenItemLine, text, file, line);
      const { id, documentHash, expectationHash } = planned.at(position);
      if (given.id !== id) throw otherItem(file, line, shown(given.id), `${shown(id)}, as planned`);
      return {
        position: places === null ? position : (places[position] ?? -1),
        id,
        documentHash,
        expectationHash,
        expectedOutput: given.expectedOutput,
        tags: given.tags,
        document: given.document,
      };
    },
    close: () => planned.close(),
  };
}
