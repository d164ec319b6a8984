import { joinedForm } from '../layout/fold-text.ts';
import type { Segment, TextLayout } from '../layout/text-layout.ts';
import { concepts } from '../lexicon/concepts.ts';
import type { FieldPlan } from '../lexicon/plan-fields.ts';

/** A label printed in the document, such as `Invoice no.`. */
export interface LabelHit {
  readonly segment: Segment;
  readonly start: number;
  readonly end: number;
  readonly joined: string;
  /** Indexes of the fields that the label can name, with a weight per field. */
  readonly owners: readonly { readonly field: number; readonly weight: number }[];
  /** Ids of the concepts (kinds of value) that the label clearly means, even if no field requests them. */
  readonly concepts: readonly string[];
  /** Whether only punctuation or a number precedes the label in its cell or line. */
  readonly atStart: boolean;
  /** Whether a colon or similar sign follows the label directly. */
  readonly colon: boolean;
  /** Whether no text follows the label in its cell or line. */
  readonly endsSegment: boolean;
}

interface Entry {
  readonly owners: readonly { readonly field: number; readonly weight: number }[];
  readonly concepts: readonly string[];
}

/** Words that label a sum. A row with such a word ends a table, even if no field requests the sum. */
const sumWords = ['total', 'totals', 'summe', 'gesamt', 'totaal', 'totale', 'jumlah', 'nettotal'];
/**
 * Clear labels of all concepts (kinds of value), including concepts that no field requests. So a field does not get a
 * value that is next to the label of another concept.
 */
const conceptLabels = new Map<string, string[]>(sumWords.map((joined) => [joined, []]));
for (const concept of concepts) {
  for (const label of concept.labels) {
    const joined = joinedForm(label);
    const ids = conceptLabels.get(joined);
    if (ids === undefined) conceptLabels.set(joined, [concept.id]);
    else if (!ids.includes(concept.id)) ids.push(concept.id);
  }
}
conceptLabels.delete('');
const maxLabelWords = 8;
/** Number of first characters by which most texts without a label are recognised. */
const startLength = 4;
const conceptStarts = startsOf(conceptLabels.keys());

function startsOf(labels: Iterable<string>): ReadonlySet<string> {
  return new Set(Array.from(labels, (label) => label.slice(0, startLength)));
}

/** Labels that a document can print, from the concepts in the lexicon and from the requested fields. */
class LabelTable {
  readonly #owners = new Map<string, { field: number; weight: number }[]>();
  readonly #starts: ReadonlySet<string>;
  #near: ReadonlyMap<string, string> | undefined;

  constructor(fields: readonly FieldPlan[]) {
    for (const field of fields) {
      for (const { joined, weight } of field.phrases) {
        const owner = { field: field.index, weight };
        const owners = this.#owners.get(joined);
        if (owners === undefined) this.#owners.set(joined, [owner]);
        else owners.push(owner);
      }
    }
    this.#starts = startsOf(this.#owners.keys());
  }

  /** Returns whether a label has the same first characters as a text of at least `startLength` characters. */
  hasStart(joined: string): boolean {
    const start = joined.slice(0, startLength);
    return conceptStarts.has(start) || this.#starts.has(start);
  }

  has(joined: string): boolean {
    return conceptLabels.has(joined) || this.#owners.has(joined);
  }

  get(joined: string): Entry | undefined {
    const concepts = conceptLabels.get(joined);
    const owners = this.#owners.get(joined);
    if (concepts === undefined && owners === undefined) return undefined;
    return { owners: owners ?? [], concepts: concepts ?? [] };
  }

  /** Returns the label that becomes `without` if one of its letters is removed. */
  near(without: string): string | undefined {
    nearConcepts ??= nearForms(conceptLabels.keys());
    this.#near ??= nearForms([...this.#owners.keys()].filter((joined) => !conceptLabels.has(joined)));
    return nearConcepts.get(without) ?? this.#near.get(without);
  }
}

const tables = new WeakMap<readonly FieldPlan[], LabelTable>();

function tableOf(fields: readonly FieldPlan[]): LabelTable {
  let table = tables.get(fields);
  if (table === undefined) {
    table = new LabelTable(fields);
    tables.set(fields, table);
  }
  return table;
}

let nearConcepts: ReadonlyMap<string, string> | undefined;

/** Finds every label in the document. A label has at most eight words. `total` inside `sub total` does not count. */
export function findLabels(layout: TextLayout, fields: readonly FieldPlan[]): LabelHit[] {
  const table = tableOf(fields);
  return layout.segments.flatMap((segment) => labelsIn(segment, table));
}

