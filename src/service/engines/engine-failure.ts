import type { RunFailureReason } from '../../model/wire/processor-run.ts';

/** Failure of an engine whose message the caller of the service may see. All other errors of engines go to the log only. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure';
  readonly reason: RunFailureReason;

  constructor(reason: RunFailureReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
