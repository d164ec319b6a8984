import { z } from 'zod';

/** Everything that determines the outputs of the local service, except the document and the config. */
const localServiceSchema = z.object({
  kind: z.literal('local'),
  goldset: z.string(),
  /** Name of the reading engine, with a hash of its code and of the packages that read documents. */
  engine: z.string(),
  /** Models and runtime that read images (OCR), and the platform. */
  ocr: z.string(),
  /** Hash of the errors that the service injects into outputs; not set if there are none. */
  injectedErrors: z.string().optional(),
});

/** Identity of a service: two services with equal identities return equal outputs for equal requests. */
export const serviceIdentitySchema = z.discriminatedUnion('kind', [
  localServiceSchema,
  z.object({ kind: z.literal('remote'), baseUrl: z.string() }),
]);
export type ServiceIdentity = z.infer<typeof serviceIdentitySchema>;
export type LocalServiceIdentity = z.infer<typeof localServiceSchema>;

/** Header with which the local service states its identity, as JSON. Other services do not send it. */
export const serviceIdentityHeader = 'x-goldset-service';

/**
 * Returns the identity that a response header states. If there is no valid header, returns the identity of a remote
 * service.
 */
export function identityOf(header: string | undefined, baseUrl: string): ServiceIdentity {
  const remote = { kind: 'remote', baseUrl } as const;
  if (header === undefined) return remote;
  try {
    const parsed = localServiceSchema.safeParse(JSON.parse(header));
    return parsed.success ? parsed.data : remote;
  } catch {
    return remote;
  }
}
