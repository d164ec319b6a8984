import type { ConfidenceScope } from '../../model/report/confidence-section.ts';
import { formatNumber, nothing } from '../blocks/format-measurement.ts';
import { Scroller } from './data-table.tsx';
import { NumberCell } from './value-pair.tsx';

const columns = [
  ['brier', 'Brier'],
  ['ece_equal_width', 'ECE, equal width'],
  ['ece_equal_mass', 'ECE, equal mass'],
  ['auroc', 'AUROC'],
  ['average_precision', 'Average precision'],
  ['risk_coverage_area', 'Risk-coverage area'],
] as const;

/** The measures of every field or class; a name chooses what the plots above show. */
export function ConfidenceMeasures(props: {
  scopes: readonly ConfidenceScope[];
  chosen: string;
  scopeWord: string;
  onChoose: (scope: string) => void;
}) {
  return (
    <Scroller label="Measures of confidence">
      <table class="confidence-measures">
        <thead>
          <tr>
            <th scope="col">{props.scopeWord}</th>
            <th scope="col" class="number">
              Answers
            </th>
            {columns.map(([metric, label]) => (
              <th key={metric} scope="col" class="number">
                {label}
              </th>
            ))}
            <th scope="col" class="number">
              Certified from
            </th>
          </tr>
        </thead>
        <tbody>
          {props.scopes.map((row) => (
            <tr key={row.scope} aria-current={row.scope === props.chosen ? 'true' : undefined}>
              <th scope="row">
                <button type="button" class="opener" onClick={() => props.onChoose(row.scope)}>
                  {row.label}
                </button>
                {row.versions.at(-1)?.warnings.length ? <span class="worse"> ▼ degenerate</span> : ''}
              </th>
              <td class="number">{formatNumber(row.versions.at(-1)?.answers ?? 0)}</td>
              {columns.map(([metric]) => (
                <NumberCell
                  key={metric}
                  values={row.versions.map(
                    (version) => version?.metrics.find((entry) => entry.metric === metric) ?? null,
                  )}
                />
              ))}
              <td class="number">
                {row.versions.map((version, number) => (
                  <span key={number} class={number < row.versions.length - 1 ? 'baseline-number' : undefined}>
                    {certifiedFrom(version)}
                  </span>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

/** The threshold, or how many documents it would take to have one. */
function certifiedFrom(version: ConfidenceScope['versions'][number]): string {
  if (!version) return nothing;
  const { threshold, needed } = version.certificate;
  if (threshold !== null) return threshold.toFixed(2);
  return needed === null ? nothing : `${formatNumber(needed)} needed`;
}
