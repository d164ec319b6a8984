/**
 * Plain names of metrics, for readers who do not know evaluation. The key is the name of the metric. A metric without a
 * plain name is shown only to analysts.
 */
export const packetLabels: Readonly<Record<string, string>> = {
  packet_exact: 'Packets fully right',
  page_type_accuracy: 'Pages with the right type',
  document_recall: 'Expected documents cut out correctly',
  document_precision: 'Found documents cut out correctly',
  boundary_recall: 'Expected cuts found',
  boundary_precision: 'Found cuts that are right',
  over_segmented: 'Documents cut apart',
  under_segmented: 'Documents joined to others',
  mndd: 'Pages in the wrong document',
};

/** Plain names of the trivial predictions for a packet, in the order of `PacketSection.trivialNames`. */
export const trivialPacketLabels = ['no cut', 'a cut at every page', 'each cut one page late'] as const;

export const speedLabels: Readonly<Record<string, string>> = {
  latency_p50: 'Typical time',
  latency_p90: '90 of 100 documents are done in',
  latency_p95: '95 of 100 documents are done in',
  latency_p99: '99 of 100 documents are done in',
  latency_mean: 'Average time',
  credits_mean: 'Credits per document',
  credits: 'Cost of this run',
  pages: 'Pages',
};
