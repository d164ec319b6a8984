import type { FastifyRequest } from 'fastify';
import { grantOf } from '../auth/auth.ts';
import type { Limits } from './limits.ts';

/** Counts the runs that a request is about to create against its token's rate; batches are there to avoid that limit. */
export function countRuns(request: FastifyRequest, limits: Limits): void {
  if (request.method !== 'POST') return;
  const route = (request.routeOptions.url ?? '').replace(/^\/v1(?=\/)/, '');
  const runs = runsOf(route, request.body);
  if (runs !== null) limits.countRuns(grantOf(request).tokenId, runs);
}

/** How many runs the request is about to create; null where it creates none. */
function runsOf(route: string, body: unknown): number | null {
  switch (route) {
    case '/processor_runs':
    case '/parse':
    case '/parse/async':
      return 1;
    case '/workflow_runs':
      return Math.max(1, lengthOf(body, 'files') + lengthOf(body, 'rawTexts'));
    case '/workflow_runs/batch':
      return 0;
    default:
      return null;
  }
}

function lengthOf(body: unknown, member: string): number {
  const value = (body as Record<string, unknown> | null | undefined)?.[member];
  return Array.isArray(value) ? value.length : 0;
}
