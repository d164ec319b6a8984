import { readXml } from '../flow/xml-events.ts';
import type { ZipArchive } from './zip-archive.ts';

export interface Relationship {
  /** Last segment of the URL of the relationship type, such as `worksheet` or `header`. */
  readonly type: string;
  readonly target: string;
}

/**
 * Returns the parts to which a part refers, by relationship id. Omits targets outside the archive, because nothing
 * may be fetched.
 */
export async function relationshipsOf(
  archive: ZipArchive,
  part: string,
  document: { readonly file: string; readonly type: string },
): Promise<Map<string, Relationship>> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const bytes = archive.read(`${folder}_rels/${part.slice(folder.length)}.rels`);
  const found = new Map<string, Relationship>();
  if (bytes === undefined) return found;
  await readXml(bytes, document, {
    open: (name, { Id = '', Target = '', Type = '', TargetMode }) => {
      if (withoutPrefix(name) !== 'Relationship' || TargetMode === 'External') return;
      found.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), target: resolved(folder, Target) });
    },
  });
  return found;
}

export function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function resolved(folder: string, target: string): string {
  const parts = target.startsWith('/') ? [] : folder.split('/').slice(0, -1);
  for (const part of target.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}
