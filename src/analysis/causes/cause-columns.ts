import { grown, increment } from '../../base/collections.ts';
import type { ProcessorConfig } from '../../model/processor/processor-config.ts';
import type { CauseExample } from '../../model/score/cause-section.ts';
import { displayValue } from '../display-value.ts';
import type { DocumentScores } from '../fold/documents/document-scores.ts';
import { causes } from './causes.ts';
import type { DocumentPages } from './document-pages.ts';
import { DocumentReader, type ReadPages } from './document-reader.ts';
import { compileFindCauses, type ExplainedLeaf, type FindCauses } from './find-causes.ts';

/** Each cause has at most this many examples. */
const maxExamples = 20;
/** A value in an example has at most this many characters. */
const maxCharacters = 300;

interface CauseCounts {
  /** Number of wrong values with this cause, by field. */
  readonly fields: Map<string, number>;
  /** The first examples, at most one per document. */
  readonly examples: CauseExample[];
}

/**
 * The causes of a document are stored as the bits of one number. The bit with index `scoredBit` is set if the document
 * has a score.
 */
const scoredBit = 31;

/** The causes of the wrong values of one version: the set of causes of each document, and counts by cause and field. */
export class CauseColumns {
  #codes = new Uint32Array(0);
  /** One entry per cause, in the order of `causes`. */
  readonly counts: readonly CauseCounts[] = causes.map(() => ({ fields: new Map(), examples: [] }));

  /**
   * Adds the wrong values of a document. `exact` states whether the document is fully right; it is `null` if the
   * document has no score.
   */
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

  isScored(position: number): boolean {
    return ((this.#codes[position] ?? 0) & (1 << scoredBit)) !== 0;
  }

  /** Returns the causes of the errors of a document as bits. Bit n is set if an error has the cause `causes[n]`. */
  bitsAt(position: number): number {
    return (this.#codes[position] ?? 0) & ~(1 << scoredBit);
  }
}

/** The wrong values of one document, each with its cause, as one list per version. */
type Explained = readonly (readonly ExplainedLeaf[])[];

/** The wrong values of each document whose file was opened, by the position of the document. */
export type OpenedFiles = readonly (readonly [position: number, explained: Explained])[];

/** Causes of the wrong values of a record. Only the first repeat of each version counts. */
export class RecordCauses {
  /** One entry per version; empty unless the processor extracts fields. */
  readonly versions: readonly CauseColumns[];
  readonly #find: FindCauses | null;
  readonly #reader: DocumentReader;
  /** The wrong values of each document whose file was opened. The key is the position of the document. */
  readonly #opened: Map<number, Explained>;
  #read = 0;
  #unread = 0;

  /**
   * `config` is the config by which all versions are scored. `readPages` reads a file if a rule needs the text of its
   * pages. If the record was scored before, `opened` has the documents whose files were opened then.
   */
  constructor(config: ProcessorConfig, versions: number, readPages?: ReadPages, opened: OpenedFiles = []) {
    this.#opened = new Map(opened);
    this.#reader = new DocumentReader(readPages);
    this.#find = config.type === 'EXTRACT' ? compileFindCauses(config) : null;
    this.versions = Array.from({ length: this.#find === null ? 0 : versions }, () => new CauseColumns());
  }

  /**
   * Number of documents whose file was read for its text, and number of documents whose text was needed but not read.
   */
  get files(): { readonly read: number; readonly unread: number } {
    return { read: this.#read, unread: this.#unread };
  }

  get opened(): OpenedFiles {
    return [...this.#opened];
  }

  /** Adds the wrong values of a scored document. Call this method with ascending positions. */
  add({ position, item, versions }: DocumentScores, explained: Explained): void {
    for (const [version, leaves] of explained.entries()) {
      const score = versions[version]?.[0].score;
      if (score?.kind === 'EXTRACT')
        this.versions[version]?.add(position, item.id, score.counts.exact, leaves);
    }
  }

  /**
   * Returns the wrong values of each version, each value with its cause. The result is a promise if a rule needs the
   * file of the document and `readLimits` permits opening it. The result is empty unless the processor extracts fields.
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

  /** Returns the result of the earlier call of `explain` for the document. */
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
