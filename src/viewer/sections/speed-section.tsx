import { reusedText } from '../../model/record/reused-outputs.ts';
import { speedLabels } from '../../model/report/reader-labels.ts';
import type { Measurement } from '../../model/score/measurement.ts';
import { formatInterval, formatMeasurement, formatNumber } from '../blocks/format-measurement.ts';
import type { HeadBlock } from '../blocks/report-blocks.ts';
import { Charts } from '../parts/charts.tsx';
import { DataTable, measurementColumn, numberColumn, SectionHeading } from '../parts/data-table.tsx';
import { Term } from '../parts/term.tsx';
import { defineView } from '../state/blocks.ts';

interface SpeedLine {
  readonly metric: string;
  readonly values: readonly (Measurement | null)[];
  readonly difference: Measurement | null;
}

const metrics = Object.keys(speedLabels);

/** Time and cost of each version. Changes are measured on the documents for which both versions have a figure. */
export const view = defineView('speed', ({ names, data }) => {
  const lines = linesOf(data).sort((a, b) => metrics.indexOf(a.metric) - metrics.indexOf(b.metric));
  const compares = lines.some(({ difference }) => difference !== null);
  return (
    <>
      <SectionHeading title="Cost and speed">{summary(data, names)}</SectionHeading>
      <DataTable<SpeedLine>
        label="Cost and speed"
        look="narrow"
        rows={lines}
        columns={[
          {
            heading: 'Measure',
            cell: ({ metric }) =>
              metric === 'latency_p50' ? (
                <Term name="typicalTime">{speedLabels[metric]}</Term>
              ) : (
                (speedLabels[metric] ?? metric)
              ),
          },
          ...names.map((name, version) =>
            measurementColumn<SpeedLine>(
              name,
              ({ values }) => values[version],
              undefined,
              version < names.length - 1 ? 'medium' : undefined,
            ),
          ),
          ...(compares
            ? [
                numberColumn<SpeedLine>('Change (range)', ({ difference }) =>
                  difference === null ? '' : <SpeedChange difference={difference} />,
                ),
              ]
            : []),
        ]}
      />
      {compares && (
        <p class="quiet">A change compares only documents for which both versions have the figure.</p>
      )}
      <Charts section="speed" />
    </>
  );
});

function linesOf({ speed, speedChanges }: HeadBlock): SpeedLine[] {
  const compared: SpeedLine[] = speedChanges.map(({ baseline, candidate, difference }) => ({
    metric: baseline.metric,
    values: [baseline, candidate],
    difference,
  }));
  const known = new Set(compared.map(({ metric }) => metric));
  const found = speed.flatMap(({ latency, credits, pages }) => [...latency, credits, pages]);
  const others = new Set(found.flatMap((value) => (value && !known.has(value.metric) ? [value.metric] : [])));
  const own = [...others].map((metric) => ({
    metric,
    values: speed.map(({ latency, credits, pages }) => {
      const all = [...latency, credits, pages];
      return all.find((value) => value?.metric === metric) ?? null;
    }),
    difference: null,
  }));
  return [...compared, ...own].filter(({ values }) => values.some((value) => value !== null));
}

/**
 * Sentences that state the cost of 1,000 documents with each version, what the measured time covers, and how many
 * outputs were reused.
 */
function summary(head: HeadBlock, names: readonly string[]) {
  const perDocument = head.speedChanges.find(({ baseline }) => baseline.metric === 'credits_mean');
  const reused = reusedText(
    head.speed.flatMap(({ version, reused }) => (reused === undefined ? [] : [{ name: version, ...reused }])),
  );
  const [before, now] = [perDocument?.baseline.value, perDocument?.candidate.value];
  return (
    <>
      {before != null && now != null && (
        <>
          {formatNumber(1000)} documents cost {formatNumber(now * 1000)} <Term name="credits" /> with{' '}
          {names[1]} and {formatNumber(before * 1000)} with {names[0]}.{' '}
        </>
      )}
      The time runs from the accepted request until the client has seen the result. {reused}
    </>
  );
}

function SpeedChange({ difference }: { difference: Measurement }) {
  if (difference.value === 0) return <span class="quiet">same</span>;
  return (
    <>
      {difference.value !== null && difference.value > 0 ? '+' : ''}
      {formatMeasurement(difference)}
      {difference.interval && <span class="quiet"> ({formatInterval(difference)})</span>}
    </>
  );
}
