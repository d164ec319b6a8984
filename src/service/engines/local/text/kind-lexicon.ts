import type { DocumentKind } from './document-type.ts';
import { documentKinds } from './document-types.ts';
import { PhraseMatcher } from './phrase-matcher.ts';
import { stemsOf } from './words.ts';

/** A document type named in a text, with the stems that name it. */
export interface NamedKind {
  readonly kind: DocumentKind;
  readonly start: number;
  readonly length: number;
}

const kindNames = new PhraseMatcher<DocumentKind>();
const kindCues = new PhraseMatcher<{ kind: DocumentKind; cue: string }>();
const kindsById = new Map<string, DocumentKind>();
const widerById = new Map<string, DocumentKind[]>();
for (const kind of documentKinds) {
  for (const narrow of kind.includes) widerById.set(narrow, [...(widerById.get(narrow) ?? []), kind]);
  kindsById.set(kind.id, kind);
  const seen = new Set<string>();
  for (const name of [...kind.names, kind.id.replace(/_/g, ' ')]) {
    const stems = stemsOf(name);
    const key = stems.join(' ');
    if (stems.length === 0 || seen.has(key)) continue;
    seen.add(key);
    kindNames.add(stems, kind);
  }
  for (const cue of kind.cues) {
    const stems = stemsOf(cue);
    // A phrase with only one word besides its stop words would match everywhere.
    if (stems.length > 1 || !cue.includes(' ')) kindCues.add(stems, { kind, cue });
  }
}

export function kindById(id: string): DocumentKind | undefined {
  return kindsById.get(id);
}

/** Returns the wider document types that include a type. */
export function widerKinds(id: string): readonly DocumentKind[] {
  return widerById.get(id) ?? [];
}

/**
 * Returns the document types that a text names. Drops a name inside a longer name (`insurance card` inside
 * `health insurance card`). The last part of a compound counts (`Teilrechnung` names an invoice).
 */
export function kindsNamedIn(stems: readonly string[]): (NamedKind & { readonly compound: boolean })[] {
  const hits = kindNames.find(stems, true);
  return hits
    .filter((hit) => !hits.some((other) => other.length > hit.length && covers(other, hit)))
    .map((hit) => ({ kind: hit.payload, start: hit.start, length: hit.length, compound: hit.compound }));
}

interface Span {
  readonly start: number;
  readonly length: number;
}

function covers(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && outer.start + outer.length >= inner.start + inner.length;
}

/** Returns the cue words in a text: the distinct cues found per document type id. */
export function cuesIn(stems: readonly string[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const hit of kindCues.find(stems)) {
    const { kind, cue } = hit.payload;
    const cues = found.get(kind.id);
    if (cues) cues.add(cue);
    else found.set(kind.id, new Set([cue]));
  }
  return found;
}
