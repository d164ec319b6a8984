import type { FastifyInstance } from 'fastify';
import { faultPlanSchema } from '../../../model/wire/local/fault-plan.ts';
import { serviceLimitsSchema } from '../../../model/wire/local/service-limits.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { validate } from '../../errors/validate.ts';

/** Faults in the service's own answers, and its limits: set, read and lifted while it runs. */
export function localFaultRoutes(app: FastifyInstance, context: ServiceContext): void {
  const { faults, limits } = context;

  app.get('/local/faults', () => ({
    success: true,
    faults: faults.plan,
    injectedFaults: faults.injectedFaults,
  }));
  app.put('/local/faults', (request) => {
    faults.set(validate(faultPlanSchema, request.body));
    return { success: true, faults: faults.plan };
  });
  app.delete('/local/faults', () => {
    faults.set(null);
    return { success: true, faults: null };
  });

  app.get('/local/limits', () => ({ success: true, limits: limits.current }));
  app.put('/local/limits', (request) => {
    limits.set(validate(serviceLimitsSchema, request.body));
    return { success: true, limits: limits.current };
  });
}
