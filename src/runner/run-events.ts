/** What a run tells while it goes on; the command draws its progress from it. */
export type RunEvent =
  | {
      readonly kind: 'planned';
      readonly planned: number;
      readonly alreadyDone: number;
      readonly pickedUp: number;
    }
  | {
      readonly kind: 'progress';
      readonly planned: number;
      readonly done: number;
      readonly failed: number;
      readonly inFlight: number;
      readonly limit: number;
      /** Runs a second since this session began; null before the first. */
      readonly ratePerSecond: number | null;
      readonly etaMs: number | null;
      readonly credits: number;
    }
  | { readonly kind: 'rate-limited'; readonly waitMs: number; readonly limit: number }
  | { readonly kind: 'notice'; readonly message: string };