/** Maps each label with one missing letter to the complete label, to find labels that OCR misread. */
function nearForms(labels: Iterable<string>): Map<string, string> {
  const near = new Map<string, string>();
  for (const joined of labels) {
    if (joined.length < 6 || joined.length > 30) continue;
    for (let at = 0; at < joined.length; at++) {
      const without = joined.slice(0, at) + joined.slice(at + 1);
      if (!near.has(without)) near.set(without, joined);
    }
  }
  return near;
}

/** A tax rate inside a label: `Total incl. 19 % VAT` matches `Total incl. VAT`. */
const rate = /^\d{1,2}(?:[.,]\d{1,2})?\s?%/;

function labelsIn(segment: Segment, table: LabelTable): LabelHit[] {
  const { tokens } = segment;
  const allowsMisreads = segment.page.source === 'ocr';
  const hits: { from: number; to: number; joined: string; entry: Entry; exact: boolean }[] = [];
  const rates = tokens.map(({ start }) => rate.test(segment.text.slice(start, start + 12)));
  for (let from = 0; from < tokens.length; from++) {
    let joined = '';
    for (let to = from; to < tokens.length && to < from + maxLabelWords; to++) {
      if (rates[to]) {
        if (to === from) break;
        continue;
      }
      const isShort = joined.length < startLength;
      joined += tokens[to]?.text ?? '';
      if (joined.length > 90) break;
      if (isShort && joined.length >= startLength && !allowsMisreads && !table.hasStart(joined)) break;
      const exact = table.get(joined);
      if (exact !== undefined) hits.push({ from, to, joined, entry: exact, exact: true });
      else if (allowsMisreads && joined.length >= 5) {
        const corrected = nearLabel(joined, table);
        const entry = corrected === undefined ? undefined : table.get(corrected);
        if (corrected !== undefined && entry !== undefined)
          hits.push({ from, to, joined: corrected, entry, exact: false });
      }
    }
  }
  hits.sort(
    (a, b) => b.to - b.from - (a.to - a.from) || b.joined.length - a.joined.length || a.from - b.from,
  );
  const kept: typeof hits = [];
  for (const hit of hits) {
    if (kept.every((other) => hit.to < other.from || hit.from > other.to)) kept.push(hit);
  }
  kept.sort((a, b) => a.from - b.from);
  return kept.map((hit) => makeHit(segment, hit)).filter((hit) => !leadsNumber(hit));
}

/** Returns whether the label is only the prefix of a number (`PO-1234`). */
function leadsNumber(hit: LabelHit): boolean {
  return /^[-_/]\d/.test(hit.segment.text.slice(hit.end));
}

function nearLabel(joined: string, table: LabelTable): string | undefined {
  const digitsRead = joined.replaceAll('0', 'o').replaceAll('1', 'l').replaceAll('5', 's');
  if (digitsRead !== joined && table.has(digitsRead)) return digitsRead;
  if (joined.length > 31 || /^\d+$/.test(joined)) return undefined;
  const inserted = table.near(joined);
  if (inserted !== undefined) return inserted;
  for (let at = 0; at < joined.length; at++) {
    const without = joined.slice(0, at) + joined.slice(at + 1);
    const changed = table.near(without);
    if (
      changed !== undefined &&
      changed.length === joined.length &&
      changed[at] !== joined[at] &&
      changed.slice(0, at) === joined.slice(0, at) &&
      changed.slice(at + 1) === joined.slice(at + 1)
    )
      return changed;
    if (without.length >= 6 && table.has(without)) return without;
  }
  return undefined;
}

function makeHit(
  segment: Segment,
  hit: { from: number; to: number; joined: string; entry: Entry; exact: boolean },
): LabelHit {
  const start = segment.tokens[hit.from]?.start ?? 0;
  const end = segment.tokens[hit.to]?.end ?? 0;
  const before = segment.text.slice(0, start);
  const after = segment.text.slice(end);
  return {
    segment,
    start,
    end,
    joined: hit.joined,
    owners: hit.entry.owners.map(({ field, weight }) => ({
      field,
      // `Invoice #` announces a number as reliably as `Invoice no`.
      weight: (/^\s?#/.test(after) ? Math.max(weight, 0.95) : weight) * (hit.exact ? 1 : 0.9),
    })),
    concepts: hit.entry.concepts,
    atStart: /^[\s\p{P}\p{S}\d]*(?:\p{L}[.)]\s*)?$/u.test(before),
    colon: /^\s*[.)°º]?\s*(?:\([^)]{0,30}\))?\s*[:：=#]/.test(after),
    endsSegment: /^[\s\p{P}\p{S}]*$/u.test(after),
  };
}
