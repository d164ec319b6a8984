import { useEffect, useState } from 'preact/hooks';
import { type Connection, useLiveEvents, watchConnection } from './live-events.ts';
import { RunLine, useRuns } from './run-progress.tsx';

/** The note appears only after this time without a connection, so that short interruptions are not shown. */
const patienceMs = 1500;

/** States that the server has stopped, or that it no longer knows the session of this page. */
export function ConnectionNote() {
  const [connection, setConnection] = useState<Connection>('connecting');
  useEffect(() => {
    let late: ReturnType<typeof setTimeout> | undefined;
    const leave = watchConnection((found) => {
      if (found === 'lost') {
        late ??= setTimeout(() => setConnection(found), patienceMs);
        return;
      }
      clearTimeout(late);
      late = undefined;
      setConnection(found);
    });
    return () => {
      clearTimeout(late);
      leave();
    };
  }, []);
  return (
    <div class="connection-note" role="status">
      {connection === 'lost' && (
        <p>
          goldset view does not respond. If it has stopped, start it again; this page keeps what you typed.
        </p>
      )}
      {connection === 'ended' && (
        <p>
          The session has ended. Open the address that goldset view printed; this page keeps what you typed.
        </p>
      )}
    </div>
  );
}

/** States that the record has changed after the page was opened, or that its run is in progress. */
export function ChangedNote({ recordKey }: { recordKey: string }) {
  const [change, setChange] = useState<'changed' | 'removed' | null>(null);
  useLiveEvents(['record.added', 'record.changed', 'record.removed'], (event) => {
    if ('key' in event && event.key === recordKey)
      setChange(event.kind === 'record.removed' ? 'removed' : 'changed');
  });
  const run = useRuns().get(recordKey);
  if (change === null && run !== undefined)
    return (
      <p class="gold-note" role="status">
        The run is in progress, and this page shows the results so far. Now: <RunLine run={run} />.{' '}
        <a href={`/records/${recordKey}/run`}>Show the progress</a>{' '}
        <button type="button" class="save" onClick={() => location.reload()}>
          Show the new results
        </button>
      </p>
    );
  if (change === null) return null;
  return (
    <p class="gold-note" role="status">
      {change === 'removed' ? (
        'This record was moved or deleted.'
      ) : (
        <>
          This record has changed.{' '}
          <button type="button" class="save" onClick={() => location.reload()}>
            Show its current state
          </button>
        </>
      )}
    </p>
  );
}
