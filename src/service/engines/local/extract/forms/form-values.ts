import type { Box } from '../../../parsed-document.ts';
import type { Candidate, FoundValue, Span } from '../candidates/candidate.ts';
import type { ValueReader } from '../candidates/value-reader.ts';
import { joinedForm } from '../layout/fold-text.ts';
import type { Segment, TextLayout } from '../layout/text-layout.ts';
import type { FieldNode } from '../lexicon/field-tree.ts';
import type { FieldPlan } from '../lexicon/plan-fields.ts';
import { booleanOf } from '../recognise/booleans.ts';
import { findDates } from '../recognise/dates.ts';
import { CaptionMatcher, nameWords } from './caption-match.ts';
import { type FormEntry, findEntries } from './form-entries.ts';
import { GroupMatcher } from './group-match.ts';

/** Values that people filled into the forms of a document. */
export interface FormValues {
  readonly candidates: readonly Candidate[];
  /** Whether the document is a form with fields to fill. */
  readonly isForm: boolean;
  /**
   * Indexes of the fields whose form entry is empty. Such a field has no value, even if a text elsewhere could be its
   * value.
   */
  readonly empty: ReadonlySet<number>;
}

/** Minimum score at which the captions of a form entry count as a name of a field. */
const minScore = 0.42;
/** Minimum score at which an empty form entry shows that a field has no value. */
const minEmptyScore = 0.6;
/** Minimum score at which the caption of a checkbox counts as a name of an option. */
const minOptionScore = 0.6;

/**
 * Returns the values of form entries whose captions name a field. Gives each field at most one entry. Only an entry
 * with several lines can have two fields, for a name and an address.
 */
export function formValues(
  layout: TextLayout,
  fields: readonly FieldPlan[],
  reader: ValueReader,
): FormValues {
  const entries = findEntries(layout);
  const candidates: Candidate[] = [];
  const empty = new Set<number>();
  const isForm = entries.length > 0;
  if (!isForm) return { candidates, isForm, empty };
  const matcher = new CaptionMatcher(entries);
  const pairs = assignEntries(entries, fields, matcher);
  const taken = new Set(pairs.map(({ entry }) => entry));
  for (const { field, entry, score, rival } of pairs) {
    const shares = pairs.filter((other) => other.entry === entry).length > 1;
    const value =
      entry.kind === 'checkbox'
        ? checkedAnswer(entry, entries)
        : entryValue(field, entry, shares, nextLines(field, entry, entries, taken), reader);
    if (value === undefined) {
      if (entry.kind === 'checkbox' || score >= minEmptyScore) empty.add(field.index);
      continue;
    }
    candidates.push({
      ...value,
      field: field.index,
      ...evidence(entry, score),
      ...(rival > 0 && { rival: scoreOf(rival) }),
    });
  }
  const options = fields.filter(({ shape }) => shape === 'enum');
  for (const field of options) {
    const named = namedOptions(entries, field, matcher);
    candidates.push(...named.filter(({ entry }) => entry.checked).map(({ candidate }) => candidate));
    const unchecked = new Set(named.filter(({ entry }) => !entry.checked).map(({ option }) => option));
    if (unchecked.size > 1 && named.every(({ entry }) => !entry.checked)) empty.add(field.index);
  }
  return { candidates, isForm, empty };
}

/** Returns the checkboxes and radio buttons whose captions name an option of an enum field. */
function namedOptions(
  entries: readonly FormEntry[],
  field: FieldPlan,
  matcher: CaptionMatcher,
): { readonly option: string; readonly entry: FormEntry; readonly candidate: Candidate }[] {
  const question = matcher.scores(field.node);
  return field.node.options.flatMap((option, at) => {
    const description = field.node.optionDescriptions[at] ?? '';
    return matcher.scores({ key: option, name: option, description }).flatMap((score, index) => {
      const entry = entries[index] as FormEntry;
      if (entry.kind !== 'checkbox' || score < minOptionScore) return [];
      const strength = 0.7 * score + 0.3 * Math.min(1, 2 * (question[index] ?? 0));
      const value = { ...wholeOf(entry.lines), text: option, field: field.index };
      return [{ option, entry, candidate: { ...value, ...evidence(entry, strength) } }];
    });
  });
}

/** Returns the score and the reason of a candidate. `strength` is how well the captions name the field. */
function evidence(
  entry: FormEntry,
  strength: number,
): Pick<Candidate, 'score' | 'reason' | 'labelled' | 'inForm'> {
  const caption = entry.captions[0]?.text ?? '';
  return {
    score: scoreOf(strength),
    reason: `form entry "${caption.slice(0, 80)}"`,
    labelled: true,
    inForm: true,
  };
}

