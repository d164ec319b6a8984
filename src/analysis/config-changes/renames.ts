import { distance } from 'fastest-levenshtein';
import { pluralise } from '../../base/phrases.ts';
import type { ProcessorConfig } from '../../model/processor/processor-config.ts';
import type { RunPlan } from '../../model/record/run-record.ts';
import type { FieldChange } from '../../model/report/comparison-section.ts';

/** Smallest share of documents with equal values at which two parts count as one renamed part. */
const sameAnswers = 0.6;
/** Smallest similarity of names at which two parts count as one renamed part. */
const similarNames = 0.6;

/** A part of the candidate's config that replaces a part of the baseline's config. */
export interface Rename {
  readonly to: string;
  /** Evidence for the rename. */
  readonly reason: string;
  readonly score: number;
}

/** Pairs each removed part with the most similar added part. Uses no part twice. */
export function bestRenames<T>(
  removed: readonly T[],
  added: readonly T[],
  nameOf: (part: T) => string,
  likeness: (was: T, is: T) => Rename | null,
): Map<string, Rename> {
  const found = removed
    .flatMap((was) => added.map((is) => ({ was: nameOf(was), rename: likeness(was, is) })))
    .filter((pair): pair is { was: string; rename: Rename } => pair.rename !== null)
    .sort((a, b) => b.rename.score - a.rename.score);
  const renames = new Map<string, Rename>();
  const taken = new Set<string>();
  for (const { was, rename } of found) {
    if (renames.has(was) || taken.has(rename.to)) continue;
    renames.set(was, rename);
    taken.add(rename.to);
  }
  return renames;
}

/**
 * Returns the evidence for a rename: equal values in most documents, otherwise equal descriptions, otherwise similar
 * names. Returns `null` without evidence.
 */
export function renameEvidence(
  to: string,
  evidence: {
    readonly agreement: { readonly same: number; readonly both: number; readonly what: string };
    readonly texts: readonly [string | undefined, string | undefined];
    readonly names: readonly [string, string];
  },
): Rename | null {
  const { same, both, what } = evidence.agreement;
  if (both > 0 && same / both >= sameAnswers)
    return { to, score: 2 + same / both, reason: `${what} in ${same} of ${pluralise(both, 'document')}` };
  const [before, after] = evidence.texts;
  if (before !== undefined && before !== '' && before === after)
    return { to, score: 2, reason: 'same description' };
  const close = nameLikeness(...evidence.names);
  return close >= similarNames ? { to, score: close, reason: 'similar name' } : null;
}

/** Returns the similarity of two names: 0.9 if one name has all words of the other, otherwise 1 - edits / letters. */
function nameLikeness(a: string, b: string): number {
  const words = (name: string) => name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const [short, long] = [words(a), words(b)].sort((x, y) => x.length - y.length) as [string[], string[]];
  if (short.every((word) => long.includes(word))) return 0.9;
  return 1 - distance(a.toLowerCase(), b.toLowerCase()) / Math.max(a.length, b.length, 1);
}

/** A part of the baseline's config and one of the candidate's that may be the same part under another name. */
export interface RenameCandidate {
  readonly was: string;
  readonly is: string;
}

export function renameKey({ was, is }: RenameCandidate): string {
  return `${was}\u0000${is}`;
}

/** The part of a folded run that the search for changed fields and classes reads. */
export interface ComparedConfigs {
  readonly plan: RunPlan;
  readonly config: ProcessorConfig;
  /** Per `renameKey`: number of documents with a value of both parts, and with equal values. */
  readonly renames: ReadonlyMap<string, { readonly same: number; readonly both: number }>;
  /** Number of documents per expected class. */
  readonly expectedClasses: ReadonlyMap<string, number>;
}

/** Returns the removed, renamed and added parts of a config with the reason of each change. */
export function partsOnOneSide(
  part: FieldChange['part'],
  parts: {
    readonly removed: readonly string[];
    readonly added: readonly string[];
    readonly renames: ReadonlyMap<string, Rename>;
  },
  whyRemoved: (name: string) => string,
  whyAdded: (name: string) => string,
): FieldChange[] {
  const { removed, added, renames } = parts;
  const taken = new Set([...renames.values()].map(({ to }) => to));
  return [
    ...removed.map((field): FieldChange => {
      const { to = null, reason = whyRemoved(field) } = renames.get(field) ?? {};
      return { part, field, change: to === null ? 'removed' : 'renamed', to, reason };
    }),
    ...added
      .filter((field) => !taken.has(field))
      .map((field): FieldChange => ({ part, field, change: 'added', to: null, reason: whyAdded(field) })),
  ];
}
