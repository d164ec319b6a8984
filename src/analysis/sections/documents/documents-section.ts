import type { JsonValue } from '../../../model/json/json-value.ts';
import type { RecordedItem } from '../../../model/record/run-record.ts';
import { valueChanges } from '../../../model/report/document-state.ts';
import type {
  DocumentRow,
  DocumentVersion,
  FieldRow,
  ReportModel,
} from '../../../model/report/report-model.ts';
import type { ScoredDocument } from '../../../model/report/scored-document.ts';
import type { LeafOutcome } from '../../../model/score/item-score.ts';
import { fieldGlobWithin } from '../../../scorers/extraction/field-glob.ts';
import { isWrongOutcome } from '../../causes/causes.ts';
import type { ExplainedLeaf } from '../../causes/find-causes.ts';
import { reasonText } from '../../causes/reason-text.ts';
import { leavesOf } from '../../fold/documents/document-leaves.ts';
import type { DocumentScores, ScoredRun } from '../../fold/documents/document-scores.ts';
import { changeFlags } from '../../fold/documents/find-changes.ts';
import { citationsOf } from '../../fold/documents/output-metadata.ts';
import type { FoldedRun } from '../../fold/folded-run.ts';
import { DocumentIndexBuilder } from './document-index.ts';
import { DocumentPicker, shownLimit } from './document-picker.ts';
import { orderChanges } from './order-changes.ts';

export interface DocumentsPart extends Pick<ReportModel, 'items' | 'index' | 'changes' | 'changeCounts'> {
  /** Rule by which the shown documents were chosen; `null` if all are shown. */
  readonly rule: string | null;
  readonly strips: NonNullable<ReportModel['packets']>['strips'];
  /** For each document position: the wrong values of the last version, each with its cause. */
  readonly causes: ReadonlyMap<number, readonly ExplainedLeaf[]>;
}

/** The wrong values of each version, each value with its cause, in the order of the leaves. */
type Explained = readonly (readonly ExplainedLeaf[])[];

interface ShownDocument {
  readonly row: DocumentRow;
  readonly scored: ScoredDocument;
  readonly explained: readonly ExplainedLeaf[];
}

/** Collects the documents that a report shows, while the record is read. */
export class ShownDocuments {
  readonly #index: DocumentIndexBuilder;
  readonly #picker = new DocumentPicker();
  readonly #shown: ShownDocument[] = [];
  /** If true, `add` keeps every document, so that no document must be read twice. */
  readonly #showsAll: boolean;

  /** `count` is the number of documents of the record. */
  constructor(versions: number, count: number) {
    this.#showsAll = count <= shownLimit;
    this.#index = new DocumentIndexBuilder(versions);
  }

  add(scores: DocumentScores, scored: ScoredDocument, explained: Explained = []): void {
    this.#index.add(scored);
    this.#picker.add(scored);
    if (this.#showsAll) this.show(scores, scored, explained);
  }

  /**
   * Returns the positions of the documents that the report will show and that `add` did not keep. The caller must read
   * these documents again and pass them to `show`.
   */
  missing(): readonly number[] {
    return this.#showsAll ? [] : this.#picker.picked();
  }

  show(scores: DocumentScores, scored: ScoredDocument, explained: Explained = []): void {
    const row = documentRow(scores, scored, explained);
    this.#shown.push({ row, scored, explained: explained.at(-1) ?? [] });
  }

  /** `criticalFields` are field names or globs. Errors in these fields come first within a document. */
  finish(run: FoldedRun, fields: readonly FieldRow[], criticalFields: readonly string[] = []): DocumentsPart {
    const isCritical = criticalFields.map(fieldGlobWithin);
    const shown = this.#shown;
    const { changes } = run;
    const perField = new Map(
      valueChanges.map((change) => [change, changes?.documentsPerField(changeFlags[change]) ?? new Map()]),
    );
    const names = fields.map(({ field }) => field);
    return {
      rule: this.#picker.rule,
      items: shown.map(({ row }) => row),
      index: this.#index.build(
        shown.map(({ scored }) => scored),
        names,
      ),
      changes: orderChanges(
        shown.flatMap(({ scored: { itemId, change, changes: values } }) =>
          change !== null && (values.length > 0 || change.newlyWrong) ? { itemId, ...change, values } : [],
        ),
        {
          isCritical: (field) => isCritical.some((matches) => matches(field)),
          documentsPerField: (change) => perField.get(change) ?? new Map(),
          fields: names,
        },
      ),
      changeCounts: run.versions.length === 2 ? (changes?.counts() ?? null) : null,
      strips: shown.flatMap(({ scored }) => scored.strip ?? []),
      causes: new Map(shown.map(({ row, explained }) => [row.position, explained])),
    };
  }
}

/** Returns a scored document and its values as a row of the report. */
export function documentRow(
  { item, versions }: DocumentScores,
  scored: ScoredDocument,
  explained: Explained,
): DocumentRow {
  const { position, itemId, name, tags, change } = scored;
  return {
    position,
    itemId,
    name,
    tags,
    change,
    versions: versions.map(([first], i) =>
      documentVersion(first, scored.versions[i] as ScoredDocument['versions'][number], explained[i] ?? []),
    ),
    expected: item.expectedOutput as JsonValue,
    document: shownDocument(item.document),
  };
}

function documentVersion(
  run: ScoredRun,
  scored: ScoredDocument['versions'][number],
  explained: readonly ExplainedLeaf[],
): DocumentVersion {
  const { score, row } = run;
  const leaves = leavesOf(score);
  return {
    ...scored,
    leaves,
    ...(explained.length > 0 && { reasons: reasonsOf(leaves, explained) }),
    rows: score.kind === 'EXTRACT' ? score.counts.itemScore().rows : [],
    citations: citationsOf(row?.output),
    ...(run.citations && {
      cited: Object.fromEntries(run.citations.map(({ path, state, ocr }) => [path, { state, ocr }])),
    }),
    output: (row?.output ?? null) as JsonValue,
  };
}

/** Returns why values are wrong, by the position of the leaf. */
function reasonsOf(
  leaves: readonly LeafOutcome[],
  explained: readonly ExplainedLeaf[],
): Readonly<Record<number, string>> {
  const wrong = leaves.flatMap((leaf, at) => (isWrongOutcome(leaf.outcome) ? [at] : []));
  return Object.fromEntries(
    wrong.flatMap((at, number) => {
      const one = explained[number];
      const text = one === undefined ? null : reasonText(one, leaves);
      return text === null ? [] : [[at, text]];
    }),
  );
}

function shownDocument({ kind, path, text }: RecordedItem['document']): DocumentRow['document'] {
  if (kind !== 'text' && kind !== 'file') return null;
  return { kind, path, ...(text === undefined ? {} : { text }) };
}