function scoreOf(strength: number): number {
  return Math.min(1.45, 0.55 + 0.85 * strength);
}

function wholeOf(lines: readonly Segment[]): FoundValue {
  return {
    spans: lines.map((segment): Span => ({ segment, start: 0, end: segment.text.length })),
    text: lines.map(({ text }) => text).join(' '),
  };
}

interface Pair {
  readonly field: FieldPlan;
  readonly entry: FormEntry;
  readonly score: number;
  /**
   * Score of the best competing pair: the same field with another entry, or the same entry with another field. 0 if there
   * is none. An entry or a field that belongs to another chosen pair does not compete.
   */
  readonly rival: number;
}

export function assignEntries(
  entries: readonly FormEntry[],
  fields: readonly FieldPlan[],
  matcher: CaptionMatcher,
): Pair[] {
  const groups = new GroupMatcher(fields.map(({ path }) => path));
  const pairs = fields
    .flatMap((field) =>
      scoresOf(field, matcher).map((score, index) => {
        const entry = entries[index] as FormEntry;
        return { field, entry, score: score * groups.factor(field.path, entry), index };
      }),
    )
    .filter(({ field, entry, score }) => score >= minScore && fits(field, entry))
    .sort((a, b) => b.score - a.score || a.field.index - b.field.index || a.index - b.index);
  const byField = Map.groupBy(pairs, ({ field }) => field);
  const byEntry = Map.groupBy(pairs, ({ entry }) => entry);
  const chosen: Omit<Pair, 'rival'>[] = [];
  const fieldsDone = new Set<number>();
  const owners = new Map<FormEntry, FieldPlan[]>();
  for (const { field, entry, score } of pairs) {
    const own = owners.get(entry) ?? [];
    if (fieldsDone.has(field.index)) continue;
    if (own.length > 0 && !(entry.lines.length > 1 && own.every((other) => partOf(other) !== partOf(field))))
      continue;
    fieldsDone.add(field.index);
    owners.set(entry, [...own, field]);
    chosen.push({ field, entry, score });
  }
  return chosen.map((pair) => {
    const { field, entry } = pair;
    const otherEntry = byField.get(field)?.find((other) => other.entry !== entry && !owners.has(other.entry));
    const otherField = byEntry
      .get(entry)
      ?.find((other) => other.field !== field && !fieldsDone.has(other.field.index));
    return { ...pair, rival: Math.max(otherEntry?.score ?? 0, otherField?.score ?? 0) };
  });
}

/**
 * Weights of captions without the word `name`, for a field such as `holder.name`: `party` for `Holder`, and `company` for
 * `Company`.
 */
const partyWeights = { party: 0.9, company: 0.8 };

/** Returns how well each entry fits a field. The caption of `holder.name` can also be only `Holder` or `Company`. */
function scoresOf({ node, path }: FieldPlan, matcher: CaptionMatcher): number[] {
  const scores = matcher.scores(node);
  const party = path.split('.').at(-2);
  if (party === undefined || node.key !== 'name') return scores;
  const named = (key: string) => matcher.scores({ key, name: key, description: '' });
  const [parties, companies] = [named(party), named('company')];
  return scores.map((score, index) =>
    Math.max(
      score,
      partyWeights.party * (parties[index] ?? 0),
      partyWeights.company * (companies[index] ?? 0),
    ),
  );
}

function fits({ shape, node }: FieldPlan, { kind, lines }: FormEntry): boolean {
  if (shape === 'boolean') return kind === 'checkbox' || booleanOf(lines[0]?.text ?? '') !== undefined;
  if (kind === 'checkbox') return false;
  return shape !== 'enum' || lines.length === 0 || optionOf(node, wholeOf(lines).text) !== undefined;
}

function optionOf({ options }: FieldNode, text: string): string | undefined {
  return options.find((option) => joinedForm(option) === joinedForm(text));
}

/** Returns which lines of an entry with a name and an address belong to a field. */
function partOf({ shape, node }: FieldPlan): 'name' | 'address' | 'other' {
  const words = nameWords(node.key);
  if (shape === 'address' || words.some((word) => /^(address|street|city|zip|postcode)$/.test(word)))
    return 'address';
  return words.includes('name') || shape === 'company' ? 'name' : 'other';
}

