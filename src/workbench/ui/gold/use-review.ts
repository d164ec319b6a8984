import { useEffect, useRef, useState } from 'preact/hooks';
import { parseJson } from '../../../base/exact-json.ts';
import { placeText } from '../../../base/place-text.ts';
import type { NotScored } from '../../../model/dataset/not-scored.ts';
import type { JsonValue } from '../../../model/json/json-value.ts';
import type { editActions } from '../../../model/review/review-log.ts';
import type {
  ClosedReview,
  ItemLabels,
  OpenReview,
  ReviewState,
  ReviewVerdicts,
  WrittenReview,
} from '../../../model/review/review-state.ts';
import { useLiveEvents } from '../live/live-events.ts';
import { ask, Rejected } from '../requests/server.ts';
import { labelOf } from './label-of.ts';
import { hasTypedLabel } from './typed-label.ts';

export interface LabelEdit {
  readonly item: string;
  readonly path: string;
  readonly action: (typeof editActions)[number];
  /** The new label, or a function that computes it from the current label, such as the rows of a table. */
  readonly after: JsonValue | ((before: JsonValue) => JsonValue);
  /** Note of the reviewer with the reason. Required for `unclear`. */
  readonly note?: string;
  /** What the reviewer typed, in place of `after`. The server parses it by the type of the field. */
  readonly text?: string;
  readonly from: { readonly version: string; readonly confidence: number | null } | null;
  /** Whether the reviewer decided without seeing what the versions read. */
  readonly blind?: boolean;
  /** Hash of the evidence against the label, in the queue of label issues. */
  readonly evidence?: string;
  /** True if the queue of label issues showed this label in random order. */
  readonly randomOrder?: true;
}

/** The gold of an item: its expected output, and the values that are not scored. */
interface Labels {
  readonly item: string;
  readonly output: JsonValue;
  readonly notScored: NotScored;
}

/** The gold that the page shows. */
export interface ShownLabels extends Labels {
  /** Number of edits, undos and redos of this tab that the labels include. */
  readonly writes: number;
}

/** The gold of an item right after an edit, undo or redo of this tab at a path. */
interface WrittenLabels extends Labels {
  readonly seq: number;
  readonly path: string;
}

/**
 * `outdated`: the label, or the rows of its table, have changed since the page showed them, for example by an edit in
 * another tab. `rejected`: the label cannot have the new value, or the server did not respond.
 */
export type EditResult = 'accepted' | 'outdated' | 'rejected';

