import { useEffect, useRef } from 'preact/hooks';
import { type LiveEvent, type LiveEventKind, liveEventKinds } from '../../../model/results/live-event.ts';

/**
 * State of the connection. With `lost`, the server does not respond. With `ended`, the server responds but no longer
 * knows the session of this page.
 */
export type Connection = 'connecting' | 'open' | 'lost' | 'ended';

type Message = { readonly id: number; readonly event: LiveEvent } | { readonly connection: Connection };

const name = 'goldset-events';
const listeners = new Set<(event: LiveEvent) => void>();
const connectionListeners = new Set<(connection: Connection) => void>();
let connection: Connection = 'connecting';
/** Id of the newest event that this tab has received; `null` before the first event. */
let last: number | null = null;
let isStarted = false;

/**
 * Connects this tab to the events of the server. Only one tab holds the connection and passes the events to the others,
 * because a browser opens at most six connections to a server. When this tab closes, another tab takes over and
 * continues after the newest event.
 */
function start(): void {
  if (isStarted) return;
  isStarted = true;
  const tabs = new BroadcastChannel(name);
  tabs.onmessage = ({ data }: MessageEvent<Message | { readonly isNew: true }>) => {
    if (!('isNew' in data)) receive(data);
    else if (isHolder) tabs.postMessage({ connection });
  };
  let isHolder = false;
  const pass = (message: Message) => {
    tabs.postMessage(message);
    receive(message);
  };
  tabs.postMessage({ isNew: true });
  // The browser runs this function in one tab at a time. When this tab closes, the browser runs the function in another
  // tab.
  void navigator.locks.request(name, async () => {
    isHolder = true;
    const source = new EventSource(last === null ? '/api/events' : `/api/events?after=${last}`);
    source.onopen = () => pass({ connection: 'open' });
    source.onerror = () => pass({ connection: source.readyState === EventSource.CLOSED ? 'ended' : 'lost' });
    for (const kind of liveEventKinds)
      source.addEventListener(kind, ({ data, lastEventId }: MessageEvent<string>) =>
        pass({ id: Number(lastEventId), event: { kind, ...JSON.parse(data) } }),
      );
    await new Promise(() => undefined);
  });
}

function receive(message: Message): void {
  if ('connection' in message) {
    connection = message.connection;
    for (const listener of connectionListeners) listener(connection);
    return;
  }
  last = message.id;
  for (const listener of listeners) listener(message.event);
}

/** Calls `onEvent` for each event of these kinds while the component is shown. */
export function useLiveEvents(kinds: readonly LiveEventKind[], onEvent: (event: LiveEvent) => void): void {
  const latest = useRef(onEvent);
  latest.current = onEvent;
  useEffect(() => {
    start();
    const listener = (event: LiveEvent) => kinds.includes(event.kind) && latest.current(event);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, []);
}

/**
 * Calls `onChange` with the current state of the connection, and again when it changes. Returns a function that stops
 * these calls.
 */
export function watchConnection(onChange: (connection: Connection) => void): () => void {
  start();
  onChange(connection);
  connectionListeners.add(onChange);
  return () => connectionListeners.delete(onChange);
}

/**
 * Returns a function that calls `act` at most once per `ms` milliseconds. The first call is immediate. If the function
 * is called again within this time, it calls `act` once more when the time ends.
 */
export function atMostEvery(ms: number, act: () => void): () => void {
  let isWaiting = false;
  let isAsked = false;
  const run = () => {
    isWaiting = true;
    isAsked = false;
    act();
    setTimeout(() => {
      isWaiting = false;
      if (isAsked) run();
    }, ms);
  };
  return () => {
    if (isWaiting) isAsked = true;
    else run();
  };
}
