import { grown, increment } from '../../base/collections.ts';
import type { ProcessorConfig } from '../../model/processor/processor-config.ts';
import type { RecordedItem } from '../../model/record/run-record.ts';
import type { CauseExample } from '../../model/score/cause-section.ts';
import { displayValue } from '../display-value.ts';
import type { DocumentScores } from '../fold/documents/document-scores.ts';
import { causes } from './causes.ts';
import { type Page, pagesOf } from './document-values.ts';
import { compileFindCauses, type ExplainedLeaf, type FindCauses } from './find-causes.ts';

/** Largest number of examples per cause. */
const maxExamples = 20;
/** Largest number of characters of a value in an example. */
const maxCharacters = 300;

interface CauseCounts {
  /** Number of wrong values per field. */
  readonly fields: Map<string, number>;
  /** The first examples, at most one per document. */
  readonly examples: CauseExample[];
}

/** Bit of a document that was scored. The other bits of its code are the causes of its errors. */
const scoredBit = 31;

/** The causes of the wrong values of one version: a set of causes per document, and counts per cause and field. */
export class CauseColumns {
  #codes = new Uint32Array(0);
  /** One entry per cause, in the order of `causes`. */
  readonly counts: readonly CauseCounts[] = causes.map(() => ({ fields: new Map(), examples: [] }));

  /** Adds the wrong values of a document. `exact` is null if the document has no score. */
  add(position: number, itemId: string, exact: boolean | null, explained: readonly ExplainedLeaf[]): void {
    let code = exact === null ? 0 : 1 << scoredBit;
    for (const { leaf, cause } of explained) {
      const { fields, examples } = this.counts[cause] as CauseCounts;
      const isFirst = (code & (1 << cause)) === 0;
      code |= 1 << cause;
      increment(fields, leaf.field);
      if (!isFirst || examples.length === maxExamples) continue;
      const { path, expected, predicted, spuriousRow } = leaf;
      const values = { expected: shown(expected), predicted: shown(predicted) };
      examples.push({ itemId, path, ...(spuriousRow && { extraRow: true }), ...values });
    }
    this.#codes = grown(this.#codes, position + 1);
    this.#codes[position] = code;
  }

  /** Returns whether a document has a score. */
  isScored(position: number): boolean {
    return ((this.#codes[position] ?? 0) & (1 << scoredBit)) !== 0;
  }

  /** Returns the causes of the errors of a document as bits: bit n is set if the document has an error of cause n. */
  bitsAt(position: number): number {
    return (this.#codes[position] ?? 0) & ~(1 << scoredBit);
  }
}

/** Returns the text of a document with a form feed between pages; `undefined` if it is not known. */
export type TextOf = (item: RecordedItem) => string | undefined;

/** The causes of the wrong values of a record, in the first repeat of each version. */
export class RecordCauses {
  /** In the order of the versions; empty unless the processor extracts fields. */
  readonly versions: readonly CauseColumns[];
  readonly #find: FindCauses | null;
  readonly #textOf: TextOf;
  /** The last text that was searched, with its pages. Items that follow each other often have the same document. */
  #searched: { readonly text: string; readonly pages: readonly Page[] } = { text: '', pages: [] };

  /** `config` is the config that every version is scored by. `textOf` is called if a rule searches a document. */
  constructor(
    config: ProcessorConfig,
    versions: number,
    textOf: TextOf = ({ document }: RecordedItem) => document.text,
  ) {
    this.#textOf = textOf;
    this.#find = config.type === 'EXTRACT' ? compileFindCauses(config) : null;
    this.versions = Array.from({ length: this.#find === null ? 0 : versions }, () => new CauseColumns());
  }

  /** Adds a scored document, and returns its wrong values as `explain` does. Call it with ascending positions. */
  add(scores: DocumentScores): readonly (readonly ExplainedLeaf[])[] {
    const explained = this.explain(scores);
    const { position, item, versions } = scores;
    for (const [version, leaves] of explained.entries()) {
      const score = versions[version]?.[0].score;
      if (score?.kind === 'EXTRACT')
        this.versions[version]?.add(position, item.id, score.counts.exact, leaves);
    }
    return explained;
  }

  /** Returns the wrong values of each version with their causes. Empty unless the processor extracts fields. */
  explain({ item, versions }: DocumentScores): readonly (readonly ExplainedLeaf[])[] {
    const find = this.#find;
    if (find === null) return [];
    const pages = () => this.#pagesOf(item);
    return versions.map(([{ state, score }]) => {
      if (score.kind !== 'EXTRACT' || score.counts.exact !== false) return [];
      const { leaves, rows } = score.counts.itemScore();
      return find({ leaves, rows, pages, hasOutput: state === 'scored' });
    });
  }

  #pagesOf(item: RecordedItem): readonly Page[] {
    const text = this.#textOf(item) ?? '';
    if (text !== this.#searched.text) this.#searched = { text, pages: pagesOf(text) };
    return this.#searched.pages;
  }
}

function shown(value: unknown): string {
  const text = displayValue(value);
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters).toWellFormed()}…`;
}
