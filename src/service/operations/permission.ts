import { z } from 'zod';
import { workflowStepSchema } from '../../model/wire/workflow.ts';
import { HttpError } from '../errors/http-error.ts';
import type { Store } from '../stores/store.ts';
import type { TokenGrant } from '../stores/token-store.ts';
import { processorsOf } from '../work/workflow-executor.ts';

/** Data on which a permission rule decides: the permissions of the token, and the request before its validation. */
export interface PermissionRequest {
  readonly grant: TokenGrant;
  readonly store: Store;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** One condition of a permission. `Source` names the request member that the condition reads, such as `params.id`. */
export interface PermissionRule<Source extends string = never> {
  readonly kind: 'anyone' | 'local' | 'on' | 'create' | 'unbound' | 'filtered' | 'none';
  /**
   * `processor` if the rule checks the processors to which the token is restricted, `workflow` if it checks
   * the workflows. Absent if the rule checks neither.
   */
  readonly bound?: Bound;
  readonly text: string;
  readonly source?: Source;
  /**
   * Returns true if the rule permits the request. Throws 403 if the rule forbids the request. Returns `undefined` if
   * the rule neither permits nor forbids the request.
   */
  decide(request: PermissionRequest): true | undefined;
}

export type Bound = 'processor' | 'workflow';
type Ids = readonly (string | null | undefined)[];

/** Finds the processors or workflows to which a resource belongs. A missing resource belongs to none. */
const ownersOf = {
  processor: owner('processor', (_store, id) => id),
  workflow: owner('workflow', (_store, id) => id),
  'processor run': owner('processor', (store, id) => store.runs.find(id)?.processorId),
  'batch processor run': owner('processor', (store, id) => store.batches.find(id)?.processorId),
  'evaluation set': owner('processor', processorOfSet),
  'evaluation set item': owner('processor', (store, id) =>
    processorOfSet(store, store.evaluationSetItems.find(id)?.evaluationSetId ?? ''),
  ),
  'workflow run': owner('workflow', (store, id) => store.workflowRuns.find(id)?.workflowId),
  'error injection': owner('processor', (store, id) => store.injections.find(id)?.processorId),
  'workflow steps': {
    bound: 'processor' as const,
    idsOf: (_store: Store, value: unknown): Ids => {
      const steps = z.array(workflowStepSchema).safeParse(value);
      return steps.success ? [...processorsOf({ steps: steps.data })] : [];
    },
  },
};

function owner(bound: Bound, ownerOf: (store: Store, id: string) => string | null | undefined) {
  return {
    bound,
    idsOf: (store: Store, value: unknown): Ids => (typeof value === 'string' ? [ownerOf(store, value)] : []),
  };
}

function processorOfSet(store: Store, id: string): string | null | undefined {
  return store.evaluationSets.find(id)?.processorId;
}

/**
 * Permits a token that may use the processor or workflow of a resource. `source` is the member of the request with the
 * id of the resource. A missing or malformed id is permitted here, and the later validation rejects it.
 */
export function on<const Source extends string>(
  kind: keyof typeof ownersOf,
  source: Source,
): PermissionRule<Source> {
  const { bound, idsOf } = ownersOf[kind];
  return {
    kind: 'on',
    bound,
    text: `${kind} in \`${source}\``,
    source,
    decide: ({ grant, store, ...request }) => {
      const permitted = permittedIds(grant, bound);
      if (permitted === null) return true;
      const [place, name = ''] = source.split('.');
      const holder = request[place as 'params' | 'query' | 'body'] as
        | Record<string, unknown>
        | null
        | undefined;
      const value = place === 'query' ? singleValue(holder?.[name]) : holder?.[name];
      for (const id of idsOf(store, value))
        if (id != null && !permitted.includes(id)) throw forbidden(`this ${bound}`);
      return true;
    },
  };
}

/**
 * If a query parameter is repeated and all its values are equal, returns this value, as `validateQuery` does.
 * Otherwise, returns `value` unchanged.
 */
function singleValue(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const values = new Set(value.filter((one) => one !== ''));
  return values.size === 1 ? [...values][0] : value;
}

/**
 * Rejects a token that is restricted to some objects of this kind (processors or workflows). Such a token may not
 * create further objects of this kind.
 */
export function create(kind: Bound): PermissionRule {
  return {
    kind: 'create',
    bound: kind,
    text: `token that may use all ${kind}s`,
    decide: ({ grant }) => {
      if (permittedIds(grant, kind) !== null) throw forbidden(`this new ${kind}`);
      return true;
    },
  };
}

/**
 * Rejects every restricted token, because the operation affects all objects. `what` is the end of the error message,
 * for example `tokens`.
 */
export function unbound(what: string): PermissionRule {
  return {
    kind: 'unbound',
    text: 'token without restrictions',
    decide: ({ grant }) => {
      if (grant.processorIds !== null || grant.workflowIds !== null || grant.resources !== null)
        throw forbidden(what);
      return true;
    },
  };
}

/** Permits every token. The handler must list only objects that the token may use. */
export function filtered(kind: Bound): PermissionRule {
  return { kind: 'filtered', text: `lists only the token's ${kind}s`, decide: () => true };
}

export function none(reason: string): PermissionRule {
  return { kind: 'none', text: reason, decide: () => true };
}

/** Permits tokens that may use `/local/`. The app checks this permission before it reads the body. */
export const local: PermissionRule = {
  kind: 'local',
  text: 'token for `/local/`',
  decide: ({ grant }) => {
    if (!grant.local) throw forbidden('/local/');
    return true;
  },
};

/** Permits requests without a token. */
export function anyone(reason: string): PermissionRule {
  return { kind: 'anyone', text: `no token needed: ${reason}`, decide: () => true };
}

function permittedIds(grant: TokenGrant, kind: Bound): readonly string[] | null {
  return kind === 'processor' ? grant.processorIds : grant.workflowIds;
}

function forbidden(what: string): HttpError {
  return new HttpError(403, `Forbidden: the API token has no permission for ${what}.`);
}
