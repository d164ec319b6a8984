import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type {
  LabellingQueue,
  LabellingState,
  LabellingValue,
  MadeDecision,
} from '../../../model/review/labelling-state.ts';
import type { StoredImage } from '../../../viewer/state/report-source.ts';
import { ask, Rejected } from '../requests/server.ts';

export type LabellingAction = NonNullable<LabellingValue['decision']>['action'];
export type Typed = NonNullable<LabellingValue['proposed']>;

export interface Labelling {
  readonly state: LabellingState | null;
  /** The problem of the last request; `null` if it succeeded. */
  readonly error: unknown;
  /** Pages of the document, or its text. `null` until they are read. */
  readonly pages: { readonly images: readonly StoredImage[]; readonly text: string | null } | null;
  /** Decides a value. Returns the new state; `null` if the request failed. */
  decide(path: string, action: LabellingAction, more?: object): Promise<LabellingState | null>;
  /** Confirms the proposals of a group. */
  confirmGroup(group: string): Promise<LabellingState | null>;
  /** Makes the document an item. Values without a decision are not annotated. */
  savePartly(): Promise<LabellingState | null>;
  /**
   * Takes back the last decision that was made in this tab and queue. Returns the new state and the path of the
   * decision; `null` if there is no decision, or if the request failed.
   */
  undo(): Promise<{ readonly state: LabellingState; readonly path: string } | null>;
  /**
   * Opens the next document. With `skip`, the page does not offer the current document again until it is reloaded.
   * Returns the new state; `null` if the request failed.
   */
  next(skip?: boolean): Promise<LabellingState | null>;
}

/** At most this many decisions can be taken back. */
const maxKept = 1000;

const noDocument: Pick<LabellingState, 'document'> = { document: null };

/** Returns the state and the actions of a labelling page, which labels the documents of one queue one by one. */
export function useLabelling(key: string, queue: LabellingQueue): Labelling {
  const address = `/api/datasets/${key}`;
  const nextOf = (ids: readonly string[]) =>
    `${address}/labelling?queue=${queue}${ids.map((id) => `&skip=${encodeURIComponent(id)}`).join('')}`;
  const [state, setState] = useState<LabellingState | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [pages, setPages] = useState<Labelling['pages']>(null);
  const skipped = useRef<string[]>([]);
  const made = useMemo(() => decisionsOfTab(`${queue} ${key}`), [queue, key]);
  const latest = useRef<LabellingState | null>(null);
  const requests = useRef<Promise<unknown>>(Promise.resolve());
  /**
   * Sends each request after the response to the previous one. If the reviewer presses a key early, the key thus acts
   * on the newest state.
   */
  const send = (request: () => Promise<LabellingState>): Promise<LabellingState | null> => {
    const done = requests.current.then(async () => {
      try {
        latest.current = await request();
        made.add(latest.current.made ?? []);
        setState(latest.current);
        setError(null);
        return latest.current;
      } catch (problem) {
        setError(problem);
        if (problem instanceof Rejected && problem.status === 409) await showAgain();
        return null;
      }
    });
    requests.current = done;
    return done;
  };
  const item = () => latest.current?.document?.id ?? '';
  /** Shows the decisions that another tab has made about the document. */
  const showAgain = async () => {
    const found = `${address}/labelling?item=${encodeURIComponent(item())}`;
    latest.current = await ask<LabellingState>(found).catch(() => latest.current);
    setState(latest.current);
  };
  const seenAt = (path: string) =>
    latest.current?.document?.values.find((value) => value.path === path)?.decision?.seq ?? null;
  const id = state?.document?.id;
  useEffect(() => {
    setPages(null);
    if (id === undefined) return;
    let isCurrent = true;
    const query = `item=${encodeURIComponent(id)}`;
    ask<{ text: string | null; pages: Omit<StoredImage, 'address'>[] }>(`${address}/pages?${query}`).then(
      ({ text, pages: found }) => {
        const images = found.map((page) => ({
          ...page,
          address: `${address}/page?${query}&page=${page.page}`,
        }));
        if (isCurrent) setPages({ images, text });
        if (isCurrent) void readAhead(id);
      },
      () => isCurrent && setPages({ images: [], text: null }),
    );
    return () => {
      isCurrent = false;
    };
  }, [id]);
  /** Reads the pages of the document after `id`, so that the browser and the server have them when it is opened. */
  const readAhead = async (id: string) => {
    const { document } = await ask<LabellingState>(nextOf([...skipped.current, id])).catch(() => noDocument);
    if (document === null) return;
    const query = `item=${encodeURIComponent(document.id)}`;
    await ask(`${address}/pages?${query}`).catch(() => undefined);
  };
  const write = (path: string, body: () => object) =>
    send(() => ask<LabellingState>(`${address}/${path}`, body()));
  return {
    state,
    error,
    pages,
    decide: (path, action, more = {}) =>
      write('decisions', () => ({ item: item(), path, action, seen: seenAt(path), ...more })),
    confirmGroup: (group) => write('decisions/group', () => ({ item: item(), group })),
    savePartly: () => write('decisions/partly', () => ({ item: item() })),
    undo: async () => {
      let path = '';
      const found = await send(async () => {
        const last = made.takeLast();
        if (last === undefined) throw new Error('There is no decision of this tab to take back.');
        path = last.path;
        return ask<LabellingState>(`${address}/decisions/undo`, { seq: last.seq }).catch((problem) => {
          if (!(problem instanceof Rejected)) made.add([last]);
          throw problem;
        });
      });
      return found === null ? null : { state: found, path };
    },
    next: (skip = false) =>
      send(() => {
        if (skip) skipped.current = [...skipped.current, item()];
        return ask<LabellingState>(nextOf(skipped.current));
      }),
  };
}

/**
 * Decisions that were made in this tab in a queue of a dataset, also before the page was reloaded. A tab takes back
 * only its own decisions, because another tab or queue may show another document.
 */
function decisionsOfTab(queue: string) {
  const name = `labelling ${queue}`;
  const read = (): readonly MadeDecision[] => JSON.parse(sessionStorage.getItem(name) ?? '[]');
  const write = (all: readonly MadeDecision[]) =>
    sessionStorage.setItem(name, JSON.stringify(all.slice(-maxKept)));
  return {
    add: (more: readonly MadeDecision[]) => more.length > 0 && write([...read(), ...more]),
    takeLast(): MadeDecision | undefined {
      const all = read();
      write(all.slice(0, -1));
      return all.at(-1);
    },
  };
}
