import type { RowDiagnostics, RowPairing } from '../../model/ledger.ts';
import type { ArrayRow } from '../../model/report-model.ts';
import { meanParts, overRepeats, type Parts, repeatsOf } from '../over-repeats.ts';
import { measureRatio, measureShare, ratioSeries } from '../ratio-series.ts';
import type { ScoredItem, ScoredRun, ScoredVersion } from '../scored-run.ts';
import type { StatisticsSettings } from '../statistics-settings.ts';

/** The line-items table: how the rows of every array came out. Rates rest on all repeats, counts are those of the first. */
export function arrayRows(run: ScoredRun, settings: StatisticsSettings): ArrayRow[] {
  const fields = new Set<string>();
  for (const item of run.items)
    for (const version of run.versions)
      for (const pairing of pairings(item, version).flat()) fields.add(pairing.field);
  return [...fields].map((field) => ({
    field,
    values: run.versions.map((version) => arrayValues(run, version, field, settings)),
  }));
}

/** Of every completed repeat. */
function pairings(item: ScoredItem, version: number): readonly (readonly RowPairing[])[] {
  const scored = item.versions[version];
  const repeats = scored === undefined ? [] : repeatsOf(scored);
  return repeats.map(({ judgement }) => (judgement.kind === 'EXTRACT' ? judgement.ledger.rows : []));
}

function arrayValues(
  run: ScoredRun,
  version: number,
  field: string,
  settings: StatisticsSettings,
): ArrayRow['values'][number] {
  const perDocument = run.items.map((item) =>
    pairings(item, version).map((list) => list.filter((pairing) => pairing.field === field)),
  );
  const all = perDocument.flatMap(([first = []]) => first);
  const total = (of: (pairing: RowPairing) => number) => all.reduce((sum, pairing) => sum + of(pairing), 0);
  const scope = `field:${field}`;
  const parts = (numerator: (pairing: RowPairing) => number, denominator: (pairing: RowPairing) => number) =>
    perDocument.map((repeats) =>
      meanParts(repeats.map((list) => [sumOf(list, numerator), sumOf(list, denominator)] as const)),
    );
  return {
    expectedRows: total((pairing) => pairing.expectedRows),
    predictedRows: total((pairing) => pairing.predictedRows),
    exactRows: total((pairing) => pairing.exactRows),
    dropped: total((pairing) => pairing.pairs.filter((pair) => pair[1] === null).length),
    invented: total((pairing) => pairing.pairs.filter((pair) => pair[0] === null).length),
    inversions: total((pairing) => pairing.inversions),
    ...findings(all),
    cardinalityRight: measureShare(
      'cardinality_right',
      scope,
      perDocument.map((repeats) => meanParts(repeats.map(cardinalityParts))?.[0] ?? null),
      settings,
    ),
    rowRecall: measureRatio(
      ratioSeries(
        'row_recall',
        scope,
        parts(
          (p) => p.exactRows,
          (p) => p.expectedRows,
        ),
      ),
      settings,
    ),
    rowPrecision: measureRatio(
      ratioSeries(
        'row_precision',
        scope,
        parts(
          (p) => p.exactRows,
          (p) => p.predictedRows,
        ),
      ),
      settings,
    ),
    cells: measureRatio(
      ratioSeries(
        'cells',
        scope,
        run.items.map((item) => overRepeats(item.versions[version], (repeat) => cellParts(repeat, field))),
      ),
      settings,
    ),
  };
}

/** What became of rows that did not come out whole, over all tables. */
function findings(
  all: readonly RowPairing[],
): Pick<
  ArrayRow['values'][number],
  'duplicated' | 'split' | 'merged' | 'outOfOrder' | 'ties' | 'margin' | 'notLookedInto'
> {
  const found = all.flatMap(({ diagnostics }) => diagnostics ?? []);
  const sum = (of: (one: RowDiagnostics) => number) => found.reduce((total, one) => total + of(one), 0);
  const margins = found.flatMap(({ margin }) => margin ?? []);
  return {
    duplicated: sum(({ duplicated }) => duplicated.length),
    split: sum(({ split }) => split.length),
    merged: sum(({ merged }) => merged.length),
    outOfOrder: sum(({ outOfOrder }) => outOfOrder),
    ties: sum(({ ties }) => ties ?? 0),
    margin: margins.length === 0 ? null : margins.reduce((least, margin) => Math.min(least, margin)),
    notLookedInto: found.filter(({ looked, ties }) => !looked || ties === null).length,
  };
}

/** The service's rule: correct cells / max(expected cells, predicted cells), summed over documents. */
function cellParts({ judgement }: ScoredVersion, field: string): Parts {
  if (judgement.kind !== 'EXTRACT') return [0, 0];
  let correct = 0;
  let expected = 0;
  let predicted = 0;
  for (const leaf of judgement.ledger.leaves) {
    if (!leaf.field.startsWith(`${field}.`)) continue;
    if (leaf.outcome === 'correct') correct += 1;
    if (leaf.outcome === 'correct' || leaf.outcome === 'incorrect' || leaf.outcome === 'missing')
      expected += 1;
    if (leaf.outcome === 'correct' || leaf.outcome === 'incorrect' || leaf.outcome === 'spurious')
      predicted += 1;
  }
  return [correct, Math.max(expected, predicted)];
}

function cardinalityParts(list: readonly RowPairing[]): Parts | null {
  if (list.length === 0) return null;
  return [list.every((pairing) => pairing.expectedRows === pairing.predictedRows) ? 1 : 0, 1];
}

function sumOf(list: readonly RowPairing[], of: (pairing: RowPairing) => number): number {
  return list.reduce((sum, pairing) => sum + of(pairing), 0);
}
