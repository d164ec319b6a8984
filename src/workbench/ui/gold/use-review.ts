import { useEffect, useRef, useState } from 'preact/hooks';
import { parseJson } from '../../../base/exact-json.ts';
import type { NotScored } from '../../../model/dataset/not-scored.ts';
import type { JsonValue } from '../../../model/json/json-value.ts';
import type { editActions } from '../../../model/review/review-log.ts';
import type {
  ClosedReview,
  ItemLabels,
  OpenReview,
  ReviewState,
  ReviewVerdicts,
} from '../../../model/review/review-state.ts';
import { useLiveEvents } from '../live/live-events.ts';
import { ask } from '../requests/server.ts';

export interface LabelEdit {
  readonly item: string;
  readonly path: string;
  readonly action: (typeof editActions)[number];
  readonly before: JsonValue;
  readonly after: JsonValue;
  /** Note of the reviewer with the reason. Required for `unclear`. */
  readonly note?: string;
  /** What the reviewer typed, in place of `after`. The server parses it by the type of the field. */
  readonly text?: string;
  readonly from: { readonly version: string; readonly confidence: number | null } | null;
  /** Whether the page hid what the versions read until the reviewer decided. */
  readonly blind?: boolean;
  /** Hash of the evidence against the label, in the queue of label issues. */
  readonly evidence?: string;
  /** True if the queue of label issues showed this label in random order. */
  readonly randomOrder?: true;
}

/** The present gold of an item: its expected output, and the values that are not scored. */
export interface Labels {
  readonly output: JsonValue;
  readonly notScored: NotScored;
}

export interface Review {
  /** `null` until the server has responded. */
  readonly state: OpenReview | null;
  /** Why the gold cannot be edited. `null` if it can be edited. */
  readonly closed: ClosedReview | null;
  readonly verdicts: ReviewVerdicts | null;
  /** The problem of the last request. `null` if the request succeeded. */
  readonly error: unknown;
  /** Edits a label. Returns whether the server accepted the edit. */
  edit(edit: LabelEdit): Promise<boolean>;
  /** The present gold with all edits, by item. Contains only items for which `readOutput` was called. */
  readonly labels: Readonly<Record<string, Labels>>;
  readOutput(item: string): void;
  undo(): Promise<void>;
  /** Repeats the edit that was taken back last. Has no effect if there is none. */
  redo(): Promise<void>;
  /** Resolves a conflict: keeps the label of the dataset, or replaces it by the label of the edit. */
  resolve(seq: number, decision: 'keep' | 'replace'): Promise<void>;
  /** Saves all edits as a new version of the dataset, and shows the report with this version. */
  save(): Promise<void>;
  discard(): Promise<void>;
}

