import type { ConfidenceScope, ConfidenceSection } from '../../model/report/confidence-section.ts';
import { formatNumber } from '../blocks/format-measurement.ts';
import type { HeadBlock } from '../blocks/report-blocks.ts';
import { ConfidenceMeasures } from '../parts/confidence-measures.tsx';
import { SectionHeading } from '../parts/data-table.tsx';
import { ReliabilityDiagram } from '../parts/reliability-diagram.tsx';
import { RiskCoveragePlot } from '../parts/risk-coverage-plot.tsx';
import { ThresholdReading, ThresholdSlider, ThresholdTable } from '../parts/threshold-reader.tsx';
import { type Address, replaceQuery } from '../state/address.ts';
import { defineSection, type ViewProps } from './define-section.ts';

/** Calibration of the confidence scores, and the certified thresholds for straight-through processing. */
export const section = defineSection({
  name: 'confidence',
  label: 'Confidence',
  order: 90,
  firstRepeat: true,
  block: 'confidence',
  View: ConfidenceView,
});

function ConfidenceView({ head, address, data: block }: ViewProps<ConfidenceSection>) {
  const chosen = block.scopes.find((scope) => scope.scope === address.query.of) ?? block.scopes[0];
  if (!chosen) return <p class="quiet">No output has a confidence.</p>;
  const names = head.versions.map((version) => version.name);
  const choose = (scope: string) => {
    replaceQuery(address, { of: scope });
    scrollTo(0, 0);
  };
  return (
    <>
      <SectionHeading title="Confidence">
        From {block.source}
        {block.otherSources.length > 0 && ` (the outputs also have ${block.otherSources.join(' and ')})`}.{' '}
        {counts(chosen)}
      </SectionHeading>
      <div class="filters">
        <label>
          Of{' '}
          <select value={chosen.scope} onChange={(event) => choose(event.currentTarget.value)}>
            {block.scopes.map((scope) => (
              <option key={scope.scope} value={scope.scope}>
                {scope.label}
              </option>
            ))}
          </select>
        </label>
        {names.length > 1 && <VersionKey names={names} />}
      </div>
      <Warnings scope={chosen} names={names} />
      <ScopeBody block={block} scope={chosen} names={names} address={address} kind={head.kind} />
      <h2>{head.kind === 'CLASSIFY' ? 'By predicted class' : 'By field'}</h2>
      <p class="quiet">
        ECE uses 10 bins. Lower is better for Brier, ECE and the risk-coverage area; higher is better for
        AUROC and average precision. Each row is certified separately. Without a certificate, the row says how
        many documents it needs.
      </p>
      <ConfidenceMeasures
        scopes={block.scopes}
        chosen={chosen.scope}
        scopeLabel={head.kind === 'CLASSIFY' ? 'Predicted class' : 'Field'}
        onChoose={choose}
      />
    </>
  );
}

function counts(scope: ConfidenceScope): string {
  const last = scope.versions.at(-1) ?? scope.versions[0];
  if (!last) return '';
  const without =
    last.withoutConfidence === 0 ? '' : `, ${formatNumber(last.withoutConfidence)} more have none`;
  return `${formatNumber(last.answers)} answers with a confidence in ${formatNumber(last.documents)} documents${without}.`;
}

function VersionKey({ names }: { names: readonly string[] }) {
  return (
    <span class="version-key">
      {names.map((name, number) => (
        <span key={name} class={number === 0 ? 'plot-baseline' : 'plot-candidate'}>
          <svg width={26} height={10} aria-hidden="true">
            <line class="plot-line" x1={1} x2={25} y1={5} y2={5} />
            <circle class="plot-dot" cx={13} cy={5} r={3.5} />
          </svg>{' '}
          {name}
        </span>
      ))}
    </span>
  );
}

function Warnings({ scope, names }: { scope: ConfidenceScope; names: readonly string[] }) {
  const found = scope.versions.flatMap((version, number) =>
    (version?.warnings ?? []).map((warning) => ({ warning, name: names[number] ?? '' })),
  );
  if (found.length === 0) return null;
  return (
    <ul class="confidence-warnings">
      {found.map(({ warning, name }) => (
        <li key={`${name} ${warning}`}>
          <span class="worse">▼ {names.length > 1 ? `${name}: ` : ''}</span>
          {warning}
        </li>
      ))}
    </ul>
  );
}

function ScopeBody(props: {
  block: ConfidenceSection;
  scope: ConfidenceScope;
  names: readonly string[];
  address: Address;
  kind: HeadBlock['kind'];
}) {
  const { block, scope, names, address } = props;
  const present = [...scope.versions].reverse().find((version) => version !== null);
  if (!present) return null;
  const rows = present.thresholds;
  const certified = rows.findIndex((row) => row.threshold === present.certificate.threshold);
  const requested = rows.findIndex((row) => row.threshold.toFixed(2) === address.query.at);
  const at =
    requested >= 0 ? requested : certified >= 0 ? certified : rows.findIndex((row) => row.threshold >= 0.9);
  const valuesLabel = props.kind === 'CLASSIFY' ? 'Answers' : 'Values';
  const table = scope.versions.indexOf(present);
  return (
    <>
      <div class="plots">
        <ReliabilityDiagram versions={scope.versions} names={names} />
        <RiskCoveragePlot
          versions={scope.versions}
          names={names}
          goal={block.maxError}
          chosen={scope.versions.map((version) => version?.thresholds[at]?.answers.share ?? null)}
        />
      </div>
      <h2>Straight-through processing</h2>
      <ul class="certificates">
        {scope.versions.map((version, number) => (
          <li key={number}>
            <b>{names[number]}</b> {version?.certificate.sentence ?? 'no confidence'}
          </li>
        ))}
      </ul>
      <p class="quiet">
        Goal: at most {formatNumber(block.maxError * 100, 1)} % of accepted documents wrong. {block.procedure}{' '}
        A document is accepted if each of its values is accepted. It is wrong if any of its values is wrong.
        The number in brackets is the upper bound for that row alone.
      </p>
      <ThresholdSlider
        rows={rows}
        at={at}
        onChange={(next) => replaceQuery(address, { at: rows[next]?.threshold.toFixed(2) ?? '' })}
      />
      <ThresholdReading versions={scope.versions} names={names} at={at} valuesLabel={valuesLabel} />
      <details class="all-thresholds">
        <summary>All thresholds of {names[table]}</summary>
        <ThresholdTable rows={rows} at={at} name={names[table] ?? ''} valuesLabel={valuesLabel} />
      </details>
    </>
  );
}
