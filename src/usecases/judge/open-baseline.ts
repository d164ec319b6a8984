import { existsSync } from 'node:fs';
import path from 'node:path';
import { GoldsetError, messageOf } from '../../base/goldset-error.ts';
import { openBaseline } from '../../record/baselines/baseline-history.ts';
import { openRecord } from '../../record/read/open-record.ts';
import type { GateRequest } from './judge-record.ts';

/**
 * The baseline that a word names: a folder is a record, anything else a blessed name below `dir`. One that is not there
 * is no baseline, with the reason, and no error: what asks for it fails closed and tells why.
 */
export async function openNamedBaseline(
  named: string,
  version: string | undefined,
  dir: string,
): Promise<NonNullable<GateRequest['baseline']>> {
  try {
    if (existsSync(named)) return { reader: await openRecord(path.resolve(named)), version };
    if (/[\\/]/.test(named)) return { missing: `${named} is not there` };
    const { reader, entry } = await openBaseline(dir, named);
    return { reader, version: version ?? entry.version };
  } catch (thrown) {
    if (!(thrown instanceof GoldsetError)) throw thrown;
    return { missing: messageOf(thrown) };
  }
}
