import { readXml } from '../flow/xml-events.ts';
import type { ZipArchive } from './zip-archive.ts';

export interface Relationship {
  /** Last segment of the URL of the relationship type, such as `worksheet` or `header`. */
  readonly type: string;
  readonly target: string;
}

/**
 * Returns the parts (files in the archive) to which a part refers, by relationship id. Omits targets outside the
 * archive, because nothing may be fetched.
 */
export async function relationshipsOf(
  archive: ZipArchive,
  part: string,
  document: { readonly file: string; readonly type: string },
): Promise<Map<string, Relationship>> {
  const folder = folderOf(part);
  const found = new Map<string, Relationship>();
  await readRelationships(archive, part, document, ({ Id = '', Target = '', Type = '', TargetMode }) => {
    if (TargetMode === 'External') return;
    found.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), target: resolved(folder, Target) });
  });
  return found;
}

/**
 * Returns the targets of the links of a part, by relationship id. goldset may display these targets, but must not fetch
 * them.
 */
export async function linksOf(
  archive: ZipArchive,
  part: string,
  document: { readonly file: string; readonly type: string },
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  await readRelationships(archive, part, document, ({ Id = '', Target = '', Type = '', TargetMode }) => {
    if (TargetMode === 'External' && Type.endsWith('/hyperlink')) found.set(Id, Target);
  });
  return found;
}

async function readRelationships(
  archive: ZipArchive,
  part: string,
  document: { readonly file: string; readonly type: string },
  add: (attributes: Readonly<Record<string, string>>) => void,
): Promise<void> {
  const folder = folderOf(part);
  const bytes = archive.read(`${folder}_rels/${part.slice(folder.length)}.rels`);
  if (bytes === undefined) return;
  await readXml(bytes, document, {
    open: (name, attributes) => {
      if (withoutPrefix(name) === 'Relationship') add(attributes);
    },
  });
}

function folderOf(part: string): string {
  return part.slice(0, part.lastIndexOf('/') + 1);
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
