import { getOrCreate } from '../../../base/collections.ts';
import {
  type CitationCounts,
  countCitations,
  type LeafCitation,
} from '../../../model/score/citation-counts.ts';
import { CodeColumn } from './code-column.ts';

/**
 * Citations of one version. A column has one value per document: a list with one entry per repeat that has citations.
 */
export class CitationColumns {
  readonly total = new CodeColumn<readonly CitationCounts[]>([]);
  /** Counts by leaf field. Contains the fields that have a predicted value in at least one document. */
  readonly fields = new Map<string, CodeColumn<readonly CitationCounts[]>>();

  add(position: number, repeats: readonly (readonly LeafCitation[])[]): void {
    set(this.total, position, repeats.map(countCitations));
    const byField = repeats.map((citations) => Map.groupBy(citations, ({ field }) => field));
    for (const field of new Set(byField.flatMap((found) => [...found.keys()]))) {
      const column = getOrCreate(this.fields, field, () => new CodeColumn<readonly CitationCounts[]>([]));
      set(
        column,
        position,
        byField.map((found) => countCitations(found.get(field) ?? [])),
      );
    }
  }
}

function set(
  column: CodeColumn<readonly CitationCounts[]>,
  position: number,
  counts: readonly CitationCounts[],
): void {
  column.set(position, counts.map((one) => Object.values(one).join()).join('|'), () => counts);
}