export interface Review {
  /** `null` until the server has responded. */
  readonly state: OpenReview | null;
  /** Why the gold cannot be edited. `null` if it can be edited. */
  readonly closed: ClosedReview | null;
  readonly verdicts: ReviewVerdicts | null;
  /** The problem of the last request. `null` if the request succeeded. */
  readonly error: unknown;
  /** Edits a label that the reviewer saw in `seen`. */
  edit(edit: LabelEdit, seen: ShownLabels): Promise<EditResult>;
  /** The current gold with all edits of the item for which `show` was called last. `null` until it is read. */
  readonly labels: ShownLabels | null;
  /** Reads the gold of an item. */
  show(item: string): void;
  /**
   * Takes back the last edit of this tab, or otherwise the last edit before the page was opened. Never takes back a
   * later edit of another tab. Returns the edit; `null` if there is none, or if the request failed.
   */
  undo(): Promise<{ readonly item: string; readonly path: string } | null>;
  /** Repeats the edit that was taken back last. Has no effect if there is none. */
  redo(): Promise<void>;
  /** Resolves a conflict: keeps the label of the dataset, or replaces it by the label of the edit. */
  resolve(seq: number, decision: 'keep' | 'replace'): Promise<void>;
  /**
   * Saves all edits as a new version of the dataset. Then shows the report with this version, as soon as every typed
   * label is set.
   */
  save(): Promise<void>;
  discard(): Promise<void>;
  /** Whether another tab has saved the edits that this page showed. */
  readonly isSavedElsewhere: boolean;
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
 * Returns the review of a record's dataset, and the functions that edit its gold. After saving, calls `onSaved` with
 * the number of the new version and the number of changed labels. Without `onSaved`, shows the report with the new
 * version.
 */
export function useReview(key: string, onSaved?: (version: number, changed: number) => void): Review {
  const address = `/api/records/${key}`;
  const [found, setState] = useState<ReviewState | null>(null);
  const state = found !== null && 'unsaved' in found ? found : null;
  const closed = found !== null && 'problem' in found ? found : null;
  const [verdicts, setVerdicts] = useState<ReviewVerdicts | null>(null);
  const [error, setError] = useState<unknown>(null);
  /** Number of the last unsaved edit when the page was opened. */
  const lastBefore = useRef(0);
  useEffect(() => {
    ask<ReviewState>(`${address}/review`).then((present) => {
      if ('unsaved' in present) lastBefore.current = present.unsaved.at(-1)?.seq ?? 0;
      setState(present);
    }, setError);
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
  const [labels, setLabels] = useState<ShownLabels | null>(null);
  const shownItem = useRef<string | null>(null);
  /** Results of the edits, undos and redos of this tab, in their order. */
  const written = useRef<WrittenLabels[]>([]);
  /** Number of times that the labels were requested or written. */
  const readings = useRef(0);
  const readLabels = async () => {
    readings.current += 1;
    const [reading, item, writes] = [readings.current, shownItem.current, written.current.length];
    if (item === null) return;
    try {
      const { output, notScored } = await ask<ItemLabels>(
        `${address}/labels?item=${encodeURIComponent(item)}`,
      );
      // Ignore this response if the labels were requested again in the meantime, because it may have old labels.
      if (reading === readings.current)
        setLabels({ item, output: parseJson(output) as JsonValue, notScored, writes });
    } catch (problem) {
      if (reading === readings.current) setError(problem);
    }
  };
  const keepWritten = ({ seq, item, path, output, notScored }: WrittenReview['written']) => {
    const present = { item, output: parseJson(output) as JsonValue, notScored };
    written.current.push({ ...present, seq, path });
    if (item !== shownItem.current) return;
    readings.current += 1;
    setLabels({ ...present, writes: written.current.length });
  };
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const latest = useRef<OpenReview | null>(null);
  /** Sends one request at a time. `request` is called only after the response to the previous request. */
  const write = <Response extends OpenReview = OpenReview>(
    request: () => { path: string; body: object } | null,
    onProblem: (problem: unknown) => void = () => undefined,
  ): Promise<Response | null> => {
    const done = queue.current.then(async () => {
      setError(null);
      try {
        const given = request();
        if (given === null) return null;
        const response = await ask<Response>(`${address}/${given.path}`, given.body);
        latest.current = response;
        setState(response);
        const { written: result } = response as Partial<WrittenReview>;
        if (result === undefined) void readLabels();
        else keepWritten(result);
        return response;
      } catch (problem) {
        onProblem(problem);
        setError(problem);
        void readLabels();
        return null;
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
      void readLabels();
    }, setError);
  };
  const isSaving = useRef(false);
  const [isSavedElsewhere, setSavedElsewhere] = useState(false);
  useLiveEvents(['reset', 'gold.edited', 'gold.saved'], ({ kind }) => {
    if (kind === 'gold.saved' && !isSaving.current && count > 0) setSavedElsewhere(true);
    refresh();
  });
  return {
    isSavedElsewhere: isSavedElsewhere && count === 0,
    state,
    closed,
    verdicts,
    error,
    labels,
    show: (item) => {
      shownItem.current = item;
      if (state !== null) void readLabels();
    },
    edit: async ({ after, ...edit }, seen) => {
      let result: EditResult = 'accepted';
      const request = () => {
        const { item, path } = edit;
        // Keys that were pressed earlier may have changed the label after the page showed it.
        const own = written.current
          .slice(seen.writes)
          .findLast((one) => one.item === item && (isInside(one.path, path) || isInside(path, one.path)));
        const isTableChanged = own !== undefined && isInside(path, own.path);
        // A row number of the shown table may now belong to another row.
        if (isTableChanged && (own.path !== path || typeof after === 'function'))
          throw new Rejected(
            `The rows of ${placeText(own.path)} have changed.`,
            'Choose the row again.',
            409,
          );
        const { output, notScored } = own ?? seen;
        const before = labelOf(output, path, state?.kind ?? 'EXTRACT');
        const values = {
          before: JSON.stringify(before),
          after: JSON.stringify(typeof after === 'function' ? after(before) : after),
          markBefore: notScored[path],
        };
        return { path: 'edits', body: { ...edit, ...values } };
      };
      await write(request, (problem) => {
        result = problem instanceof Rejected && problem.status === 409 ? 'outdated' : 'rejected';
      });
      return result;
    },
    undo: async () => {
      const response = await write<WrittenReview>(() => {
        const unsaved = (latest.current ?? state)?.unsaved ?? [];
        const isOwn = ({ seq }: { seq: number }) => written.current.some((one) => one.seq === seq);
        const last = unsaved.findLast(isOwn) ?? unsaved.findLast(({ seq }) => seq <= lastBefore.current);
        if (last === undefined && unsaved.length > 0)
          throw new Rejected(
            'This tab has made no edit that can be taken back.',
            'Press z in the other tab.',
            409,
          );
        return last === undefined ? null : { path: `edits/${last.seq}/undo`, body: {} };
      });
      return response?.written ?? null;
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
      isSaving.current = true;
      const saved = await write<SavedVersion>(() => ({ path: 'versions', body: {} }));
      isSaving.current = false;
      if (saved === null) return;
      if (onSaved !== undefined) return onSaved(saved.version, saved.changed);
      // Loading the page again would end running requests, and discard a label that is typed but not set.
      for (let last: unknown; last !== queue.current || hasTypedLabel(); ) {
        last = queue.current;
        await last;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      const { pathname, hash } = location;
      if (location.search === '?gold=saved') location.reload();
      else location.assign(`${pathname}?gold=saved${hash}`);
    },
  };
}
