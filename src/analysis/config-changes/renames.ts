import { distance } from 'fastest-levenshtein';
import { pluralise } from '../../base/phrases.ts';
import type { ProcessorConfig } from '../../model/processor/processor-config.ts';
import type { RunPlan } from '../../model/record/run-record.ts';
import type { FieldChange } from '../../model/report/sections/comparison-section.ts';

/** Equal values are evidence for a rename if at least this share of the documents has them. */
const minEqualValues = 0.6;
/** Similar names are evidence for a rename if their similarity is at least this value. */
const minNameSimilarity = 0.6;

/** A field (or class) of the baseline that the candidate may have under another name. */
export interface RenameCandidate {
  readonly was: string;
  readonly is: string;
}

export function renameKey({ was, is }: RenameCandidate): string {
  return `${was}\u0000${is}`;
}

/** The members of a folded run (`FoldedRun`) that are needed to find changed fields and classes. */
export interface ComparedConfigs {
  readonly plan: RunPlan;
  readonly config: ProcessorConfig;
  /** Number of compared values (`both`) and of equal values (`same`) for each possible rename. */
  readonly renames: ReadonlyMap<string, { readonly same: number; readonly both: number }>;
  readonly expectedClasses: ReadonlyMap<string, number>;
}

/** The fields or classes that only one of two configs has. */
export interface UnsharedParts {
  readonly part: FieldChange['part'];
  readonly removed: readonly string[];
  readonly added: readonly string[];
  /** Descriptions of the fields or classes by name: first of the baseline, then of the candidate. */
  readonly texts: readonly [ReadonlyMap<string, string>, ReadonlyMap<string, string>];
  readonly mayBeRenamed: (was: string, is: string) => boolean;
}

export function renameCandidates({ removed, added, mayBeRenamed }: UnsharedParts): RenameCandidate[] {
  return removed.flatMap((was) => added.filter((is) => mayBeRenamed(was, is)).map((is) => ({ was, is })));
}

/**
 * Returns the fields or classes that only one config has. Each entry states whether the field or class is removed,
 * renamed or added, and why.
 */
export function partsOnOneSide(
  parts: UnsharedParts,
  counts: ComparedConfigs['renames'],
  reasonFor: (side: 'baseline' | 'candidate', name: string) => string,
): FieldChange[] {
  const { part, removed, added } = parts;
  const renames = bestRenames(parts, counts);
  const newNames = new Set([...renames.values()].map(({ to }) => to));
  return [
    ...removed.map((field): FieldChange => {
      const { to = null, reason = reasonFor('baseline', field) } = renames.get(field) ?? {};
      return { part, field, change: to === null ? 'removed' : 'renamed', to, reason };
    }),
    ...added
      .filter((field) => !newNames.has(field))
      .map(
        (field): FieldChange => ({
          part,
          field,
          change: 'added',
          to: null,
          reason: reasonFor('candidate', field),
        }),
      ),
  ];
}

interface Rename {
  readonly to: string;
  readonly reason: string;
  readonly score: number;
}

/** Pairs each removed field or class with the added one that is most similar. No field or class is in two pairs. */
function bestRenames(parts: UnsharedParts, counts: ComparedConfigs['renames']): Map<string, Rename> {
  const found = renameCandidates(parts)
    .map((pair) => ({ was: pair.was, rename: renameEvidence(parts, pair, counts.get(renameKey(pair))) }))
    .filter((pair): pair is { was: string; rename: Rename } => pair.rename !== null)
    .sort((a, b) => b.rename.score - a.rename.score);
  const renames = new Map<string, Rename>();
  const newNames = new Set<string>();
  for (const { was, rename } of found) {
    if (renames.has(was) || newNames.has(rename.to)) continue;
    renames.set(was, rename);
    newNames.add(rename.to);
  }
  return renames;
}

/**
 * Returns the evidence for a rename: equal values, equal descriptions or similar names, in this order. Returns `null`
 * if there is no evidence.
 */
function renameEvidence(
  { part, texts }: UnsharedParts,
  { was, is }: RenameCandidate,
  { same, both } = { same: 0, both: 0 },
): Rename | null {
  const isField = part === 'field';
  if (both > 0 && same / both >= minEqualValues) {
    const reason = `${isField ? 'same value' : 'predicted instead'} in ${same} of ${pluralise(both, 'document')}`;
    return { to: is, score: 2 + same / both, reason };
  }
  const text = texts[0].get(was);
  if (text !== undefined && text !== '' && text === texts[1].get(is))
    return { to: is, score: 2, reason: 'same description' };
  const lastName = (field: string) => field.slice(field.lastIndexOf('.') + 1);
  const close = isField ? nameSimilarity(lastName(was), lastName(is)) : nameSimilarity(was, is);
  return close >= minNameSimilarity ? { to: is, score: close, reason: 'similar name' } : null;
}

/**
 * Returns the similarity of two names: 0.9 if one name has all words of the other, otherwise 1 - edit distance / length
 * of the longer name.
 */
function nameSimilarity(a: string, b: string): number {
  const words = (name: string) => name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const [short, long] = [words(a), words(b)].sort((x, y) => x.length - y.length) as [string[], string[]];
  if (short.every((word) => long.includes(word))) return 0.9;
  return 1 - distance(a.toLowerCase(), b.toLowerCase()) / Math.max(a.length, b.length, 1);
}
