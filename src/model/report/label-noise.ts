import { percentWithin } from '../../base/phrases.ts';
import type { Measurement } from '../score/measurement.ts';

/** Quality of the gold, from documents that were labelled a second time. */
export interface LabelNoiseSection {
  /** Name of the dataset with the second labels. */
  readonly dataset: string;
  /** True if the second labels are adjudicated. */
  readonly isAdjudicated: boolean;
  /** Number of documents of the record with two labels. */
  readonly documents: number;
  /** The first row is all leaves or documents. Each other row is one field. */
  readonly rows: readonly LabelNoiseRow[];
}

export interface LabelNoiseRow {
  /** `overall`, or for example `field:total_amount`. */
  readonly scope: string;
  readonly label: string;
  /** Number of places with two labels: leaves, or documents of a classifier. */
  readonly places: number;
  /** Accuracy that a faultless reader is expected to reach against the gold; `null` with fewer than 30 places. */
  readonly ceiling: LabelCeilingFigure | null;
  /** Accuracy per version, on all documents. */
  readonly accuracy: readonly Measurement[];
  /**
   * Per version: true if the accuracy is above the lower end of the ceiling, so that its errors are not distinguishable
   * from label noise. `null` without ceiling or accuracy.
   */
  readonly isWithinNoise: readonly (boolean | null)[];
}

/** An accuracy from 0 to 1 with its interval. */
export interface LabelCeilingFigure {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** Number of documents with two labels in this scope. */
  readonly documents: number;
  /** Number of places whose two labels differ. */
  readonly differing: number;
}

/** Returns `labels hold in 97.4 % (95.8 to 98.5), 60 documents annotated twice`. */
export function labelNoiseText({ ceiling }: LabelNoiseRow): string {
  if (ceiling === null) return 'label noise unknown';
  const { value, low, high, documents } = ceiling;
  const points = (share: number) => (100 * share).toFixed(1);
  const noun = documents === 1 ? 'document' : 'documents';
  return `labels hold in ${points(value)} % (${points(low)} to ${points(high)}), ${documents} ${noun} annotated twice`;
}

/** Returns one line per version: its accuracy over all fields, and the ceiling of the gold. */
export function labelNoiseLines(
  section: LabelNoiseSection | null | undefined,
  names: readonly string[],
): string[] {
  const [all] = section?.rows ?? [];
  if (all === undefined) return [];
  return names.map((name, i) => {
    const { value = null, interval } = all.accuracy[i] ?? {};
    const mark = all.isWithinNoise[i] === true ? ' · not distinguishable from label noise' : '';
    return `Label noise, ${name}: accuracy ${percentWithin(value, interval)} · ${labelNoiseText(all)}${mark}`;
  });
}
