import { useState } from 'preact/hooks';
import { joinList } from '../../base/phrases.ts';
import { packetLabels, trivialPacketLabels } from '../../model/report/reader-labels.ts';
import type { PacketSection } from '../../model/report/report-sections.ts';
import { formatNumber, formatWithRange } from '../blocks/format-measurement.ts';
import { PacketWithPages, typeMarks } from '../documents/packet-strip.tsx';
import { ceilingColumns } from '../parts/ceiling-columns.tsx';
import { Charts } from '../parts/charts.tsx';
import { ForAnalysts } from '../parts/controls.tsx';
import {
  DataTable,
  DocumentLink,
  measurementColumn,
  numberColumn,
  Scroller,
  SectionHeading,
} from '../parts/data-table.tsx';
import { BeforeNow } from '../parts/marks.tsx';
import { Term } from '../parts/term.tsx';
import { defineView } from '../state/blocks.ts';

const stripsAtOnce = 30;

/**
 * How well each version splits packets into documents, compared with simple rules for splitting. Below, the pages of
 * each packet.
 */
export const view = defineView('packets', ({ head, names, data }) => {
  const [shown, setShown] = useState(stripsAtOnce);
  const [showsRight, setShowsRight] = useState(false);
  const marks = typeMarks(data);
  const wrong = data.strips.filter(hasError);
  const strips = showsRight ? data.strips : wrong;
  return (
    <>
      <SectionHeading title="Packets">
        {formatNumber(head.documents.planned)} packets. A packet is a file with several documents; a{' '}
        <Term name="cut" /> is where a new document starts.
      </SectionHeading>
      <DataTable<MetricRow>
        label="What was cut correctly"
        look="narrow measures"
        rows={data.metrics.filter(({ metric }) => packetLabels[metric] !== undefined)}
        columns={[
          {
            heading: 'Of 100',
            label: 'Measure',
            cell: ({ metric, better }) => (
              <>
                {packetLabels[metric]} {better === 'lower' && <span class="quiet">(fewer is better)</span>}
              </>
            ),
          },
          ...names.map((name, at) =>
            numberColumn<MetricRow>(name, ({ values }) => formatWithRange(values[at])),
          ),
          ...trivialPacketLabels.map((name, at) =>
            numberColumn<MetricRow>(name, ({ trivial }) => <BeforeNow values={[trivial[at] ?? null]} />, {
              look: 'trivial',
              from: 'wide',
            }),
          ),
        ]}
      />
      <p class="quiet trivial-note">
        <Term name="trivialAnswer">Trivial answers</Term>: {joinList(trivialPacketLabels)}.
      </p>
      <h2>Page by page</h2>
      {head.documents.rule !== null && (
        <p class="quiet">
          {formatNumber(data.strips.length)} of {formatNumber(head.documents.planned)} packets are shown:{' '}
          {head.documents.rule}. csv/splits.csv lists all.
        </p>
      )}
      <div class="filters">
        <label>
          <input type="checkbox" checked={showsRight} onChange={() => setShowsRight(!showsRight)} /> show also
          the {formatNumber(data.strips.length - wrong.length)} packets without an error
        </label>
      </div>
      <ul class="legend" aria-label="Signs">
        <li>✂ wrong cut</li>
        <li>⌒ missing cut</li>
        <li>✗ wrong type</li>
        {[...marks].map(([type, { code, colour }]) => (
          <li key={type}>
            <span class={`page-cell key type-${colour}`}>{code}</span> {type}
          </li>
        ))}
      </ul>
      {strips.length === 0 && <p>Every packet is fully right in each version.</p>}
      <Scroller label="Strips of pages">
        {strips.slice(0, shown).map((strip) => (
          <section key={strip.itemId} class="packet">
            <h3>
              <DocumentLink id={strip.itemId} /> <span class="quiet">{formatNumber(strip.pages)} pages</span>
            </h3>
            <PacketWithPages strip={strip} names={names} marks={marks} />
          </section>
        ))}
      </Scroller>
      {strips.length > shown && (
        <button type="button" onClick={() => setShown(shown + 100)}>
          Show more ({formatNumber(strips.length - shown)} left)
        </button>
      )}
      <ForAnalysts>
        <AllMetrics section={data} names={names} />
      </ForAnalysts>
      <Charts section="packets" />
    </>
  );
});

function hasError(strip: PacketSection['strips'][number]): boolean {
  return (
    strip.predicted.some((parts) => parts === null || parts.some((part) => !part.exact)) ||
    strip.expected.some((part) => !part.exact)
  );
}

type MetricRow = PacketSection['metrics'][number];

function AllMetrics({ section: packets, names }: { section: PacketSection; names: readonly string[] }) {
  return (
    <DataTable<MetricRow>
      label="Splitting metrics"
      look="measures"
      rows={packets.metrics}
      columns={[
        {
          heading: 'Metric',
          cell: ({ label, better }) => (
            <>
              {label} {better === 'lower' && <span class="quiet">(lower is better)</span>}
            </>
          ),
        },
        ...names.map((name, at) => measurementColumn<MetricRow>(name, ({ values }) => values[at])),
        ...ceilingColumns<MetricRow>(packets.metrics, ({ values }) => values),
        ...packets.trivialNames.map((name, at) =>
          measurementColumn<MetricRow>(name, ({ trivial }) => trivial[at], 'trivial', 'wide'),
        ),
      ]}
    />
  );
}
