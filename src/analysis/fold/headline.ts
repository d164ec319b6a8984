import type { ProcessorKind } from '../../model/processor/processor-config.ts';
import type { MetricName } from '../../model/score/metrics.ts';

/** The two main metrics of a processor kind, with their labels: the headline rate and the exact match. */
export interface Headline {
  readonly metric: MetricName;
  readonly label: string;
  readonly exactMetric: MetricName;
  readonly exactLabel: string;
}

export const headlines: Readonly<Record<ProcessorKind, Headline>> = {
  EXTRACT: {
    metric: 'f1',
    label: 'fields right (F1)',
    exactMetric: 'document_exact',
    exactLabel: 'fully right documents',
  },
  CLASSIFY: {
    metric: 'accuracy',
    label: 'accuracy',
    exactMetric: 'accuracy',
    exactLabel: 'right documents',
  },
  SPLITTER: {
    metric: 'document_f1',
    label: 'split documents right (F1)',
    exactMetric: 'packet_exact',
    exactLabel: 'fully right packets',
  },
};
