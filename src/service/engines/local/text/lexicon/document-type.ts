/** Typical layout of a document type. */
export type DocumentShape = 'contract' | 'receipt' | 'card' | 'amounts' | 'form' | 'prose';

/** A common type of document, with its names and the words that it contains. */
export interface DocumentType {
  readonly id: string;
  /** Names in several languages. They are also the titles that the document carries. */
  readonly names: readonly string[];
  /** Words printed in the document in addition to its title. */
  readonly cues: readonly string[];
  readonly shape?: DocumentShape;
  /** Ids of narrower types that a class named after this type includes. */
  readonly includes: readonly string[];
  /** Ids of types that are assigned to this type if no class is named after them. */
  readonly related: readonly string[];
}

interface TypeWords {
  names: string;
  cues?: string;
  shape?: DocumentShape;
  includes?: string;
  related?: string;
}

function list(text: string | undefined, separator: string): readonly string[] {
  return text === undefined ? [] : text.split(separator).map((part) => part.trim());
}

/** Returns a lexicon entry. `|` separates names and cues; spaces separate ids. */
export function documentType(id: string, words: TypeWords): DocumentType {
  return {
    id,
    names: list(words.names, '|'),
    cues: list(words.cues, '|'),
    includes: list(words.includes, ' '),
    related: list(words.related, ' '),
    ...(words.shape === undefined ? {} : { shape: words.shape }),
  };
}
