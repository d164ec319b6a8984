import { isOfContract, isOpen, type Operation } from '../../../src/service/operations/operation.ts';
import { operations } from '../../../src/service/resources/operations.ts';

/** A kind of token, with its column in the table. */
export interface TokenKind {
  readonly column: string;
  readonly meaning: string;
  /** If set, the token is invalid: the service does not authenticate requests with it. */
  readonly invalid?: boolean;
  readonly processors?: 'other' | 'this';
  readonly workflows?: 'other' | 'this';
  readonly resources?: 'other' | 'this';
  /** Set if the token has the permission `local` explicitly. */
  readonly local?: boolean;
}

const bindings: readonly TokenKind[] = [
  { column: 'P−', meaning: 'bound to another processor', processors: 'other' },
  { column: 'P+', meaning: 'bound to the processor of the request', processors: 'this' },
  { column: 'W−', meaning: 'bound to another workflow', workflows: 'other' },
  { column: 'W+', meaning: 'bound to the workflow of the request', workflows: 'this' },
  { column: 'R−', meaning: 'restricted to another resource', resources: 'other' },
  { column: 'R+', meaning: 'restricted to the resource of the path', resources: 'this' },
];

export const tokenKinds: readonly TokenKind[] = [
  { column: 'none', meaning: 'no token', invalid: true },
  { column: 'invalid', meaning: 'a token that does not exist', invalid: true },
  { column: 'expired', meaning: 'an expired token', invalid: true },
  { column: 'revoked', meaning: 'a revoked token', invalid: true },
  { column: 'full', meaning: 'without restrictions' },
  { column: 'full, no L', meaning: 'without restrictions, except `local: false`', local: false },
  ...bindings,
  ...bindings.map((kind) => ({
    ...kind,
    column: `${kind.column} L`,
    meaning: `${kind.meaning}, with \`local: true\``,
    local: true,
  })),
];

/** Returns `yes`, or the status with which the operation rejects such a token. */
export function permissionCell(operation: Operation, kind: TokenKind): 'yes' | 401 | 403 {
  if (isOpen(operation)) return 'yes';
  if (kind.invalid === true) return 401;
  if (isOfContract(operation) && kind.resources === 'other') return 401;
  const isBound = (kind.processors ?? kind.workflows ?? kind.resources) !== undefined;
  const rejected = operation.permission.some((rule) => {
    const binding = rule.bound === 'workflow' ? kind.workflows : kind.processors;
    switch (rule.kind) {
      case 'on':
        return binding === 'other';
      case 'create':
        return binding !== undefined;
      case 'unbound':
        return isBound;
      case 'local':
        return !(kind.local ?? !isBound);
      default:
        return false;
    }
  });
  return rejected ? 403 : 'yes';
}

function table(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  return [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Returns docs/permissions.md: one row per operation, and one column per kind of token. */
export function permissionsPage(): string {
  const rows = operations.map((operation) => [
    `${operation.method} \`${operation.path}\``,
    operation.permission.map(({ text }) => text).join('; '),
    ...tokenKinds.map((kind) => String(permissionCell(operation, kind))),
  ]);
  return `# Permissions of the local service

This page shows which [token](service.md#tokens) may use which operation. Example: a token for one processor (column \`P+\`) may
publish this processor. For a token of another processor (column \`P−\`), the service responds with 403.

## Kinds of tokens

The member \`permissions\` of a token determines its kind:

- \`processorIds\` and \`workflowIds\` bind the token to these processors or workflows.
- \`resources\` restricts the token to these resources. The resource of a path is its first word, such as \`files\`.
  \`resources\` does not restrict paths below \`/local/\`.
- \`local\` permits or forbids the paths below \`/local/\`, which are extensions of goldset. A bound or restricted token may use
  these paths only with \`local: true\`.

${table([['Column', 'Token'], ...tokenKinds.map(({ column, meaning }) => [column, meaning])])}

A token may run a workflow even if a step of the workflow uses a processor that the token itself may not use.

## Operations

The column "Permission" states what the token must be allowed to use. For example, "processor in \`params.id\`" is the
processor whose id is the path parameter \`id\`. \`query\` is the query string, and \`body\` is the body of the request.

A token column shows \`yes\` if the operation runs, and otherwise the status of the response. Each path outside \`/local/\` also
exists below \`/v1\`, with the same permissions.

\`npm run docs\` writes this table from the declarations of the operations. A test sends each request to a running service.

${table([['Operation', 'Permission', ...tokenKinds.map(({ column }) => column)], ...rows])}
`;
}
