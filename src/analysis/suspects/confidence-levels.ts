import type { Observation } from './observations.ts';

/** Whether a confidence is high or low for its field: among those of readings that are the label. */
export class ConfidenceLevels {
  readonly #bounds = new Map<string, { readonly low: number; readonly high: number }>();

  constructor(observations: readonly Observation[]) {
    const byField = new Map<string, number[]>();
    for (const { field, readings } of observations)
      for (const reading of readings) {
        if (reading?.outcome !== 'same' || reading.confidence === null) continue;
        const list = byField.get(field) ?? [];
        byField.set(field, list);
        list.push(reading.confidence);
      }
    for (const [field, list] of byField) {
      if (list.length < 5) continue;
      list.sort((a, b) => a - b);
      const at = (share: number) => list[Math.floor(share * (list.length - 1))] as number;
      this.#bounds.set(field, { low: at(0.1), high: at(0.4) });
    }
  }

  levelOf(field: string, confidence: number | null): 'high' | 'low' | null {
    const bounds = this.#bounds.get(field);
    if (bounds === undefined || confidence === null) return null;
    if (confidence < bounds.low) return 'low';
    return confidence >= bounds.high ? 'high' : null;
  }
}
