import type { FastifyRequest } from 'fastify';
import { HttpError } from '../errors/http-error.ts';
import type { Store } from '../stores/store.ts';
import type { TokenGrant } from '../stores/token-store.ts';
import { grantOf } from './auth.ts';

/**
 * 403 where the token has no permission for a processor or workflow that the request names, in its path or in its
 * body. Called once the body is read. What does not exist is left to the route, which answers 404.
 */
export function checkPermissions(request: FastifyRequest, store: Store): void {
  const grant = grantOf(request);
  if (grant.processorIds === null && grant.workflowIds === null) return;
  const id = textAt(request.params, 'id');
  const resource = (request.routeOptions.url ?? '').replace(/^\/v1(?=\/)/, '').split('/')[1] ?? '';
  refuseNew(request, grant, resource, id);
  for (const processorId of processorsNamed(request, store, resource, id))
    if (processorId != null && grant.processorIds?.includes(processorId) === false)
      throw forbidden('processor');
  for (const workflowId of workflowsNamed(request, store, resource, id))
    if (workflowId != null && grant.workflowIds?.includes(workflowId) === false) throw forbidden('workflow');
}

/** A token that is bound to some of them may not make others. */
function refuseNew(
  request: FastifyRequest,
  grant: TokenGrant,
  resource: string,
  id: string | undefined,
): void {
  if (request.method !== 'POST' || id !== undefined) return;
  if (resource === 'processors' && grant.processorIds !== null) throw forbidden('new processor');
  if (resource === 'workflows' && grant.workflowIds !== null) throw forbidden('new workflow');
}

function processorsNamed(
  request: FastifyRequest,
  store: Store,
  resource: string,
  id: string | undefined,
): (string | null | undefined)[] {
  const named = [textAt(request.body, 'processorId'), textAt(request.query, 'processorId')];
  if (id === undefined) {
    const setId = textAt(request.body, 'evaluationSetId');
    return setId === undefined ? named : [...named, store.evaluation.findSet(setId)?.processor_id];
  }
  switch (resource) {
    case 'processors':
      return [...named, id];
    case 'processor_runs':
      return [...named, store.runs.find(id)?.processor_id];
    case 'batch_processor_runs':
      return [...named, store.batches.find(id)?.processor_id];
    case 'evaluation_sets':
      return [...named, store.evaluation.findSet(id)?.processor_id];
    case 'evaluation_set_items': {
      const setId = store.evaluation.findItem(id)?.evaluation_set_id;
      return setId === undefined ? named : [...named, store.evaluation.findSet(setId)?.processor_id];
    }
    default:
      return named;
  }
}

function workflowsNamed(
  request: FastifyRequest,
  store: Store,
  resource: string,
  id: string | undefined,
): (string | undefined)[] {
  const named = [textAt(request.body, 'workflowId'), textAt(request.query, 'workflowId')];
  if (id === undefined) return named;
  if (resource === 'workflows') return [...named, id];
  if (resource === 'workflow_runs') return [...named, store.workflowRuns.find(id)?.workflow_id];
  return named;
}

function textAt(value: unknown, member: string): string | undefined {
  const found = (value as Record<string, unknown> | null | undefined)?.[member];
  return typeof found === 'string' ? found : undefined;
}

function forbidden(what: string): HttpError {
  return new HttpError(403, `Forbidden: the API token has no permission for this ${what}.`);
}
