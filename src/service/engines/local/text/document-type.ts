/** What a kind of document tends to look like. */
export type DocumentShape = 'contract' | 'receipt' | 'card' | 'amounts' | 'form' | 'prose';

/** A kind of document that people everywhere know: what it is called, and what is written in it. */
export interface DocumentKind {
  readonly id: string;
  /** What it is called, in several languages; these are also the titles it carries. */
  readonly names: readonly string[];
  /** Words printed in it, beside its title. */
  readonly cues: readonly string[];
  readonly shape?: DocumentShape;
  /** Narrower kinds that a class named after this one takes in. */
  readonly includes: readonly string[];
  /** Kinds that are taken for this one where no class stands for them. */
  readonly kin: readonly string[];
}

interface KindWords {
  names: string;
  cues?: string;
  shape?: DocumentShape;
  includes?: string;
  kin?: string;
}

function list(text: string | undefined, separator: string): readonly string[] {
  return text === undefined ? [] : text.split(separator).map((part) => part.trim());
}

/** An entry of the lexicon; names and cues are separated by `|`, ids by blanks. */
export function kind(id: string, words: KindWords): DocumentKind {
  return {
    id,
    names: list(words.names, '|'),
    cues: list(words.cues, '|'),
    includes: list(words.includes, ' '),
    kin: list(words.kin, ' '),
    ...(words.shape === undefined ? {} : { shape: words.shape }),
  };
}