/** Returns whether a path is `outer`, or inside it. */
export function isInside(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`);
}

interface SavedVersion extends OpenReview {
  readonly version: number;
  readonly changed: number;
}

/**
 * Returns the functions with which a page edits the gold of a record's dataset. After saving, calls `onSaved` with the
 * number of the version and of the changed labels. Without `onSaved`, shows the report with the new version.
 */
export function useReview(key: string, onSaved?: (version: number, changed: number) => void): Review {
  const address = `/api/records/${key}`;
  const [found, setState] = useState<ReviewState | null>(null);
  const state = found !== null && 'unsaved' in found ? found : null;
  const closed = found !== null && 'problem' in found ? found : null;
  const [verdicts, setVerdicts] = useState<ReviewVerdicts | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    ask<ReviewState>(`${address}/review`).then(setState, setError);
  }, [address]);
  const count = state?.changes ?? 0;
  const last = state?.unsaved.at(-1)?.seq;
  useEffect(() => {
    setVerdicts(null);
    let isCurrent = true;
    if (count > 0)
      ask<ReviewVerdicts>(`${address}/verdicts`).then((found) => isCurrent && setVerdicts(found), setError);
    return () => {
      isCurrent = false;
    };
  }, [address, count, last]);
  const [labels, setLabels] = useState<Readonly<Record<string, Labels>>>({});
  /** Per item: number of requests for its labels so far. */
  const asked = useRef(new Map<string, number>());
  const readOutput = (item: string) => {
    const request = (asked.current.get(item) ?? 0) + 1;
    asked.current.set(item, request);
    ask<ItemLabels>(`${address}/labels?item=${encodeURIComponent(item)}`).then(({ output, notScored }) => {
      // Ignore this response if the labels were requested again in the meantime, because it may have old labels.
      if (asked.current.get(item) !== request) return;
      setLabels((known) => ({ ...known, [item]: { output: parseJson(output) as JsonValue, notScored } }));
    }, setError);
  };
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const latest = useRef<OpenReview | null>(null);
  /** Sends one request at a time. `request` is called only after the response to the previous request. */
  const write = (request: () => { path: string; body: object } | null): Promise<boolean> => {
    const done = queue.current.then(async () => {
      const given = request();
      if (given === null) return false;
      setError(null);
      try {
        latest.current = await ask<OpenReview>(`${address}/${given.path}`, given.body);
        setState(latest.current);
        return true;
      } catch (problem) {
        setError(problem);
        return false;
      } finally {
        for (const item of [...asked.current.keys()]) readOutput(item);
      }
    });
    queue.current = done;
    return done;
  };
  /** Reads the edits of other tabs, after the running requests of this tab have ended. */
  const refresh = () => {
    queue.current = queue.current.then(async () => {
      const present = await ask<ReviewState>(`${address}/review`);
      latest.current = 'unsaved' in present ? present : null;
      setState(present);
      for (const item of [...asked.current.keys()]) readOutput(item);
    }, setError);
  };
  useLiveEvents(['reset', 'gold.edited', 'gold.saved'], refresh);
  return {
    state,
    closed,
    verdicts,
    error,
    labels,
    readOutput: (item) => {
      if (state !== null && !asked.current.has(item)) readOutput(item);
    },
    edit: ({ before, after, ...edit }) =>
      write(() => {
        // Take the label from the newest unsaved edit of this value, because the page may still show an older label. If
        // a later edit changed a part of the value or a value around it, take the label that the page shows.
        const last = latest.current?.unsaved.findLast(
          ({ item, path }) => item === edit.item && (isInside(path, edit.path) || isInside(edit.path, path)),
        );
        const own = last?.path === edit.path ? last : undefined;
        const markBefore = own === undefined ? labels[edit.item]?.notScored[edit.path] : own.markAfter;
        const values = { before: own?.after ?? JSON.stringify(before), after: JSON.stringify(after) };
        const body = { ...edit, ...values, markBefore };
        return { path: 'edits', body };
      }),
    undo: async () => {
      await write(() => {
        const seq = (latest.current ?? state)?.unsaved.at(-1)?.seq;
        return seq === undefined ? null : { path: `edits/${seq}/undo`, body: {} };
      });
    },
    redo: async () => {
      await write(() => ((latest.current ?? state)?.canRedo ? { path: 'redo', body: {} } : null));
    },
    resolve: async (seq, decision) => {
      await write(() => ({ path: `conflicts/${seq}`, body: { decision } }));
    },
    discard: async () => {
      await write(() => ({ path: 'discard', body: {} }));
    },
    save: async () => {
      await queue.current;
      setError(null);
      try {
        const saved = await ask<SavedVersion>(`${address}/versions`, {});
        if (onSaved !== undefined) {
          latest.current = saved;
          setState(saved);
          return onSaved(saved.version, saved.changed);
        }
        const { pathname, hash } = location;
        if (location.search === '?gold=saved') location.reload();
        else location.assign(`${pathname}?gold=saved${hash}`);
      } catch (problem) {
        setError(problem);
      }
    },
  };
}
