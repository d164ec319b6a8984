import type { ServiceContext } from '../../context/service-context.ts';
import { shapeForVersion } from '../../versions/shape-for-version.ts';
import { runResponse } from './run-response.ts';

/** Tells webhook endpoints of the ends of processor runs, and takes their price from the credits. */
export function publishRunEvents(context: ServiceContext): void {
  context.runs.observe({
    refuse: () =>
      context.limits.isOutOfCredits
        ? { reason: 'OUT_OF_CREDITS', message: 'No credits are left for this run.' }
        : null,
    ended: (id) => {
      const run = context.store.runs.find(id);
      if (run === undefined) return;
      context.limits.spend(run.credits ?? 0);
      // A cancelled run has neither been processed nor failed: there is no event for it.
      if (run.status === 'CANCELLED') return;
      const type = run.status === 'PROCESSED' ? 'processor_run.processed' : 'processor_run.failed';
      context.events.publish(type, id, (version) => shapeForVersion(runResponse(run, context), version));
    },
  });
}
