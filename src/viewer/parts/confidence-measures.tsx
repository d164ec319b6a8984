import type { ConfidenceScope } from '../../model/report/confidence-section.ts';
import { formatNumber, nothing } from '../blocks/format-measurement.ts';
import { DataTable, numberColumn, versionsColumn } from './data-table.tsx';

const metrics = [
  ['brier', 'Brier'],
  ['ece_equal_width', 'ECE, equal width'],
  ['ece_equal_mass', 'ECE, equal mass'],
  ['auroc', 'AUROC'],
  ['average_precision', 'Average precision'],
  ['risk_coverage_area', 'Risk-coverage area'],
] as const;

/** Metrics of the confidences per field or class. Press a name to show its plots. */
export function ConfidenceMeasures(props: {
  scopes: readonly ConfidenceScope[];
  chosen: string;
  scopeLabel: string;
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
        numberColumn('Values', ({ versions }) => formatNumber(versions.at(-1)?.answers ?? 0)),
        ...metrics.map(([metric, label]) =>
          versionsColumn<ConfidenceScope>(label, ({ versions }) =>
            versions.map((version) => version?.metrics.find((entry) => entry.metric === metric) ?? null),
          ),
        ),
        numberColumn('Certified from', ({ versions }) =>
          versions.map((version, number) => (
            <span key={number} class={number < versions.length - 1 ? 'baseline-number' : undefined}>
              {certifiedFrom(version)}
            </span>
          )),
        ),
      ]}
    />
  );
}

/** Returns the certified threshold, or the number of documents that a certificate needs. */
function certifiedFrom(version: ConfidenceScope['versions'][number]): string {
  if (!version) return nothing;
  const { threshold, needed } = version.certificate;
  if (threshold !== null) return threshold.toFixed(2);
  return needed === null ? nothing : `${formatNumber(needed)} needed`;
}
