import { type ErrorActor, type ErrorCode, errorCatalogue } from './error-catalogue.ts';

type ErrorDetails = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Error whose code selects a message and a hint. `details` fills the placeholders, such as `{file}`, in both texts. */
export class GoldsetError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
  readonly fix: string;

  constructor(code: ErrorCode, details: ErrorDetails = {}, options?: { cause?: unknown }) {
    super(fill(errorCatalogue[code].message, details), options);
    this.name = 'GoldsetError';
    this.code = code;
    this.details = details;
    this.fix = fill(errorCatalogue[code].fix, details);
  }

  get exitCode(): number {
    return errorCatalogue[this.code].exit;
  }

  get actor(): ErrorActor {
    return errorCatalogue[this.code].actor;
  }
}

function fill(template: string, details: ErrorDetails): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = details[name];
    return value === undefined ? whole : String(value);
  });
}

/** Returns the message of an error, or the text of any other thrown value. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Returns the stack of an error for a log, or the text of any other value. */
export function stackOf(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}

/** Throws INVARIANT if the condition is false, which only a bug in goldset can cause. */
export function invariant(condition: unknown, what: string): asserts condition {
  if (!condition) throw new GoldsetError('INVARIANT', { what });
}
