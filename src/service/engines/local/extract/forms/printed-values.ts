import type { Candidate } from '../candidates/candidate.ts';
import type { ValueReader } from '../candidates/value-reader.ts';
import type { Segment, TextLayout } from '../layout/text-layout.ts';
import type { FieldPlan } from '../lexicon/plan-fields.ts';
import { CaptionMatcher } from './caption-match.ts';
import { assignEntries, entryValue } from './form-values.ts';
import { type PrintedEntry, printedEntries } from './printed-entries.ts';

/** Minimum score at which a caption names a field so clearly that no other text can be the value of the field. */
const clearScore = 0.6;

/** Minimum score of a candidate with an exact label. */
const strongScore = 0.95;
/** Minimum share of the pages of a document that are printed forms. */
const minPages = 0.5;

/**
 * Adds the values of printed forms to the candidates, also with captions that name a field in other words. Removes candidates
 * that cannot be right on such a form: captions, and texts whose caption names another field.
 */
export function withPrintedValues(
  candidates: readonly Candidate[],
  layout: TextLayout,
  fields: readonly FieldPlan[],
  reader: ValueReader,
): Candidate[] {
  const isOpenShape = ({ shape }: FieldPlan) => shape !== 'boolean' && shape !== 'enum';
  // An exact label is enough for a field outside groups. For such a field, captions are not compared, because this
  // takes time.
  const strong = new Set(
    candidates.filter(({ labelled, score }) => labelled && score >= strongScore).map(({ field }) => field),
  );
  const open = fields.filter(
    (field) => isOpenShape(field) && (field.path.includes('.') || !strong.has(field.index)),
  );
  if (open.length === 0) return [...candidates];
  const entries = printedEntries(layout);
  const pages = new Set(entries.map(({ page }) => page));
  // A contract with a page of signatures is not a form.
  if (pages.size === 0 || pages.size < minPages * layout.pages.length) return [...candidates];
  const pairs = assignEntries(entries, open, new CaptionMatcher(entries)).map((pair) => ({
    ...pair,
    entry: pair.entry as PrintedEntry,
  }));
  /**
   * For each caption: the position at which a value can start in the text. `Infinity` if the text contains only the
   * caption.
   */
  const ends = new Map(
    entries.map(({ caption, value, start }) => [caption, caption === value ? start : Infinity]),
  );
  const owners = new Map<Segment, number>();
  const clear = new Map<number, PrintedEntry>();
  for (const { field, entry, score } of pairs) {
    if (score < clearScore) continue;
    clear.set(field.index, entry);
    if (entry.value !== undefined) owners.set(entry.value, field.index);
  }
  const isPossible = ({ field, spans }: Candidate): boolean => {
    const own = clear.get(field);
    return spans.every(({ segment, start }) => {
      if (start < (ends.get(segment) ?? 0)) return false;
      if (own?.page === segment.page) return own.value === segment;
      return (owners.get(segment) ?? field) === field;
    });
  };
  const isOpen = new Set(fields.filter(isOpenShape).map(({ index }) => index));
  const kept = candidates.filter((candidate) => !isOpen.has(candidate.field) || isPossible(candidate));
  const added = pairs.flatMap(({ field, entry, score }): Candidate[] => {
    const value = entryValue(field, entry, false, [], reader);
    // A form can print a dash for an empty value.
    if (value === undefined || !/[\p{L}\p{N}]/u.test(value.text)) return [];
    const reason = `caption "${entry.captions[0]?.text.slice(0, 80)}"`;
    return [{ ...value, field: field.index, score: 0.3 + 0.7 * score, reason, labelled: true }];
  });
  return bestOfEach(kept, added);
}

/** Joins two lists. If both have the same value of a field, takes only the one with the higher score. */
function bestOfEach(kept: readonly Candidate[], added: readonly Candidate[]): Candidate[] {
  const isSame = (a: Candidate, b: Candidate) =>
    a.field === b.field && singleSpaced(a.text) === singleSpaced(b.text);
  const isBest = (one: Candidate, others: readonly Candidate[]) =>
    others.every((other) => !isSame(one, other) || one.score > other.score);
  return [
    ...kept.filter((one) => added.every((other) => !isSame(one, other) || one.score >= other.score)),
    ...added.filter((one) => isBest(one, kept)),
  ];
}

function singleSpaced(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
