import path from 'node:path';
import { attributionOf } from '../../analysis/attribution/attribute-errors.ts';
import { predictedDocuments } from '../../analysis/attribution/predicted-documents.ts';
import {
  type PacketLine,
  readAttributionPackets,
  readConfigsByClass,
} from '../../loaders/inputs/read-attribution-packets.ts';
import type { AttributionPacket, ErrorAttribution } from '../../model/report/sections/error-attribution.ts';
import type { ExtractionScoringOptions } from '../../scorers/extraction/scoring-options.ts';

/** Reads a file of packets and assigns their errors to the stages of the workflow. */
export async function readAttribution(
  file: string,
  configsFile: string,
  options: ExtractionScoringOptions,
): Promise<ErrorAttribution> {
  const configs = await readConfigsByClass(path.resolve(configsFile));
  const lines = await readAttributionPackets(path.resolve(file));
  return attributionOf(lines.map(attributionPacket), configs, options);
}

/**
 * Returns a packet with the documents that the workflow found in the file. A file that was not split is one document.
 */
function attributionPacket({ workflowRun, predicted, ...packet }: PacketLine): AttributionPacket {
  if (workflowRun === undefined) return { ...packet, predicted: predicted ?? [] };
  const pages = Math.max(...packet.gold.map(({ endPage }) => endPage));
  return { ...packet, predicted: predictedDocuments(workflowRun, pages) };
}
