import { Rejected } from './server.ts';

/** An error in place of a page: what is wrong, and what to do. */
export function Problem({ error, again }: { error: unknown; again?: () => void }) {
  const known = error instanceof Rejected ? error : null;
  return (
    <section class="problem" role="alert">
      <h2 class="worse">✗ {error instanceof Error ? error.message : String(error)}</h2>
      {known?.fix && <p>{known.fix}</p>}
      {again && (
        <button type="button" class="save" onClick={again}>
          Try again
        </button>
      )}
    </section>
  );
}
