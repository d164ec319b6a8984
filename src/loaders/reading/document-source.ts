import path from 'node:path';
import type { InsideFolder } from '../../base/safe-path.ts';
import type { DocumentSource } from '../../model/dataset/evaluation-set.ts';
import type { Mismatch } from '../../model/processor/mismatch.ts';

/** Names of the members or columns that locate the document of an item. Each item must have exactly one of them. */
export const sourceNames = ['file', 'fileUrl', 'fileId', 'text'] as const;

export type SourceMembers = {
  readonly [name in (typeof sourceNames)[number] | 'fileName']?: string | undefined;
};

/** Returns a mismatch if an item does not have exactly one of the source members, and `null` otherwise. */
export function sourceMismatch(members: SourceMembers): Mismatch | null {
  const given = sourceNames.filter((name) => members[name] !== undefined);
  if (given.length === 1) return null;
  return {
    path: 'the document',
    found: given.length === 0 ? 'none' : given.join(' and '),
    expected: `exactly one of ${sourceNames.join(', ')}`,
  };
}

/**
 * Returns the source of a document. Throws PATH_TRAVERSAL if the path of the document leads out of the dataset folder.
 * The error names `place`, the file and line that contain the path.
 */
export function documentSource(
  { file = '', fileUrl, fileId, text, fileName }: SourceMembers,
  inside: InsideFolder,
  place: string,
  fallbackName: string,
): DocumentSource {
  if (text !== undefined) return { kind: 'text', text };
  if (fileId !== undefined) return { kind: 'fileId', fileId };
  if (fileUrl !== undefined) {
    const last = new URL(fileUrl).pathname.split('/').at(-1) ?? '';
    return { kind: 'url', url: fileUrl, name: fileName ?? (last || fallbackName) };
  }
  const absolute = inside.resolve(file, place);
  return { kind: 'file', path: absolute, name: fileName ?? path.basename(absolute) };
}
