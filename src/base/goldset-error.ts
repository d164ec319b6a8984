import { type ErrorActor, type ErrorCode, errorCatalogue } from './error-catalogue.ts';

export type ErrorDetails = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** The one error class: what happened by `code`, the particulars in `details`, the text from the catalogue. */
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

/** The message of anything thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Throws INVARIANT unless the condition holds: for what can only be false through our own mistake. */
export function invariant(condition: unknown, what: string): asserts condition {
  if (!condition) throw new GoldsetError('INVARIANT', { what });
}
