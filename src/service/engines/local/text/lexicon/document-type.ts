/** Typical layout of a document type. */
export type DocumentShape = 'contract' | 'receipt' | 'card' | 'amounts' | 'form' | 'prose';

/** A common type of document, with its names and typical words. */
export interface DocumentType {
  readonly id: string;
  /** Names in several languages. Documents of the type also print them as titles. */
  readonly names: readonly string[];
  /** Words that are typical of the document's content, in addition to its title. */
  readonly cues: readonly string[];
  readonly shape?: DocumentShape;
  /** Ids of narrower types. A class named after this type accepts documents of the narrower types too. */
  readonly includes: readonly string[];
  /**
   * Ids of similar types. A class named after this type accepts documents of a similar type too, unless
   * another class is named after the similar type.
   */
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

/** Creates a lexicon entry. `|` separates names and cues; spaces separate ids. */
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
