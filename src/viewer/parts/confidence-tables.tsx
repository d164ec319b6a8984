import type { ComponentChildren } from 'preact';
import type {
  AcceptedShare,
  ConfidenceScope,
  ScopeConfidence,
  ThresholdRow,
} from '../../model/report/sections/confidence-section.ts';
import { formatNumber, formatOf100, nothing } from '../blocks/format-measurement.ts';
import { type Column, DataTable, numberColumn, versionsColumn } from './data-table.tsx';

const metrics = [
  ['brier', 'Brier'],
  ['ece_equal_width', 'ECE, equal width'],
  ['ece_equal_mass', 'ECE, equal mass'],
  ['auroc', 'AUROC'],
  ['average_precision', 'Average precision'],
  ['risk_coverage_area', 'Risk-coverage area'],
] as const;

/**
 * Table with one row per field or type. It shows which share of the values skips review at one threshold, for the last
 * version with confidences. A click on a name shows the plots of the field or type.
 */
export function ScopeTable(props: {
  scopes: readonly ConfidenceScope[];
  chosen: string;
  /** The threshold with two decimals. */
  threshold: string;
  scopeLabel: string;
  clusterBy: string | null;
  onChoose: (scope: string) => void;
}) {
  const last = ({ versions }: ConfidenceScope) => versions.findLast((version) => version !== null) ?? null;
  const at = (scope: ConfidenceScope) =>
    last(scope)?.thresholds.find(({ threshold }) => threshold.toFixed(2) === props.threshold)?.predictions;
  return (
    <DataTable<ConfidenceScope>
      label={`What can skip review from ${props.threshold}`}
      look="skip-review"
      rows={props.scopes}
      isChosen={({ scope }) => scope === props.chosen}
      columns={[
        {
          heading: props.scopeLabel,
          cell: ({ scope, label }) => (
            <button type="button" class="opener" onClick={() => props.onChoose(scope)}>
              {label}
            </button>
          ),
        },
        numberColumn('Can skip review, of 100', (scope) => {
          const share = at(scope)?.share ?? null;
          return share === null ? nothing : formatOf100(share, 'share');
        }),
        numberColumn(
          'Wrong among them, of 100',
          (scope) => {
            const { accepted = 0, errorRate = null, upper = 1 } = at(scope) ?? {};
            return accepted === 0 || errorRate === null ? (
              nothing
            ) : (
              <>
                {percent(errorRate)}
                <span class="quiet"> (at most {percent(upper)})</span>
              </>
            );
          },
          { from: 'medium' },
        ),
        numberColumn('Confident but wrong', (scope) => formatNumber(at(scope)?.wrong ?? 0), {
          from: 'medium',
        }),
        {
          heading: 'Safe to skip review?',
          from: 'wide',
          cell: (scope) => safeText(last(scope), props.clusterBy),
        },
      ]}
    />
  );
}

/**
 * States the lowest confidence at which values of a field can skip review. If there is no such confidence, states the
 * reason.
 */
function safeText(version: ScopeConfidence | null, clusterBy: string | null): string {
  if (!version) return 'no confidence given';
  const { threshold, needed, wrongClusters } = version.certificate;
  if (threshold !== null) return `● safe from ${threshold.toFixed(2)}`;
  if (wrongClusters[0] !== undefined) return `◇ wrong documents have the same ${wrongClusters[0].tag}`;
  if (needed === null) return '▼ wrong too often';
  return `◇ too few: needs about ${formatNumber(needed)} ${clusterBy === null ? 'documents' : 'clusters'}`;
}

/** Table of confidence metrics by field or type, for analysts. */
export function ConfidenceMeasures(props: {
  scopes: readonly ConfidenceScope[];
  chosen: string;
  scopeLabel: string;
}) {
  return (
    <DataTable<ConfidenceScope>
      label="Metrics of the confidences"
      look="confidence-measures"
      rows={props.scopes}
      isChosen={({ scope }) => scope === props.chosen}
      columns={[
        {
          heading: props.scopeLabel,
          cell: ({ label, versions }) => (
            <>
              {label}
              {versions.at(-1)?.warnings.length ? <span class="quiet"> · has a warning</span> : ''}
            </>
          ),
        },
        numberColumn('Values', ({ versions }) => formatNumber(versions.at(-1)?.predictions ?? 0)),
        ...metrics.map(([metric, label]) =>
          versionsColumn<ConfidenceScope>(
            label,
            ({ versions }) =>
              versions.map((version) => version?.metrics.find((entry) => entry.metric === metric) ?? null),
            metric === 'brier' || metric === 'auroc' ? {} : { from: 'medium' },
          ),
        ),
      ]}
    />
  );
}

/**
 * Shows how many documents and values each version accepts at one threshold. A version without confidences has dashes.
 */
export function ThresholdReading(props: {
  rows: readonly { readonly name: string | undefined; readonly row: ThresholdRow | undefined }[];
  valuesLabel: string;
}) {
  return (
    <DataTable<(typeof props.rows)[number]>
      label="At this threshold"
      look="threshold-reading"
      rows={props.rows}
      columns={[
        { heading: 'Version', cell: ({ name }) => name },
        ...acceptedColumns(props.valuesLabel, ({ row }: (typeof props.rows)[number]) => row),
      ]}
    />
  );
}

/** Table of all thresholds of one version. The chosen threshold is in row `at` and is marked. */
export function ThresholdTable(props: {
  rows: readonly ThresholdRow[];
  at: number;
  name: string | undefined;
  valuesLabel: string;
}) {
  return (
    <DataTable<ThresholdRow>
      label={`Thresholds of ${props.name}`}
      look="threshold-table compact"
      rows={props.rows}
      isChosen={(_, number) => number === props.at}
      columns={[
        numberColumn('Threshold', ({ threshold }) => threshold.toFixed(2)),
        ...acceptedColumns(props.valuesLabel, (row: ThresholdRow) => row),
      ]}
    />
  );
}

/**
 * Returns eight columns. Four are about the documents that are accepted at a threshold: share, count, errors and error
 * rate. The other four have the same figures for the accepted values.
 */
function acceptedColumns<Row>(
  valuesLabel: string,
  thresholdOf: (row: Row) => ThresholdRow | undefined,
): Column<Row>[] {
  const sides = [
    ['documents', 'Documents'],
    ['predictions', valuesLabel],
  ] as const;
  return sides.flatMap(([side, label]) => {
    const column = (heading: string, text: (share: AcceptedShare) => ComponentChildren, look?: string) =>
      numberColumn<Row>(
        heading,
        (row) => {
          const share = thresholdOf(row)?.[side];
          return share === undefined ? nothing : text(share);
        },
        { look },
      );
    return [
      column(`${label} accepted, %`, ({ share }) => percent(share), 'side-start'),
      column('accepted', ({ accepted }) => formatNumber(accepted)),
      column('wrong', ({ wrong }) => formatNumber(wrong)),
      column('wrong, % (upper bound)', ({ accepted, errorRate, upper }) =>
        accepted === 0 ? (
          nothing
        ) : (
          <>
            {percent(errorRate)}
            <span class="quiet"> ({percent(upper)})</span>
          </>
        ),
      ),
    ];
  });
}

function percent(value: number | null): string {
  return value === null ? nothing : formatNumber(value * 100, 1);
}
