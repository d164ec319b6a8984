import { type ErrorAttribution, stages } from '../../model/report/error-attribution.ts';
import { column, defineTable } from './define-table.ts';

interface PacketRow {
  readonly id: string;
  readonly errors: number;
  readonly byStage: ErrorAttribution['byStage'];
}

export const attributionTable = defineTable<ErrorAttribution, PacketRow>({
  name: 'attribution',
  doc: 'a packet and its errors by stage; the first row is the sum',
  columns: [
    column('packet', 'text', 'id of the packet, or `(all)`', ({ id }) => id),
    column('errors', 'integer', 'errors of the packet', ({ errors }) => errors),
    ...stages.map((stage) =>
      column<PacketRow>(
        stage.replace('-', '_'),
        'integer',
        `errors of the stage ${stage}`,
        ({ byStage }) => byStage[stage],
      ),
    ),
  ],
  rows: ({ errors, byStage, byPacket }) => [{ id: '(all)', errors, byStage }, ...byPacket],
});
