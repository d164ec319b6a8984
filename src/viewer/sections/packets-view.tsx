import { useState } from 'preact/hooks';
import { formatMeasurement, formatNumber } from '../blocks/format-measurement.ts';
import type { HeadBlock, PacketsBlock } from '../blocks/report-blocks.ts';
import { Scroller, SectionHeading, Waiting } from '../parts/data-table.tsx';
import { typeLetters } from '../parts/packet-strip.tsx';
import { PacketLines, packetTypes } from '../parts/tables/packet-lines.tsx';
import { formatAddress } from '../state/address.ts';
import { useBlock } from '../state/blocks.ts';

const stripsAtOnce = 30;

/** Each packet as strips of pages, and the measures beside three ways to split that need no reading. */
export function PacketsView({ head }: { head: HeadBlock }) {
  const block = useBlock('packets');
  const [shown, setShown] = useState(stripsAtOnce);
  const [onlyWrong, setOnlyWrong] = useState(false);
  if (!block) return <Waiting />;
  const letters = typeLetters(packetTypes(block));
  const names = head.versions.map((version) => version.name);
  const wrong = (strip: PacketsBlock['strips'][number]) =>
    strip.predicted.some((parts) => parts === null || parts.some((part) => !part.exact)) ||
    strip.expected.some((part) => !part.exact);
  const strips = onlyWrong ? block.strips.filter(wrong) : block.strips;
  return (
    <>
      <SectionHeading title="Packets">{formatNumber(head.documents.planned)} packets.</SectionHeading>
      <PacketMetrics block={block} names={names} />
      <h2>Page by page</h2>
      {head.documents.rule !== null && (
        <p class="quiet">
          {formatNumber(block.strips.length)} of {formatNumber(head.documents.planned)} packets are shown:{' '}
          {head.documents.rule}. csv/splits.csv has all.
        </p>
      )}
      <div class="filters">
        <label>
          <input type="checkbox" checked={onlyWrong} onChange={() => setOnlyWrong(!onlyWrong)} /> only those
          with an error
        </label>
        <ul class="legend" aria-label="Types">
          {[...letters].map(([type, { letter, colour }]) => (
            <li key={type}>
              <span class={`page-cell type-${colour}`}>{letter}</span> {type}
            </li>
          ))}
          <li>
            <span class="page-cell wrong-key">✗</span> not a document of the expectation, or not found
          </li>
        </ul>
      </div>
      <Scroller label="Strips of pages">
        {strips.slice(0, shown).map((strip) => (
          <section key={strip.itemId} class="packet">
            <h3>
              <a href={formatAddress('document', strip.itemId)}>{strip.itemId}</a>{' '}
              <span class="quiet">{formatNumber(strip.pages)} pages</span>
            </h3>
            <PacketLines strip={strip} names={names} letters={letters} />
          </section>
        ))}
      </Scroller>
      {strips.length > shown && (
        <button type="button" onClick={() => setShown(shown + 100)}>
          Show more ({formatNumber(strips.length - shown)} left)
        </button>
      )}
    </>
  );
}

function PacketMetrics({ block, names }: { block: PacketsBlock; names: readonly string[] }) {
  return (
    <Scroller label="Measures of splitting">
      <table class="measures">
        <thead>
          <tr>
            <th scope="col">Measure</th>
            {names.map((name) => (
              <th key={name} scope="col" class="number">
                {name}
              </th>
            ))}
            {block.trivialNames.map((name) => (
              <th key={name} scope="col" class="number trivial">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {block.metrics.map((row) => (
            <tr key={row.metric}>
              <th scope="row">
                {row.label} {row.better === 'lower' && <span class="quiet">(lower is better)</span>}
              </th>
              {row.values.map((value, number) => (
                <td key={number} class="number">
                  {formatMeasurement(value)}
                </td>
              ))}
              {row.trivial.map((value, number) => (
                <td key={number} class="number trivial">
                  {formatMeasurement(value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
