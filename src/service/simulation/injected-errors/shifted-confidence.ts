import type { InjectedError, InjectionSettings } from '../../../model/wire/local/injected-errors.ts';

export type NewError = Omit<InjectedError, 'injectionId'>;

export interface InjectedOutput {
  readonly output: unknown;
  readonly errors: readonly NewError[];
}

/**
 * Returns the adjusted confidence. Returns `null` if the settings do not adjust confidences, or if there is no
 * confidence to adjust.
 */
function shiftedConfidence(
  settings: InjectionSettings,
  engineConfidence: unknown,
  rightShare: number,
): number | null {
  if (settings.confidence === undefined) return null;
  const { base = 'engine', shift = 0 } = settings.confidence;
  const from = base === 'injected' ? rightShare : engineConfidence;
  if (typeof from !== 'number') return null;
  const moved = shift >= 0 ? from + (1 - from) * shift : from * (1 + shift);
  return Math.round(moved * 1e6) / 1e6;
}

/** Returns the adjusted confidence, and records the change. Without a change, returns `before`. */
export function changedConfidence(
  settings: InjectionSettings,
  errors: NewError[],
  path: string,
  before: unknown,
  rightShare: number,
): unknown {
  const after = shiftedConfidence(settings, before, rightShare);
  if (after === null || after === before) return before;
  errors.push({ kind: 'confidence', path, before, after });
  return after;
}

/**
 * Returns the class that replaces class `id`, or `undefined` if the class does not change. `draw` is a random number
 * from 0 to 1.
 */
export function confusedClass<Class extends { readonly id: string }>(
  settings: InjectionSettings,
  id: string,
  classes: readonly Class[],
  draw: number,
): Class | undefined {
  let sum = 0;
  for (const [otherId, probability] of Object.entries(settings.confusion?.[id] ?? {})) {
    sum += probability;
    if (draw < sum) return otherId === id ? undefined : classes.find((entry) => entry.id === otherId);
  }
  return undefined;
}
