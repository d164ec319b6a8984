import { responseSchema } from '../../../model/wire/list.ts';
import { faultPlanSchema, serviceLimitsSchema } from '../../../model/wire/local/faults-and-limits.ts';
import { defineOperation, operationsOf } from '../../operations/operation.ts';
import { local } from '../../operations/permission.ts';

const faultsResponse = responseSchema({ faults: faultPlanSchema.nullable() });
const limitsResponse = responseSchema({ limits: serviceLimitsSchema });

export const faultAndLimitOperations = operationsOf('Local', [
  defineOperation('getFaults', 'GET /local/faults', {
    summary: 'Get the active fault plan and the injected faults',
    response: faultsResponse,
    permission: local,
    handle: (_input, { faults }) => ({ faults: faults.plan, injectedFaults: faults.injectedFaults }),
  }),
  defineOperation('setFaults', 'PUT /local/faults', {
    summary: 'Set the faults to inject into responses',
    body: faultPlanSchema,
    response: faultsResponse,
    permission: local,
    handle: ({ body }, { faults }) => {
      faults.set(body);
      return { faults: faults.plan };
    },
  }),
  defineOperation('clearFaults', 'DELETE /local/faults', {
    summary: 'Clear the fault plan',
    response: faultsResponse,
    permission: local,
    handle: (_input, { faults }) => {
      faults.set(null);
      return { faults: null };
    },
  }),
  defineOperation('getLimits', 'GET /local/limits', {
    summary: 'Get the active limits',
    response: limitsResponse,
    permission: local,
    handle: (_input, { limits }) => ({ limits: limits.current }),
  }),
  defineOperation('setLimits', 'PUT /local/limits', {
    summary: 'Set the rate limits per token and the remaining credits',
    body: serviceLimitsSchema,
    response: limitsResponse,
    permission: local,
    handle: ({ body }, { limits }) => {
      limits.set(body);
      return { limits: limits.current };
    },
  }),
]);