/** Returns the lines of the entry below, if an address continues there. */
function nextLines(
  field: FieldPlan,
  entry: FormEntry,
  entries: readonly FormEntry[],
  taken: ReadonlySet<FormEntry>,
): readonly Segment[] {
  if (field.shape !== 'address') return [];
  const below = entries.find(
    (other) =>
      other.page === entry.page &&
      Math.abs(other.box.left - entry.box.left) < 5 &&
      other.box.top > entry.box.top + 5 &&
      other.box.top < entry.box.bottom + 40,
  );
  if (below === undefined || taken.has(below)) return [];
  const isCity = below.captions.some(({ text }) => /\b(?:city|town|zip|postal|ort|plz|ville)\b/i.test(text));
  return isCity ? below.lines : [];
}

/**
 * Returns the answer of a checkbox. Of two neighbouring checkboxes with the captions yes and no, the checked one is the
 * answer. Returns `undefined` if neither or both of them are checked.
 */
function checkedAnswer(entry: FormEntry, entries: readonly FormEntry[]): FoundValue | undefined {
  const answer = answerOf(entry);
  const other =
    answer === undefined
      ? undefined
      : entries
          .filter((one) => one.page === entry.page && answerOf(one) === !answer)
          .filter(({ box }) => isNear(box, entry.box))
          .sort((a, b) => distance(a, entry) - distance(b, entry))[0];
  if (other === undefined) return { ...wholeOf(entry.lines), truth: entry.checked === true };
  const checked = [entry, other].filter((one) => one.checked);
  const [only] = checked;
  if (only === undefined || checked.length > 1) return undefined;
  return { ...wholeOf(only.lines), truth: answerOf(only) === true };
}

/**
 * Returns the answer that the caption to the right of a checkbox states, if the caption is only a word for yes or no.
 */
function answerOf({ kind, captions }: FormEntry): boolean | undefined {
  const text = captions.find(({ place }) => place === 'right')?.text ?? '';
  return kind === 'checkbox' && /^\P{L}*\p{L}+\P{L}*$/u.test(text) ? booleanOf(text) : undefined;
}

/** Maximum distance between the checkboxes for yes and no, to the side and downwards, in points. */
const [maxAside, maxBelow] = [200, 30];

function isNear(a: Box, b: Box): boolean {
  const isOnRow = Math.abs(a.top - b.top) < 4 && Math.abs(a.left - b.left) < maxAside;
  return isOnRow || (Math.abs(a.left - b.left) < 4 && Math.abs(a.top - b.top) < maxBelow);
}

function distance({ box: a }: FormEntry, { box: b }: FormEntry): number {
  return Math.abs(a.top - b.top) + Math.abs(a.left - b.left);
}

/**
 * Inserts separators between day, month and year into the eight digits of a date. Keeps the order of day, month and
 * year.
 */
function dividedDate(digits: string): string {
  return /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(digits)
    ? `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`
    : `${digits.slice(0, 2)}/${digits.slice(2, 4)}/${digits.slice(4)}`;
}

export function entryValue(
  field: FieldPlan,
  entry: FormEntry,
  isShared: boolean,
  more: readonly Segment[],
  reader: ValueReader,
): FoundValue | undefined {
  const part = partOf(field);
  const all = entry.lines;
  const mentionsName = entry.captions.some(({ text }) => /\bname\b/i.test(text));
  const isNameAndAddress = all.length > 1 && (isShared || mentionsName);
  const lines = [
    ...(isNameAndAddress && part === 'name'
      ? all.slice(0, 1)
      : isNameAndAddress && part === 'address'
        ? all.slice(1)
        : all),
    ...more,
  ];
  const [first] = lines;
  if (first === undefined) return undefined;
  const whole = wholeOf(lines);
  if (field.shape === 'enum') return { ...whole, text: optionOf(field.node, whole.text) ?? '' };
  if (field.shape === 'date' && (entry.isDivided || /^[\d ]{8,16}$/.test(first.text))) {
    const text = entry.isDivided
      ? first.text.replaceAll(' ', '/')
      : dividedDate(first.text.replaceAll(' ', ''));
    const date = findDates(text)[0];
    if (date !== undefined) return { ...whole, text, date };
  }
  if (entry.isDivided)
    return { ...whole, text: first.text.replaceAll(' ', field.node.kind === 'string' ? '-' : '') };
  const isText = field.node.kind === 'string';
  if (field.shape === 'boolean') {
    const truth = booleanOf(first.text);
    return truth === undefined ? undefined : { ...whole, truth };
  }
  if (isText && field.shape !== 'amount') return whole;
  const read = lines.flatMap((line) => reader.read(line, 0, line.text.length, field.shape))[0];
  return read ?? (isText ? whole : undefined);
}
