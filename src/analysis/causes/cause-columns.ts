import { grown, increment } from '../../base/collections.ts';
import type { ProcessorConfig } from '../../model/processor/processor-config.ts';
import type { CauseExample } from '../../model/score/cause-section.ts';
import { displayValue } from '../display-value.ts';
import type { DocumentScores } from '../fold/documents/document-scores.ts';
import { causes } from './causes.ts';
import type { DocumentPages } from './document-pages.ts';
import { DocumentReader, type ReadPages } from './document-reader.ts';
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

/** The wrong values of each version with their causes. */
type Explained = readonly (readonly ExplainedLeaf[])[];

/** The causes of the wrong values of a record, in the first repeat of each version. */
export class RecordCauses {
  /** In the order of the versions; empty unless the processor extracts fields. */
  readonly versions: readonly CauseColumns[];
  readonly #find: FindCauses | null;
  readonly #reader: DocumentReader;
  /** The wrong values of the documents whose file was opened, by position. */
  readonly #opened = new Map<number, Explained>();
  #read = 0;
  #unread = 0;

  /** `config` is the config that every version is scored by. `readPages` is called if a rule searches a file. */
  constructor(config: ProcessorConfig, versions: number, readPages?: ReadPages) {
    this.#reader = new DocumentReader(readPages);
    this.#find = config.type === 'EXTRACT' ? compileFindCauses(config) : null;
    this.versions = Array.from({ length: this.#find === null ? 0 : versions }, () => new CauseColumns());
  }

  /** Number of documents whose text was read from a file, and of documents that a rule could not search. */
  get files(): { readonly read: number; readonly unread: number } {
    return { read: this.#read, unread: this.#unread };
  }

  /** Adds the wrong values of a scored document. Call it with ascending positions. */
  add({ position, item, versions }: DocumentScores, explained: Explained): void {
    for (const [version, leaves] of explained.entries()) {
      const score = versions[version]?.[0].score;
      if (score?.kind === 'EXTRACT')
        this.versions[version]?.add(position, item.id, score.counts.exact, leaves);
    }
  }

  /**
   * Returns the wrong values of each version with their causes. Returns a promise if a rule searches the file of the
   * document and `readLimits` permit to open it. Empty unless the processor extracts fields.
   */
  explain(scores: DocumentScores): Explained | Promise<Explained> {
    let known: DocumentPages | undefined;
    const explained = this.#explain(scores, () => {
      known ??= this.#reader.knownPages(scores);
      return known;
    });
    if (known === undefined || !this.#reader.canRead(scores.item)) return explained;
    if (!this.#reader.isFull) return this.#explainFile(scores, explained);
    this.#unread++;
    return explained;
  }

  /** Returns what `explain` returned for the document. */
  explainAgain(scores: DocumentScores): Explained {
    return this.#opened.get(scores.position) ?? this.#explain(scores, () => this.#reader.knownPages(scores));
  }

  async #explainFile(scores: DocumentScores, withoutFile: Explained): Promise<Explained> {
    const pages = await this.#reader.read(scores.item);
    if (pages !== null) this.#read++;
    else this.#unread++;
    const explained = pages === null ? withoutFile : this.#explain(scores, () => pages);
    this.#opened.set(scores.position, explained);
    return explained;
  }

  #explain({ versions }: DocumentScores, pages: () => DocumentPages): Explained {
    const find = this.#find;
    if (find === null) return [];
    return versions.map(([{ state, score }]) => {
      if (score.kind !== 'EXTRACT' || score.counts.exact !== false) return [];
      const { leaves, rows } = score.counts.itemScore();
      return find({ leaves, rows, pages, hasOutput: state === 'scored' });
    });
  }
}

function shown(value: unknown): string {
  const text = displayValue(value);
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters).toWellFormed()}…`;
}
