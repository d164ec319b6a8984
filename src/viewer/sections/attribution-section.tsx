import {
  type ErrorAttribution,
  type PacketAttribution,
  type Stage,
  stages,
} from '../../model/report/error-attribution.ts';
import { formatInUnit, formatNumber, nothing } from '../blocks/format-measurement.ts';
import { DataTable, DocumentLink, numberColumn, SectionHeading } from '../parts/data-table.tsx';
import { defineView, useBlock } from '../state/blocks.ts';

const maxPackets = 500;

const stageLabels: Readonly<Record<Stage, string>> = {
  splitting: 'Splitting',
  classification: 'Classification',
  'row-alignment': 'Row alignment',
  value: 'Value (wrong)',
  presence: 'Presence (missing, spurious)',
};

const methods: Readonly<Record<ErrorAttribution['method'], string>> = {
  rerun: 'Measured by further runs of the workflow with gold splits and with gold classes.',
  'first-failure':
    'Estimated: the first stage that failed for a document takes all of its errors, so early stages look worse than they are.',
  mixed:
    'Measured for documents with further runs on gold splits and classes. For other documents, the first stage that failed takes all errors.',
};

/** Errors of a workflow by stage, in total and per packet. */
export const view = defineView('attribution', ({ data }) => {
  const { errors, expected, packets, documents, byStage, remaining, byPacket } = data;
  const known = new Set(useBlock('index')?.ids ?? []);
  const wrong = byPacket.filter(
    (packet) => packet.errors !== 0 || stages.some((stage) => packet.byStage[stage] !== 0),
  );
  const shareOf = (stage: Stage) => (errors === 0 ? null : byStage[stage] / errors);
  return (
    <>
      <SectionHeading title="Error attribution">
        {formatNumber(errors)} errors in {formatNumber(documents)} documents of {formatNumber(packets)}{' '}
        packets. The gold has {formatNumber(expected)} values. {methods[data.method]}
      </SectionHeading>
      <DataTable<Stage>
        label="Errors by stage"
        look="narrow"
        rows={stages}
        columns={[
          { heading: 'Stage', cell: (stage) => stageLabels[stage] },
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
        Remaining errors: {formatNumber(remaining.original)} as run, {formatNumber(remaining.goldSplits)} with
        gold splits, {formatNumber(remaining.goldClasses)} with gold splits and classes. A stage below 0 hides
        errors of later stages.
      </p>
      <h2>By packet</h2>
      <DataTable<PacketAttribution>
        label="Errors by packet"
        rows={wrong.slice(0, maxPackets)}
        columns={[
          { heading: 'Packet', cell: ({ id }) => (known.has(id) ? <DocumentLink id={id} /> : id) },
          numberColumn('Errors', (packet) => formatNumber(packet.errors)),
          ...stages.map((stage) =>
            numberColumn<PacketAttribution>(stageLabels[stage], (packet) =>
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
