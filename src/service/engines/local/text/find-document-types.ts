import type { DocumentType } from './lexicon/document-type.ts';
import { documentTypes } from './lexicon/document-types.ts';
import { PhraseMatcher } from './phrase-matcher.ts';
import { stemsOf } from './words.ts';

/** Mention of a document type in a text: the type, and the position of the stems that name it. */
export interface NamedDocumentType {
  readonly documentType: DocumentType;
  readonly start: number;
  readonly length: number;
}

const typeNames = new PhraseMatcher<DocumentType>();
const typeCues = new PhraseMatcher<{ documentType: DocumentType; cue: string }>();
const typesById = new Map<string, DocumentType>();
const widerTypesById = new Map<string, DocumentType[]>();
for (const documentType of documentTypes) {
  for (const narrow of documentType.includes)
    widerTypesById.set(narrow, [...(widerTypesById.get(narrow) ?? []), documentType]);
  typesById.set(documentType.id, documentType);
  const seen = new Set<string>();
  for (const name of [...documentType.names, documentType.id.replace(/_/g, ' ')]) {
    const stems = stemsOf(name);
    const key = stems.join(' ');
    if (stems.length === 0 || seen.has(key)) continue;
    seen.add(key);
    typeNames.add(stems, documentType);
  }
  for (const cue of documentType.cues) {
    const stems = stemsOf(cue);
    // Skips a cue phrase that has only one word left after stop words are removed. That word would match almost any
    // text.
    if (stems.length > 1 || !cue.includes(' ')) typeCues.add(stems, { documentType, cue });
  }
}

export function documentTypeById(id: string): DocumentType | undefined {
  return typesById.get(id);
}

/** Returns the document types whose member `includes` contains the type `id`. */
export function widerTypes(id: string): readonly DocumentType[] {
  return widerTypesById.get(id) ?? [];
}

/**
 * Returns the document types that a text names. Drops a name inside a longer name (`insurance card` inside
 * `health insurance card`). The last part of a compound counts (`Teilrechnung` names an invoice).
 */
export function documentTypesIn(
  stems: readonly string[],
): (NamedDocumentType & { readonly compound: boolean })[] {
  const hits = typeNames.find(stems, true);
  return hits
    .filter((hit) => !hits.some((other) => other.length > hit.length && covers(other, hit)))
    .map((hit) => ({
      documentType: hit.payload,
      start: hit.start,
      length: hit.length,
      compound: hit.compound,
    }));
}

interface Span {
  readonly start: number;
  readonly length: number;
}

function covers(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && outer.start + outer.length >= inner.start + inner.length;
}

/** Returns the cues (words typical of a document type) found in a text, per document type id. */
export function cuesIn(stems: readonly string[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const hit of typeCues.find(stems)) {
    const { documentType, cue } = hit.payload;
    const cues = found.get(documentType.id);
    if (cues) cues.add(cue);
    else found.set(documentType.id, new Set([cue]));
  }
  return found;
}
