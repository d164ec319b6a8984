import type { CitationRow, CitationSection } from '../../model/report/sections/citation-section.ts';
import { addCitations, type CitationCounts } from '../../model/score/citation-counts.ts';
import type { MetricName } from '../../model/score/metrics.ts';
import { allPositions, type FoldedRun, type VersionColumns } from '../fold/folded-run.ts';
import { citationCounts, metricParts, type PartScope, pairedQuestion } from '../fold/parts.ts';
import { comparePaired } from '../measure/compare-paired.ts';
import { measureRatio } from '../measure/ratio-series.ts';
import type { StatisticsSettings } from '../measure/settings.ts';

/**
 * Returns figures on citations, for all values and per field. Returns `null` if no citations were read. Rates use all
 * repeats, and counts use the first repeat. Documents without gold are included. Comparisons of citation metrics are
 * tested separately from all other comparisons, and have no effect on the recommendation.
 */
export function citationSection(run: FoldedRun, settings: StatisticsSettings): CitationSection | null {
  const read = run.versions.flatMap(({ citations }) => citations ?? []);
  if (read.length === 0) return null;
  const fields = [...new Set(read.flatMap((columns) => [...columns.fields.keys()]))];
  const scopes: { readonly field: string; readonly scope: string; readonly part: PartScope }[] = [
    { field: '', scope: 'overall', part: {} },
    ...fields.map((field) => ({ field, scope: `field:${field}`, part: { fields: new Set([field]) } })),
  ];
  const compared =
    run.versions.length === 2 && read.length === 2
      ? comparePaired(
          scopes.map(({ scope, part }) => pairedQuestion(run, { metric: 'citation_support', scope, part })),
          settings,
        )
      : [];
  const documents = allPositions(run.count);
  const rows = scopes.map(({ field, scope, part }, at): CitationRow => {
    const rate = (metric: MetricName) =>
      run.versions.map((version) =>
        measureRatio(metric, scope, { documents, settings }, metricParts(metric, part, version)),
      );
    return {
      field,
      counts: run.versions.map((version) => firstRepeatCounts(version, part, documents)),
      support: rate('citation_support'),
      coverage: rate('citation_coverage'),
      page: rate('citation_page'),
      overlap: rate('citation_overlap'),
      comparison: compared[at] ?? null,
    };
  });
  const [all] = rows;
  return { rows, hasGoldBoxes: all?.counts.some((counts) => (counts?.located ?? 0) > 0) ?? false };
}

/** Adds up the counts in the first repeat of every document. Returns `null` if the citations were not read. */
function firstRepeatCounts(
  version: VersionColumns,
  part: PartScope,
  documents: Int32Array,
): CitationCounts | null {
  if (version.citations === null) return null;
  const column = citationCounts(version, part);
  let sum = addCitations();
  for (const position of documents) {
    const [first] = column.at(position);
    if (first !== undefined) sum = addCitations(sum, first);
  }
  return sum;
}
