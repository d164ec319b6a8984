import type { ComponentChildren } from 'preact';
import type { AcceptedShare, ScopeConfidence, ThresholdRow } from '../../model/report/confidence-section.ts';
import { formatNumber, nothing } from '../blocks/format-measurement.ts';
import { type Column, DataTable, numberColumn } from './data-table.tsx';

const percent = (value: number | null) => (value === null ? nothing : formatNumber(value * 100, 1));

/** A slider over the thresholds of the table. */
export function ThresholdSlider(props: {
  rows: readonly ThresholdRow[];
  at: number;
  onChange: (at: number) => void;
}) {
  const { rows, at } = props;
  const threshold = rows[at]?.threshold ?? 0;
  return (
    <label class="threshold-slider">
      <span>Accept from confidence</span>
      <input
        type="range"
        min={0}
        max={rows.length - 1}
        step={1}
        value={at}
        aria-valuetext={threshold.toFixed(2)}
        onInput={(event) => props.onChange(Number(event.currentTarget.value))}
      />
      <output>{threshold.toFixed(2)}</output>
    </label>
  );
}

interface Reading {
  readonly label: string;
  /** Absent if the version has no confidence. */
  readonly row: ThresholdRow | undefined;
}

/** The documents and values that one threshold accepts, per version. */
export function ThresholdReading(props: {
  versions: readonly (ScopeConfidence | null)[];
  names: readonly string[];
  at: number;
  valuesLabel: string;
}) {
  const rows = props.versions.map((version, number) => ({
    label: props.names[number] ?? '',
    row: version?.thresholds[props.at],
  }));
  return (
    <DataTable<Reading>
      label="At this threshold"
      look="threshold-reading"
      rows={rows}
      columns={[
        { heading: 'Version', cell: ({ label }) => label },
        ...acceptedColumns<Reading>('Documents', ({ row }) => row?.documents),
        ...acceptedColumns<Reading>(props.valuesLabel, ({ row }) => row?.answers),
      ]}
    />
  );
}

/** All thresholds of one version. The chosen one is marked. */
export function ThresholdTable(props: {
  rows: readonly ThresholdRow[];
  at: number;
  name: string;
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
        ...acceptedColumns<ThresholdRow>('Documents', ({ documents }) => documents),
        ...acceptedColumns<ThresholdRow>(props.valuesLabel, ({ answers }) => answers),
      ]}
    />
  );
}

/** Returns the columns of accepted documents or values: share, count, wrong ones, and error rate with its upper bound. */
function acceptedColumns<Row>(label: string, of: (row: Row) => AcceptedShare | undefined): Column<Row>[] {
  const cell = (read: (side: AcceptedShare) => ComponentChildren) => (row: Row) => {
    const side = of(row);
    return side === undefined ? nothing : read(side);
  };
  return [
    numberColumn(
      `${label} accepted, %`,
      cell(({ share }) => percent(share)),
      { look: 'side-start' },
    ),
    numberColumn(
      'accepted',
      cell(({ accepted }) => formatNumber(accepted)),
    ),
    numberColumn(
      'wrong',
      cell(({ wrong }) => formatNumber(wrong)),
    ),
    numberColumn(
      'wrong, % (upper bound)',
      cell(({ accepted, errorRate, upper }) =>
        accepted === 0 ? (
          nothing
        ) : (
          <>
            {percent(errorRate)}
            <span class="quiet"> ({percent(upper)})</span>
          </>
        ),
      ),
    ),
  ];
}
