import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { ApiVersion } from '../../model/wire/api-version.ts';
import type { ServiceContext } from '../context/service-context.ts';
import type { TokenGrant } from '../stores/token-store.ts';
import type { PermissionRule } from './permission.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Input of a handler: the validated parts of the request, and the resource that `find` returned. */
interface OperationInput<Path extends string, Query, Body, Found> {
  readonly params: Readonly<Record<ParameterOf<Path>, string>>;
  readonly query: Query;
  readonly body: Body;
  readonly found: Found;
  readonly grant: TokenGrant;
  readonly apiVersion: ApiVersion;
  readonly request: FastifyRequest;
  /**
   * Response object for operations that set a status or a header, or send a stream. Such an operation must
   * return this object.
   */
  readonly reply: FastifyReply;
}

/** One operation of the interface: the route, the description, the permission and the code that handles requests. */
interface Declaration<
  Path extends string,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Response extends z.ZodType | string,
  Found,
> {
  readonly summary: string;
  /** Rules that the schemas cannot express. */
  readonly notes?: string;
  readonly query?: Query;
  readonly body?: Body;
  /** Whether the body is a file: a multipart body with one part named `file`, or the bytes of the file. */
  readonly upload?: boolean;
  /** Schema of a successful response, or the media type of a response that is not JSON. */
  readonly response: Response;
  /** Statuses of error responses that the other members of this declaration do not imply. */
  readonly failures?: readonly number[];
  /**
   * Whether error responses also have the members that the specification requires for errors of Parse
   * operations.
   */
  readonly parseErrors?: boolean;
  readonly permission: Permission<SourceOf<Path, Query, Body>>;
  /**
   * Returns the number of runs of a request that count towards the limit of runs per minute. `body` is not validated
   * yet.
   */
  readonly createsRuns?: (body: unknown) => number;
  /** Returns the resource whose id is the parameter `id` of the path, or throws 404. Called before validation. */
  readonly find?: (context: ServiceContext, id: string) => Found;
  /** Returns the response. The service adds `success` if the response schema has it. */
  readonly handle: (
    input: OperationInput<Path, z.output<Query>, z.output<Body>, Found>,
    context: ServiceContext,
  ) => ResultOf<Response> | Promise<ResultOf<Response>>;
}

export type Permission<Source extends string = string> =
  | PermissionRule<Source>
  | readonly [PermissionRule<Source>, ...PermissionRule<Source>[]];

export interface Operation
  extends Omit<
    Declaration<string, z.ZodObject, z.ZodType, z.ZodType | string, unknown>,
    'permission' | 'handle'
  > {
  readonly id: string;
  readonly method: Method;
  /** Path in the syntax of the router, such as `/processors/:id`. */
  readonly path: string;
  readonly tag: string;
  readonly permission: readonly PermissionRule<string>[];
  readonly handle: (
    input: OperationInput<string, unknown, unknown, unknown>,
    context: ServiceContext,
  ) => unknown;
}

type ParameterOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterOf<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type SourceOf<Path extends string, Query extends z.ZodObject, Body extends z.ZodType> =
  | `params.${ParameterOf<Path>}`
  | `query.${NameOf<z.output<Query>>}`
  | `body.${NameOf<z.output<Body>>}`;

/** Names of the members that the type declares. `never` if the type allows any name. */
type NameOf<Members> = string extends keyof Members ? never : keyof Members & string;

type ResultOf<Response> = Response extends z.ZodType
  ? WithoutSuccess<z.input<Response>> | FastifyReply
  : FastifyReply;

/** `Omit` would lose the named members of a type with an index signature. */
type WithoutSuccess<T> = { [Key in keyof T as Key extends 'success' ? never : Key]: T[Key] };

/** Declares an operation: `defineOperation('getProcessor', 'GET /processors/:id', { ... })`. */
export function defineOperation<
  Path extends `/${string}`,
  Response extends z.ZodType | string,
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Body extends z.ZodType = z.ZodUndefined,
  Found = undefined,
>(
  id: string,
  route: `${Method} ${Path}`,
  declaration: Declaration<Path, Query, Body, Response, Found>,
): Omit<Operation, 'tag'> {
  const [method, path] = route.split(' ') as [Method, Path];
  const { permission } = declaration;
  return {
    ...(declaration as unknown as Operation),
    id,
    method,
    path,
    permission: Array.isArray(permission) ? permission : [permission as PermissionRule<string>],
  };
}

export function operationsOf(
  tag: string,
  operations: readonly Omit<Operation, 'tag'>[],
): readonly Operation[] {
  return operations.map((operation) => ({ ...operation, tag }));
}

/** Returns whether the operation is in the specification. Such operations also exist below `/v1`. */
export function isOfContract({ path }: Pick<Operation, 'path'>): boolean {
  return !path.startsWith('/local/');
}

export function isOpen({ permission }: Pick<Operation, 'permission'>): boolean {
  return permission.some(({ kind }) => kind === 'anyone');
}
