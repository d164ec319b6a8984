import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { LiveEvent } from '../../../model/results/live-event.ts';
import { EventLog, type NumberedEvent } from './event-log.ts';
import { FolderWatch } from './folder-watch.ts';
import { RunWatch } from './run-watch.ts';

/** A comment line is sent at this interval, to keep an idle connection open. */
const commentMs = 15_000;
/** A browser that lost its connection connects again after this time. */
const retryMs = 1000;
/**
 * If a page has this many unread bytes, its connection is closed. The page then connects again and requests the missed
 * events.
 */
const maxUnread = 1024 * 1024;

interface RecordFolders {
  readonly dir: string;
  folderOf(key: string): Promise<string>;
}

/** Sends the events of a server, and watches its folder. */
export interface LiveEvents {
  readonly log: EventLog;
  /** Sends a last event, and closes all connections. */
  close(): void;
}

/**
 * Serves `GET /api/events`, which sends server-sent events with ids, and `GET /api/records/:key/run`, which returns the
 * state of a run. The folder is watched while at least one page is connected.
 */
export function serveEvents(app: FastifyInstance, catalogue: RecordFolders): LiveEvents {
  const log = new EventLog();
  const publish = (event: LiveEvent) => log.publish(event);
  const folder = new FolderWatch(catalogue.dir, publish);
  const runs = new RunWatch(catalogue.dir, publish, () => folder.running);
  const streams = new Set<PassThrough>();

  // Do not create a route for HEAD. A HEAD request would start the watch of the folder. The watch stops when the last
  // event stream is closed, but the stream of a HEAD request would never be closed.
  const options = { exposeHeadRoute: false };
  app.get<{ Querystring: { after?: string } }>('/api/events', options, async (request, reply) => {
    const given = request.headers['last-event-id'] ?? request.query.after;
    const after = given === undefined ? null : /^\d{1,15}$/.test(String(given)) ? Number(given) : -1;
    const stream = new PassThrough();
    const send = ({ id, event }: NumberedEvent) => {
      stream.write(message(id, event));
      if (stream.writableLength > maxUnread) stream.destroy();
    };
    stream.write(`retry: ${retryMs}\n\n`);
    await folder.start();
    runs.start();
    runs.sendSoon();
    const missed = after === null ? [] : log.after(after);
    if (after === null) send({ id: log.last, event: { kind: 'ready' } });
    else if (missed === null) send({ id: log.last, event: { kind: 'reset' } });
    for (const event of missed ?? []) send(event);
    const unsubscribe = log.subscribe(send);
    const comments = setInterval(() => stream.write(':\n\n'), commentMs);
    streams.add(stream);
    stream.on('close', () => {
      clearInterval(comments);
      unsubscribe();
      streams.delete(stream);
      if (streams.size > 0) return;
      folder.stop();
      runs.stop();
    });
    return reply.type('text/event-stream; charset=utf-8').send(stream);
  });

  app.get<{ Params: { key: string } }>('/api/records/:key/run', async ({ params: { key } }) =>
    runs.stateOf(await catalogue.folderOf(key)),
  );

  // Each successful change of labels becomes an event, so that other tabs show the change.
  app.addHook('onResponse', async (request, reply) => {
    const { url } = request.routeOptions;
    if (request.method !== 'POST' || reply.statusCode !== 200) return;
    const { key } = request.params as { readonly key: string };
    if (url?.startsWith('/api/records/:key/'))
      log.publish({ kind: url.endsWith('/versions') ? 'gold.saved' : 'gold.edited', key });
    if (url?.startsWith('/api/datasets/:key/')) log.publish({ kind: 'dataset.changed', key });
  });

  return {
    log,
    close() {
      log.publish({ kind: 'server.closing' });
      folder.stop();
      runs.stop();
      for (const stream of streams) stream.end();
    },
  };
}

/** Returns an event in the format of server-sent events. The data are JSON without line breaks. */
function message(id: number, event: LiveEvent): string {
  const { kind, ...data } = event;
  return `id: ${id}\nevent: ${kind}\ndata: ${JSON.stringify(data)}\n\n`;
}
