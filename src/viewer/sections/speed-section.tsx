import type { Measurement } from '../../model/score/measurement.ts';
import { formatInterval, formatMeasurement } from '../blocks/format-measurement.ts';
import type { HeadBlock } from '../blocks/report-blocks.ts';
import { Scroller, SectionHeading } from '../parts/data-table.tsx';
import { UnitCell } from '../parts/value-pair.tsx';

/** Latency, credits and pages of each version. */
export function SpeedSection({ head }: { head: HeadBlock }) {
  const metrics = [...new Set(head.speed.flatMap((row) => row.latency.map((value) => value.metric)))];
  const rows: [label: string, values: (Measurement | null)[]][] = [
    ...metrics.map((metric): [string, (Measurement | null)[]] => [
      latencyLabel(metric),
      head.speed.map((row) => row.latency.find((value) => value.metric === metric) ?? null),
    ]),
    ['Credits', head.speed.map((row) => row.credits)],
    ['Pages', head.speed.map((row) => row.pages)],
  ];
  return (
    <>
      <SectionHeading title="Speed and cost">
        From the acknowledged request to the result that was seen, as the client measured it.
      </SectionHeading>
      <Scroller label="Speed and cost">
        <table class="narrow">
          <thead>
            <tr>
              <th scope="col">Measure</th>
              {head.speed.map((row) => (
                <th key={row.version} scope="col" class="number">
                  {row.version}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows
              .filter(([, values]) => values.some((value) => value !== null))
              .map(([label, values]) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  {values.map((value, number) => (
                    <UnitCell key={number} value={value} />
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </Scroller>
      <SpeedChanges head={head} />
    </>
  );
}

/** On the documents that both versions have a figure for, candidate less baseline. */
function SpeedChanges({ head }: { head: HeadBlock }) {
  const { speedChanges = [] } = head;
  if (speedChanges.length === 0) return null;
  return (
    <>
      <h2>Change</h2>
      <Scroller label="Change of speed and cost">
        <table class="narrow">
          <thead>
            <tr>
              <th scope="col">On the same documents</th>
              {head.versions.map(({ name }) => (
                <th key={name} scope="col" class="number">
                  {name}
                </th>
              ))}
              <th scope="col" class="number">
                Change
              </th>
            </tr>
          </thead>
          <tbody>
            {speedChanges.map(({ label, baseline, candidate, difference }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <UnitCell value={baseline} />
                <UnitCell value={candidate} />
                <td class="number">
                  {difference.value !== null && difference.value > 0 ? '+' : ''}
                  {formatMeasurement(difference)}
                  {difference.interval && <span class="quiet"> [{formatInterval(difference)}]</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
    </>
  );
}

/** `latency_p90` reads as "Latency, p90". */
function latencyLabel(metric: string): string {
  const words = metric.replaceAll('_', ' ').replace(/^latency ?/, '');
  return words === '' ? 'Latency' : `Latency, ${words}`;
}
