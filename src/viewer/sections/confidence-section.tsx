import type {
  ConfidenceScope,
  ScopeConfidence,
  ThresholdRow,
} from '../../model/report/sections/confidence-section.ts';
import { formatNumber, formatOf100 } from '../blocks/format-measurement.ts';
import { ReliabilityDiagram, RiskCoveragePlot } from '../parts/confidence-plots.tsx';
import {
  ConfidenceMeasures,
  ScopeTable,
  ThresholdReading,
  ThresholdTable,
} from '../parts/confidence-tables.tsx';
import { ForAnalysts } from '../parts/controls.tsx';
import { SectionHeading } from '../parts/data-table.tsx';
import { replaceQuery } from '../state/address.ts';
import { defineView } from '../state/blocks.ts';

/**
 * How many values can skip review, and how many of these values are wrong. Below, the technical measures of the
 * confidences.
 */
export const view = defineView('confidence', ({ head, names, address, data: block }) => {
  const chosen = block.scopes.find((scope) => scope.scope === address.query.of) ?? block.scopes[0];
  if (!chosen) return <p class="quiet">No output has a confidence.</p>;
  const isClassify = head.kind === 'CLASSIFY';
  const choose = (scope: string) => {
    replaceQuery(address, { of: scope });
    scrollTo(0, 0);
  };
  const shown = chosen.versions.findLastIndex((version) => version !== null);
  const version = chosen.versions[shown];
  const rows = version?.thresholds ?? [];
  const at = version ? chosenThreshold(version, address.query.at) : 0;
  const threshold = rows[at]?.threshold.toFixed(2) ?? '0.00';
  const valuesLabel = isClassify ? 'Predictions' : 'Values';
  return (
    <>
      <SectionHeading title="Confidence">
        A version gives each value a confidence from 0 to 1. Values with a high confidence can skip review if
        few of them are wrong.
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
      {version && (
        <label class="threshold-slider">
          <span>Skip review from confidence</span>
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
      )}
      <div role="status">
        <ul class="certificates">
          {chosen.versions.map((of, number) => (
            <li key={number}>
              <b>{names[number]}:</b> {of ? skipText(of.thresholds[at], isClassify) : noConfidence}
            </li>
          ))}
        </ul>
      </div>
      <div class="plots">
        <ReliabilityDiagram versions={chosen.versions} names={names} />
        <RiskCoveragePlot
          versions={chosen.versions}
          names={names}
          goal={block.maxError}
          chosen={chosen.versions.map((of) => of?.thresholds[at]?.predictions.share ?? null)}
        />
      </div>
      <h2>Is it safe?</h2>
      <p class="quiet">
        A document can skip review if each of its values does, and if at most{' '}
        {formatNumber(block.maxError * 100, 1)} of 100 such documents are wrong.
      </p>
      <ul class="certificates verdicts">
        {chosen.versions.map((of, number) => (
          <li key={number}>
            <b>{names[number]}:</b> {of?.certificate.sentence ?? noConfidence}
          </li>
        ))}
      </ul>
      <h2>{isClassify ? 'By type' : 'By field'}</h2>
      <ScopeTable
        scopes={block.scopes}
        chosen={chosen.scope}
        threshold={threshold}
        clusterBy={block.clusterBy}
        scopeLabel={isClassify ? 'Type' : 'Field'}
        onChoose={choose}
      />
      <ForAnalysts>
        <p class="quiet">
          The confidences are from {block.source}
          {block.otherSources.length > 0 && ` (the outputs also have ${block.otherSources.join(' and ')})`}.{' '}
          {countsText(chosen)} {block.procedure} The number in brackets is the upper bound for that row alone.
        </p>
        <Warnings scope={chosen} names={names} />
        <ThresholdReading
          rows={chosen.versions.map((of, number) => ({ name: names[number], row: of?.thresholds[at] }))}
          valuesLabel={valuesLabel}
        />
        {version && (
          <details class="all-thresholds">
            <summary>All thresholds of {names[shown]}</summary>
            <ThresholdTable rows={rows} at={at} name={names[shown]} valuesLabel={valuesLabel} />
          </details>
        )}
        <h3>Does confidence separate right from wrong?</h3>
        <p class="quiet">
          ECE uses 10 bins. Lower is better for Brier, ECE and the risk-coverage area; higher is better for
          AUROC and average precision. Each row is certified separately.
        </p>
        <ConfidenceMeasures
          scopes={block.scopes}
          chosen={chosen.scope}
          scopeLabel={isClassify ? 'Predicted class' : 'Field'}
        />
      </ForAnalysts>
    </>
  );
});

const noConfidence = 'This version gives no confidence, so no document can skip review.';

/**
 * Returns a sentence that states how many values need no review at a threshold. For a classification, the sentence
 * counts documents instead of values.
 */
function skipText(row: ThresholdRow | undefined, isClassify: boolean): string {
  if (!row) return noConfidence;
  const { accepted, total, share, errorRate, upper } = row.predictions;
  const things = isClassify ? 'documents' : 'values';
  if (accepted === 0 || share === null || errorRate === null)
    return `If you accept ${things} from confidence ${row.threshold.toFixed(2)} on, none of ${formatNumber(total)} skips review.`;
  const most = `at most ${formatNumber(upper * 100, 1)}`;
  const documents = isClassify
    ? ''
    : ` ${formatNumber(row.documents.accepted)} of ${formatNumber(row.documents.total)} documents skip review as a whole.`;
  return `If you accept ${things} from confidence ${row.threshold.toFixed(2)} on, ${formatOf100(share, 'share')} of 100 ${things} skip review, and ${formatNumber(errorRate * 100, 1)} of 100 of them are wrong (${most}).${documents}`;
}

function countsText({ versions }: ConfidenceScope): string {
  const last = versions.at(-1) ?? versions[0];
  if (!last) return '';
  const { predictions, documents, withoutConfidence } = last;
  const without = withoutConfidence === 0 ? '' : `, and ${formatNumber(withoutConfidence)} have none`;
  return `In ${formatNumber(documents)} documents, ${formatNumber(predictions)} predictions have a confidence${without}.`;
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

/**
 * Returns the index of the threshold that the reader chose. If none was chosen, returns the index of the certified
 * threshold. Without a certified threshold, returns the index of the first threshold of at least 0.9.
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
