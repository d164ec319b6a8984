import { existsSync } from 'node:fs';
import path from 'node:path';
import { GoldsetError, messageOf } from '../../base/goldset-error.ts';
import { openBaseline } from '../../record/baselines/baseline-history.ts';
import { openRecord } from '../../record/read/open-record.ts';
import type { GateRequest } from './judge-record.ts';

/**
 * Opens a baseline by its record folder or by its name in `dir`. If it does not exist, returns the reason instead of
 * throwing, so that the gate can be inconclusive with this reason.
 */
export async function openNamedBaseline(
  named: string,
  version: string | undefined,
  dir: string,
): Promise<NonNullable<GateRequest['baseline']>> {
  try {
    if (existsSync(named)) return { reader: await openRecord(path.resolve(named)), version };
    if (/[\\/]/.test(named)) return { missing: `${named} does not exist` };
    const { reader, entry } = await openBaseline(dir, named);
    return { reader, version: version ?? entry.version };
  } catch (thrown) {
    if (!(thrown instanceof GoldsetError)) throw thrown;
    return { missing: messageOf(thrown) };
  }
}
