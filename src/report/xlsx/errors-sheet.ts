import { placeText } from '../../base/place-text.ts';
import { formatValue, type JsonValue } from '../../model/json/json-value.ts';
import type { ScoredDocument } from '../../model/report/scored-document.ts';
import type { LeafOutcome } from '../../model/score/item-score.ts';
import { isWrong } from '../tables/document-tables.ts';
import type { RowColumn } from './document-row.ts';
import { documentLink } from './page-link.ts';
import { type CellContent, maximumCharacters } from './sheet-cell.ts';

/** A wrong, missing or extra value of the last version. */
export interface ErrorRow {
  readonly document: ScoredDocument;
  readonly leaf: LeafOutcome;
  /** Whether the value was right in the earlier version; `null` if there is one version. */
  readonly isNew: boolean | null;
  /**
   * The wrong value of the earlier version at this path. Not set if the earlier version was right, or if its value is
   * unknown.
   */
  readonly before?: LeafOutcome;
  readonly confidence: number | null;
}

const errorTexts: Readonly<Record<string, string>> = {
  incorrect: 'wrong',
  missing: 'missing',
  spurious: 'extra',
};

/** Yields the errors of the last version in a document, in the order of the fields. */
export function* errorRows(document: ScoredDocument): Generator<ErrorRow> {
  const { versions, changes } = document;
  const last = versions.at(-1);
  const first = versions.length > 1 ? versions[0] : undefined;
  const newPlaces = new Set(
    changes.flatMap(({ change, path, extraRow }) =>
      change === 'newError' ? keyOf({ path, spuriousRow: extraRow }) : [],
    ),
  );
  const before = new Map((first?.leaves ?? []).filter(isWrong).map((leaf) => [keyOf(leaf), leaf]));
  for (const leaf of last?.leaves ?? []) {
    if (!isWrong(leaf)) continue;
    yield {
      document,
      leaf,
      isNew: first === undefined ? null : newPlaces.has(keyOf(leaf)),
      before: before.get(keyOf(leaf)),
      confidence: last?.confidences[leaf.predictedPath ?? leaf.path] ?? null,
    };
  }
}

/**
 * Returns a key for an expected or predicted value. Values in extra rows of the output have a key with `+`, because a
 * value in an expected row can have the same path.
 */
function keyOf({ path, spuriousRow }: { path: string; spuriousRow?: boolean | undefined }): string {
  return spuriousRow === true ? `+${path}` : path;
}

/** Returns the columns of the sheet with one row per error. */
export function errorColumns(versions: readonly string[]): RowColumn<ErrorRow>[] {
  const now = versions.at(-1) ?? '';
  const before = versions.length > 1 ? versions[0] : undefined;
  return [
    {
      head: 'Document',
      width: 24,
      style: 'link',
      doc: 'Name of the document in the dataset. A click opens it in the report page.',
      of: ({ document: { itemId } }) => ({ value: itemId, link: documentLink(itemId) }),
    },
    ...(before === undefined ? [] : [newColumn]),
    {
      head: 'What is wrong',
      width: 22,
      style: 'text',
      doc: 'Wrong: another value than expected. Missing: no value, but the document has one. Extra: a value that the document does not have.',
      of: ({ leaf }) => errorTexts[leaf.outcome] ?? leaf.outcome,
    },
    { head: 'Field', width: 24, style: 'text', doc: 'Field of the value.', of: ({ leaf }) => leaf.field },
    {
      head: 'Place',
      width: 28,
      style: 'text',
      doc: 'Place of the value in the answer. Line items count from 1.',
      of: ({ leaf }) => placeText(leaf.path, leaf.spuriousRow),
    },
    {
      head: 'Expected',
      width: 32,
      style: 'text',
      doc: 'Correct answer, as a person labelled it.',
      of: ({ leaf }) => valueCell(leaf.expected),
    },
    ...(before === undefined ? [] : [beforeColumn(before)]),
    {
      head: `Answer of ${now}`,
      width: 32,
      style: 'text',
      doc: 'Value that the later version read.',
      of: ({ leaf }) => valueCell(leaf.predicted),
    },
    {
      head: 'Confidence',
      width: 12,
      style: 'percent',
      doc: 'How sure the service is of this value. High confidence in a wrong value is the most harmful error.',
      of: ({ confidence }) => confidence,
    },
    {
      head: 'Remark',
      width: 30,
      style: 'text',
      doc: 'Reason for the result, if the comparison gives one.',
      of: ({ leaf }) => leaf.note ?? '',
    },
  ];
}

const newColumn: RowColumn<ErrorRow> = {
  head: 'New',
  width: 12,
  style: 'text',
  doc: 'Whether the earlier version had this value right.',
  of: ({ isNew }) => (isNew ? { value: '▼ new', style: 'worse' } : 'not new'),
};

function beforeColumn(version: string): RowColumn<ErrorRow> {
  return {
    head: `Answer of ${version}`,
    width: 32,
    style: 'text',
    doc: 'Value that the earlier version read.',
    of: ({ before, isNew, leaf }) =>
      before !== undefined ? valueCell(before.predicted) : isNew ? valueCell(leaf.expected) : '',
  };
}

function valueCell(value: JsonValue | undefined): CellContent {
  return typeof value === 'number' ? value : formatValue(value).slice(0, maximumCharacters + 1);
}
