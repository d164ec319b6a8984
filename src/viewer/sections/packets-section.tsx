import { useState } from 'preact/hooks';
import type { PacketSection } from '../../model/report/report-sections.ts';
import { formatNumber } from '../blocks/format-measurement.ts';
import { Charts } from '../parts/charts.tsx';
import {
  DataTable,
  DocumentLink,
  measurementColumn,
  Scroller,
  SectionHeading,
} from '../parts/data-table.tsx';
import { PacketLines, typeMarks } from '../parts/packet-strip.tsx';
import { defineView } from '../state/blocks.ts';

const stripsAtOnce = 30;

/** Splitting metrics next to those of trivial predictions, and the pages of each packet as strips. */
export const view = defineView('packets', ({ head, names, data }) => {
  const [shown, setShown] = useState(stripsAtOnce);
  const [onlyWrong, setOnlyWrong] = useState(false);
  const marks = typeMarks(data);
  const wrong = (strip: PacketSection['strips'][number]) =>
    strip.predicted.some((parts) => parts === null || parts.some((part) => !part.exact)) ||
    strip.expected.some((part) => !part.exact);
  const strips = onlyWrong ? data.strips.filter(wrong) : data.strips;
  return (
    <>
      <SectionHeading title="Packets">{formatNumber(head.documents.planned)} packets.</SectionHeading>
      <PacketMetrics section={data} names={names} />
      <h2>Page by page</h2>
      {head.documents.rule !== null && (
        <p class="quiet">
          {formatNumber(data.strips.length)} of {formatNumber(head.documents.planned)} packets are shown:{' '}
          {head.documents.rule}. csv/splits.csv lists all.
        </p>
      )}
      <div class="filters">
        <label>
          <input type="checkbox" checked={onlyWrong} onChange={() => setOnlyWrong(!onlyWrong)} /> only packets
          with an error
        </label>
        <ul class="legend" aria-label="Types">
          {[...marks].map(([type, { letter, colour }]) => (
            <li key={type}>
              <span class={`page-cell type-${colour}`}>{letter}</span> {type}
            </li>
          ))}
          <li>
            <span class="page-cell wrong-key">✗</span> not an expected document, or not found
          </li>
        </ul>
      </div>
      <Scroller label="Strips of pages">
        {strips.slice(0, shown).map((strip) => (
          <section key={strip.itemId} class="packet">
            <h3>
              <DocumentLink id={strip.itemId} /> <span class="quiet">{formatNumber(strip.pages)} pages</span>
            </h3>
            <PacketLines strip={strip} names={names} marks={marks} />
          </section>
        ))}
      </Scroller>
      {strips.length > shown && (
        <button type="button" onClick={() => setShown(shown + 100)}>
          Show more ({formatNumber(strips.length - shown)} left)
        </button>
      )}
      <Charts section="packets" />
    </>
  );
});

type MetricRow = PacketSection['metrics'][number];

function PacketMetrics({ section: packets, names }: { section: PacketSection; names: readonly string[] }) {
  return (
    <DataTable<MetricRow>
      label="Splitting metrics"
      look="measures"
      rows={packets.metrics}
      columns={[
        {
          heading: 'Measure',
          cell: ({ label, better }) => (
            <>
              {label} {better === 'lower' && <span class="quiet">(lower is better)</span>}
            </>
          ),
        },
        ...names.map((name, at) => measurementColumn<MetricRow>(name, ({ values }) => values[at])),
        ...packets.trivialNames.map((name, at) =>
          measurementColumn<MetricRow>(name, ({ trivial }) => trivial[at], 'trivial'),
        ),
      ]}
    />
  );
}
