import { Rejected } from './server.ts';

/** Shown when a page cannot be displayed: what is wrong, and what the reader can do. */
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
