import type {
  ConfidenceScope,
  ConfidenceSection,
  ScopeConfidence,
} from '../../model/report/confidence-section.ts';
import { formatNumber } from '../blocks/format-measurement.ts';
import { ReliabilityDiagram, RiskCoveragePlot } from '../parts/confidence-plots.tsx';
import { ConfidenceMeasures, ThresholdReading, ThresholdTable } from '../parts/confidence-tables.tsx';
import { SectionHeading } from '../parts/data-table.tsx';
import { type Address, replaceQuery } from '../state/address.ts';
import { defineView } from '../state/blocks.ts';

/** Calibration of the confidence scores, and the certified thresholds for straight-through processing. */
export const view = defineView('confidence', ({ head, names, address, data: block }) => {
  const chosen = block.scopes.find((scope) => scope.scope === address.query.of) ?? block.scopes[0];
  if (!chosen) return <p class="quiet">No output has a confidence.</p>;
  const isClassify = head.kind === 'CLASSIFY';
  const choose = (scope: string) => {
    replaceQuery(address, { of: scope });
    scrollTo(0, 0);
  };
  return (
    <>
      <SectionHeading title="Confidence">
        From {block.source}
        {block.otherSources.length > 0 && ` (the outputs also have ${block.otherSources.join(' and ')})`}.{' '}
        {countsText(chosen)}
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
      <ScopeBody
        block={block}
        scope={chosen}
        names={names}
        address={address}
        valuesLabel={isClassify ? 'Predictions' : 'Values'}
      />
      <h2>{isClassify ? 'By predicted class' : 'By field'}</h2>
      <p class="quiet">
        ECE uses 10 bins. Lower is better for Brier, ECE and the risk-coverage area; higher is better for
        AUROC and average precision. Each row is certified separately. Without a certificate, the row says how
        many {block.clusterBy === null ? 'documents' : 'clusters'} it needs, or by which tag wrong documents
        cluster.
      </p>
      <ConfidenceMeasures
        scopes={block.scopes}
        chosen={chosen.scope}
        clusterBy={block.clusterBy}
        scopeLabel={isClassify ? 'Predicted class' : 'Field'}
        onChoose={choose}
      />
    </>
  );
});

function countsText({ versions }: ConfidenceScope): string {
  const last = versions.at(-1) ?? versions[0];
  if (!last) return '';
  const { predictions, documents, withoutConfidence } = last;
  const without = withoutConfidence === 0 ? '' : `, ${formatNumber(withoutConfidence)} more have none`;
  return `${formatNumber(predictions)} predictions with a confidence in ${formatNumber(documents)} documents${without}.`;
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
          <span class="worse">▼ {names.length > 1 && `${name}: `}</span>
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
  valuesLabel: string;
}) {
  const { block, scope, names, address, valuesLabel } = props;
  const shown = scope.versions.findLastIndex((version) => version !== null);
  const version = scope.versions[shown];
  if (!version) return null;
  const rows = version.thresholds;
  const at = chosenThreshold(version, address.query.at);
  const threshold = rows[at]?.threshold.toFixed(2) ?? '0.00';
  return (
    <>
      <div class="plots">
        <ReliabilityDiagram versions={scope.versions} names={names} />
        <RiskCoveragePlot
          versions={scope.versions}
          names={names}
          goal={block.maxError}
          chosen={scope.versions.map((of) => of?.thresholds[at]?.predictions.share ?? null)}
        />
      </div>
      <h2>Straight-through processing</h2>
      <ul class="certificates">
        {scope.versions.map((of, number) => (
          <li key={number}>
            <b>{names[number]}</b> {of?.certificate.sentence ?? 'no confidence'}
          </li>
        ))}
      </ul>
      <p class="quiet">
        Goal: at most {formatNumber(block.maxError * 100, 1)} % of accepted documents wrong. {block.procedure}{' '}
        A document is accepted if each of its values is accepted. It is wrong if any of its values is wrong.
        The number in brackets is the upper bound for that row alone.
      </p>
      <label class="threshold-slider">
        <span>Accept from confidence</span>
        <input
          type="range"
          min={0}
          max={rows.length - 1}
          step={1}
          value={at}
          aria-valuetext={threshold}
          onInput={({ currentTarget }) => {
            const next = rows[Number(currentTarget.value)]?.threshold;
            replaceQuery(address, { at: next?.toFixed(2) ?? '' });
          }}
        />
        <output>{threshold}</output>
      </label>
      <ThresholdReading
        rows={scope.versions.map((of, number) => ({ name: names[number], row: of?.thresholds[at] }))}
        valuesLabel={valuesLabel}
      />
      <details class="all-thresholds">
        <summary>All thresholds of {names[shown]}</summary>
        <ThresholdTable rows={rows} at={at} name={names[shown]} valuesLabel={valuesLabel} />
      </details>
    </>
  );
}

/**
 * Returns the row of the requested threshold, otherwise the row of the certified threshold, otherwise the
 * first row with a threshold of at least 0.9.
 */
function chosenThreshold(
  { thresholds, certificate }: ScopeConfidence,
  requested: string | undefined,
): number {
  const candidates = [
    thresholds.findIndex(({ threshold }) => threshold.toFixed(2) === requested),
    thresholds.findIndex(({ threshold }) => threshold === certificate.threshold),
  ];
  return candidates.find((at) => at >= 0) ?? thresholds.findIndex(({ threshold }) => threshold >= 0.9);
}
