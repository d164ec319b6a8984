import { formatInterval, formatMeasurement } from '../blocks/format-measurement.ts';
import type { HeadBlock } from '../blocks/report-blocks.ts';
import {
  DataTable,
  MeasureTable,
  measurementColumn,
  numberColumn,
  SectionHeading,
} from '../parts/data-table.tsx';
import { defineView } from '../state/blocks.ts';

type SpeedChange = HeadBlock['speedChanges'][number];

export const view = defineView('speed', ({ data: { speed, speedChanges, versions } }) => {
  const metrics = new Set(speed.flatMap((row) => row.latency.map((value) => value.metric)));
  const lines = [
    ...[...metrics].map((metric) => ({
      label: latencyLabel(metric),
      values: speed.map((row) => row.latency.find((value) => value.metric === metric) ?? null),
    })),
    { label: 'Credits', values: speed.map((row) => row.credits) },
    { label: 'Pages', values: speed.map((row) => row.pages) },
  ];
  return (
    <>
      <SectionHeading title="Cost and speed">
        Time from the accepted request until the client has seen the result.
      </SectionHeading>
      <MeasureTable
        label="Cost and speed"
        rows={lines.filter(({ values }) => values.some((value) => value !== null))}
        names={speed.map(({ version }) => version)}
      />
      {speedChanges.length > 0 && (
        <>
          <h2>Change</h2>
          <DataTable<SpeedChange>
            label="Change of speed and cost"
            look="narrow"
            rows={speedChanges}
            columns={[
              { heading: 'On the same documents', cell: (row) => row.label },
              measurementColumn(versions[0]?.name, (row) => row.baseline),
              measurementColumn(versions[1]?.name, (row) => row.candidate),
              numberColumn('Change', ({ difference }) => (
                <>
                  {difference.value !== null && difference.value > 0 ? '+' : ''}
                  {formatMeasurement(difference)}
                  {difference.interval && <span class="quiet"> [{formatInterval(difference)}]</span>}
                </>
              )),
            ]}
          />
        </>
      )}
    </>
  );
});

/** Returns `Latency, p90` for `latency_p90`. */
function latencyLabel(metric: string): string {
  const words = metric.replaceAll('_', ' ').replace(/^latency ?/, '');
  return words === '' ? 'Latency' : `Latency, ${words}`;
}
