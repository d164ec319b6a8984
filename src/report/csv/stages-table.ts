import { type StageAttribution, stages } from '../../model/stage-attribution.ts';
import type { CsvRow, CsvTable } from './write-csv-file.ts';

/** One line a packet, and a first one of all. */
export function stagesTable({ errors, byStage, byPacket }: StageAttribution): CsvTable {
  const row = (id: string, all: number, parts: StageAttribution['byStage']): CsvRow => [
    id,
    all,
    ...stages.map((stage) => parts[stage]),
  ];
  const rows = [
    row('(all)', errors, byStage),
    ...byPacket.map((packet) => row(packet.id, packet.errors, packet.byStage)),
  ];
  return { columns: ['packet', 'errors', ...stages.map((stage) => stage.replace('-', '_'))], rows };
}
