import { type ErrorAttribution, type Stage, stages } from '../../model/report/error-attribution.ts';
import { formatInUnit, formatNumber, nothing } from '../blocks/format-measurement.ts';
import { Scroller, SectionHeading, Waiting } from '../parts/data-table.tsx';
import { formatAddress } from '../state/address.ts';
import { useBlock } from '../state/blocks.ts';

const mostShown = 500;

const words: Readonly<Record<Stage, string>> = {
  splitting: 'Splitting',
  classification: 'Classification',
  'row-alignment': 'Row alignment',
  value: 'Value (wrong)',
  presence: 'Presence (missing, spurious)',
};

const methods: Readonly<Record<ErrorAttribution['method'], string>> = {
  rerun: 'Measured: the workflow was run again with gold splits and with gold classes.',
  'first-failure':
    'Not measured: the first stage that failed for a document takes all of its errors, so early stages look worse than they are.',
  mixed: 'Measured where runs under gold are there; elsewhere the first stage that failed takes all errors.',
};

/** The errors of a workflow divided among its stages, in all and packet by packet. */
export function AttributionView() {
  const block = useBlock('attribution');
  const index = useBlock('index');
  if (!block) return <Waiting />;
  const { errors, expected, packets, documents, byStage, remaining, byPacket } = block;
  const wrong = byPacket.filter(
    (packet) => packet.errors !== 0 || stages.some((one) => packet.byStage[one] !== 0),
  );
  const known = new Set(index?.ids ?? []);
  return (
    <>
      <SectionHeading title="Error attribution">
        {formatNumber(errors)} errors in {formatNumber(documents)} documents of {formatNumber(packets)}{' '}
        packets; the gold has {formatNumber(expected)} values. {methods[block.method]}
      </SectionHeading>
      <Scroller label="Errors by stage">
        <table class="narrow">
          <thead>
            <tr>
              <th scope="col">Stage</th>
              <th scope="col" class="number">
                Errors
              </th>
              <th scope="col" class="number">
                Of all, %
              </th>
              <th scope="col">
                <span class="visually-hidden">Share of all errors</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {stages.map((stage) => (
              <tr key={stage}>
                <th scope="row">{words[stage]}</th>
                <td class="number">{formatNumber(byStage[stage])}</td>
                <td class="number">
                  {errors === 0 ? nothing : formatInUnit(byStage[stage] / errors, 'share')}
                </td>
                <td>
                  <StageBar part={errors === 0 ? 0 : byStage[stage] / errors} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
      <p class="quiet">
        Errors remaining as run {formatNumber(remaining.asRun)}, with gold splits{' '}
        {formatNumber(remaining.goldSplits)}, with gold classes too {formatNumber(remaining.goldClasses)}. A
        stage below 0 hides errors of later ones.
      </p>
      <h2>By packet</h2>
      <Scroller label="Errors by packet">
        <table>
          <thead>
            <tr>
              <th scope="col">Packet</th>
              <th scope="col" class="number">
                Errors
              </th>
              {stages.map((stage) => (
                <th key={stage} scope="col" class="number">
                  {words[stage]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {wrong.slice(0, mostShown).map((packet) => (
              <tr key={packet.id}>
                <th scope="row">
                  {known.has(packet.id) ? (
                    <a href={formatAddress('document', packet.id)}>{packet.id}</a>
                  ) : (
                    packet.id
                  )}
                </th>
                <td class="number">{formatNumber(packet.errors)}</td>
                {stages.map((stage) => (
                  <td key={stage} class="number">
                    {formatNumber(packet.byStage[stage])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
      <p class="quiet">
        Packets without an error: {formatNumber(packets - wrong.length)}.
        {wrong.length > mostShown &&
          ` And ${formatNumber(wrong.length - mostShown)} more with errors in attribution.csv.`}
      </p>
    </>
  );
}

function StageBar({ part }: { part: number }) {
  return (
    <svg class="stage-bar" width={160} height={12} aria-hidden="true">
      <rect x={0} y={1} width={Math.max(0, Math.min(1, part)) * 160} height={10} />
    </svg>
  );
}
