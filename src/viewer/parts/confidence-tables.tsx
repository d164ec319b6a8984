import type { ComponentChildren } from 'preact';
import type {
  AcceptedShare,
  ConfidenceScope,
  ScopeConfidence,
  ThresholdRow,
} from '../../model/report/confidence-section.ts';
import { formatNumber, nothing } from '../blocks/format-measurement.ts';
import { type Column, DataTable, numberColumn, versionsColumn } from './data-table.tsx';

const metrics = [
  ['brier', 'Brier'],
  ['ece_equal_width', 'ECE, equal width'],
  ['ece_equal_mass', 'ECE, equal mass'],
  ['auroc', 'AUROC'],
  ['average_precision', 'Average precision'],
  ['risk_coverage_area', 'Risk-coverage area'],
] as const;

/** Confidence metrics per field or class. A click on a name shows its plots. */
export function ConfidenceMeasures(props: {
  scopes: readonly ConfidenceScope[];
  chosen: string;
  scopeLabel: string;
  clusterBy: string | null;
  onChoose: (scope: string) => void;
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
          cell: ({ scope, label, versions }) => (
            <>
              <button type="button" class="opener" onClick={() => props.onChoose(scope)}>
                {label}
              </button>
              {versions.at(-1)?.warnings.length ? <span class="worse"> ▼ degenerate</span> : ''}
            </>
          ),
        },
        numberColumn('Values', ({ versions }) => formatNumber(versions.at(-1)?.predictions ?? 0)),
        ...metrics.map(([metric, label]) =>
          versionsColumn<ConfidenceScope>(label, ({ versions }) =>
            versions.map((version) => version?.metrics.find((entry) => entry.metric === metric) ?? null),
          ),
        ),
        numberColumn('Certified from', ({ versions }) =>
          versions.map((version, number) => (
            <span key={number} class={number < versions.length - 1 ? 'baseline-number' : undefined}>
              {certifiedFrom(version, props.clusterBy)}
            </span>
          )),
        ),
      ]}
    />
  );
}

/**
 * Returns the certified threshold. Without one, returns the tag that prevents certification, or the number of
 * documents or clusters that certification needs.
 */
function certifiedFrom(version: ScopeConfidence | null, clusterBy: string | null): string {
  if (!version) return nothing;
  const { threshold, needed, wrongClusters } = version.certificate;
  if (threshold !== null) return threshold.toFixed(2);
  if (wrongClusters[0] !== undefined) return `clusters by ${wrongClusters[0].tag}`;
  if (needed === null) return nothing;
  return `${formatNumber(needed)} ${clusterBy === null ? '' : 'clusters '}needed`;
}

/** Documents and values that one threshold accepts. A version without confidences has dashes. */
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

/** All thresholds of one version. Row `at` is marked as the chosen one. */
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

/** Returns the columns for accepted documents and for accepted values: share, count, errors and error rate. */
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
