import type { Counts, Outcome } from '../../model/ledger.ts';
import type { Measurement } from '../../model/measurement.ts';
import type { ReportModel } from '../../model/report-model.ts';
import type { CsvRow, CsvTable } from './write-csv-file.ts';

const outcomes = [
  'correct',
  'incorrect',
  'missing',
  'spurious',
  'absent',
  'excluded',
  'unscored',
] as const satisfies readonly Outcome[];

const counted = (counts: Counts | undefined): CsvRow => outcomes.map((name) => counts?.[name] ?? 0);
const withInterval = (value: Measurement | null | undefined): CsvRow => [
  value?.value,
  value?.interval?.low,
  value?.interval?.high,
];
const intervalColumns = (name: string) => [name, `${name}_low`, `${name}_high`];

/** One line a field and version; the difference stands with the candidate. */
export function fieldsTable(model: ReportModel): CsvTable {
  const columns = [
    'field',
    'type',
    'depth',
    'is_leaf',
    'documents',
    'version',
    ...outcomes,
    ...intervalColumns('precision'),
    ...intervalColumns('recall'),
    ...intervalColumns('f1'),
    ...intervalColumns('difference'),
    'verdict',
    'p',
    'adjusted_p',
  ];
  function* rows(): Generator<CsvRow> {
    for (const row of model.fields) {
      for (const [number, version] of model.versions.entries()) {
        const comparison = version.role === 'candidate' ? row.comparison : null;
        yield [
          row.field,
          row.type,
          row.depth,
          row.isLeaf,
          row.support,
          version.name,
          ...counted(row.counts[number]),
          ...withInterval(row.precision[number]),
          ...withInterval(row.recall[number]),
          ...withInterval(row.f1[number]),
          ...withInterval(comparison?.difference),
          version.role === 'candidate' && row.notComparable ? 'not comparable' : comparison?.verdict,
          comparison?.p,
          comparison?.adjustedP,
        ];
      }
    }
  }
  return { columns, rows: rows() };
}

/** One line a document and version. */
export function documentsTable(model: ReportModel): CsvTable {
  const columns = [
    'item',
    'name',
    'tags',
    'change',
    'version',
    'state',
    'failure',
    'exact',
    ...outcomes,
    'confidence',
    'latency_ms',
    'credits',
    'run_id',
  ];
  function* rows(): Generator<CsvRow> {
    for (const item of model.items) {
      const tags = Object.entries(item.tags).map(([name, value]) => `${name}=${value}`);
      for (const [number, version] of item.versions.entries()) {
        yield [
          item.itemId,
          item.name,
          tags.join('; '),
          item.change,
          model.versions[number]?.name,
          version.state,
          version.failure,
          version.exact,
          ...counted(version.counts),
          version.confidence,
          version.latencyMs,
          version.credits,
          version.runId,
        ];
      }
    }
  }
  return { columns, rows: rows() };
}

/** One line a leaf: every judgement that the numbers are sums of. */
export function leavesTable(model: ReportModel): CsvTable {
  const columns = [
    'item',
    'version',
    'path',
    'field',
    'outcome',
    'expected',
    'predicted',
    'similarity',
    'note',
    'predicted_path',
    'confidence',
  ];
  function* rows(): Generator<CsvRow> {
    for (const item of model.items) {
      for (const [number, version] of item.versions.entries()) {
        for (const leaf of version.leaves) {
          const at = leaf.predictedPath ?? leaf.path;
          yield [
            item.itemId,
            model.versions[number]?.name,
            leaf.path,
            leaf.field,
            leaf.outcome,
            leaf.expected,
            leaf.predicted,
            leaf.similarity,
            leaf.note,
            leaf.predictedPath,
            Object.hasOwn(version.confidences, at) ? version.confidences[at] : undefined,
          ];
        }
      }
    }
  }
  return { columns, rows: rows() };
}

/** One line a cell of the confusion matrix; empty cells are written too. */
export function confusionTable(model: ReportModel): CsvTable {
  const columns = ['version', 'unit', 'expected', 'predicted', 'count'];
  function* rows(): Generator<CsvRow> {
    const section = model.classes;
    if (!section) return;
    for (const [number, matrix] of section.matrices.entries()) {
      for (const [row, expected] of section.expectedLabels.entries()) {
        for (const [column, predicted] of section.predictedLabels.entries()) {
          yield [model.versions[number]?.name, section.unit, expected, predicted, matrix[row]?.[column] ?? 0];
        }
      }
    }
  }
  return { columns, rows: rows() };
}

/** One line a document of a packet, of the expectation and of each version. */
export function splitsTable(model: ReportModel): CsvTable {
  const columns = ['item', 'pages', 'source', 'type', 'start_page', 'end_page', 'exact'];
  function* rows(): Generator<CsvRow> {
    for (const strip of model.packets?.strips ?? []) {
      const sources = [
        ['expected', strip.expected] as const,
        ...strip.predicted.map(
          (segments, number) => [model.versions[number]?.name ?? '', segments ?? []] as const,
        ),
      ];
      for (const [source, segments] of sources) {
        for (const { type, startPage, endPage, exact } of segments) {
          yield [strip.itemId, strip.pages, source, type, startPage, endPage, exact];
        }
      }
    }
  }
  return { columns, rows: rows() };
}
