import type { RunProgress } from './run-state.ts';

/** What changed while a page of `goldset view` is open. Contains no document content. */
export type LiveEvent =
  | { readonly kind: 'record.added' | 'record.changed' | 'record.removed'; readonly key: string }
  /** Progress of the runs that other processes execute now. */
  | { readonly kind: 'run.progress'; readonly runs: readonly RunProgress[] }
  | { readonly kind: 'run.finished'; readonly key: string }
  /** A run that was started from a page of `goldset view` has changed its state. */
  | { readonly kind: 'runs.changed' }
  /** A label was edited, or edits were saved as a version. `key` identifies the record whose page was used. */
  | { readonly kind: 'gold.edited' | 'gold.saved'; readonly key: string }
  /** A document without gold was labelled, or a decision was taken back. `key` identifies the dataset. */
  | { readonly kind: 'dataset.changed'; readonly key: string }
  | { readonly kind: 'server.closing' }
  /** The first event of a new stream. */
  | { readonly kind: 'ready' }
  /** The page missed events that the server no longer stores, so the page must load everything again. */
  | { readonly kind: 'reset' };

export type LiveEventKind = LiveEvent['kind'];

export const liveEventKinds = [
  'record.added',
  'record.changed',
  'record.removed',
  'run.progress',
  'run.finished',
  'runs.changed',
  'gold.edited',
  'gold.saved',
  'dataset.changed',
  'server.closing',
  'ready',
  'reset',
] as const satisfies readonly LiveEventKind[];
