import { capitalise } from '../../base/phrases.ts';
import {
  attributionMethodTexts,
  type PacketAttribution,
  type Stage,
  stageLabels,
  stages,
} from '../../model/report/sections/error-attribution.ts';
import { formatInUnit, formatNumber, nothing } from '../blocks/format-measurement.ts';
import { DataTable, DocumentLink, numberColumn, SectionHeading } from '../parts/data-table.tsx';
import { defineView, useBlock } from '../state/blocks.ts';

const maxPackets = 500;

/** Errors of a workflow by stage: in total, and for each packet. */
export const view = defineView('attribution', ({ data }) => {
  const { errors, expected, packets, documents, byStage, remaining, byPacket } = data;
  const known = new Set(useBlock('index')?.ids ?? []);
  const wrong = byPacket.filter(
    (packet) => packet.errors !== 0 || stages.some((stage) => packet.byStage[stage] !== 0),
  );
  const shareOf = (stage: Stage) => (errors === 0 ? null : byStage[stage] / errors);
  return (
    <>
      <SectionHeading title="Error sources">
        {formatNumber(errors)} errors in {formatNumber(documents)} documents of {formatNumber(packets)}{' '}
        packets. The gold has {formatNumber(expected)} values. {attributionMethodTexts[data.method]}
      </SectionHeading>
      <DataTable<Stage>
        label="Errors by stage"
        look="narrow"
        rows={stages}
        columns={[
          { heading: 'Stage', cell: (stage) => capitalise(stageLabels[stage]) },
          numberColumn<Stage>('Errors', (stage) => formatNumber(byStage[stage])),
          numberColumn<Stage>('Share, %', (stage) => {
            const share = shareOf(stage);
            return share === null ? nothing : formatInUnit(share, 'share');
          }),
          {
            heading: <span class="visually-hidden">Share of all errors</span>,
            cell: (stage) => <StageBar share={shareOf(stage) ?? 0} />,
          },
        ]}
      />
      <p class="quiet">
        Remaining errors: {formatNumber(remaining.original)} as run, {formatNumber(remaining.goldSplits)} if
        the splits come from the gold, {formatNumber(remaining.goldClasses)} if the splits and classes do. A
        stage with a number below 0 hides errors of later stages.
      </p>
      <h2>By packet</h2>
      <DataTable<PacketAttribution>
        label="Errors by packet"
        rows={wrong.slice(0, maxPackets)}
        columns={[
          { heading: 'Packet', cell: ({ id }) => (known.has(id) ? <DocumentLink id={id} /> : id) },
          numberColumn('Errors', (packet) => formatNumber(packet.errors)),
          ...stages.map((stage) =>
            numberColumn<PacketAttribution>(capitalise(stageLabels[stage]), (packet) =>
              formatNumber(packet.byStage[stage]),
            ),
          ),
        ]}
      />
      <p class="quiet">
        Packets without an error: {formatNumber(packets - wrong.length)}.
        {wrong.length > maxPackets &&
          ` attribution.csv lists ${formatNumber(wrong.length - maxPackets)} more packets with errors.`}
      </p>
    </>
  );
});

function StageBar({ share }: { share: number }) {
  return (
    <svg class="stage-bar" width={160} height={12} aria-hidden="true">
      <rect x={0} y={1} width={Math.max(0, Math.min(1, share)) * 160} height={10} />
    </svg>
  );
}
