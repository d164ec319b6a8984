import { useEffect, useState } from 'preact/hooks';
import type { JsonValue } from '../../model/json/json-value.ts';
import type {
  ClosedReview,
  OpenReview,
  ReviewState,
  ReviewVerdicts,
} from '../../model/review/review-state.ts';
import { ask } from './server.ts';

export interface LabelEdit {
  readonly item: string;
  readonly path: string;
  readonly action: 'accept' | 'edit' | 'no-value' | 'keep';
  readonly before: JsonValue;
  readonly after: JsonValue;
  readonly from: { readonly version: string; readonly confidence: number | null } | null;
}

export interface Review {
  /** `null` until the server has answered. */
  readonly state: OpenReview | null;
  /** Why the gold cannot be edited; `null` if it can. */
  readonly closed: ClosedReview | null;
  readonly verdicts: ReviewVerdicts | null;
  /** The problem of the last request; `null` if it succeeded. */
  readonly error: unknown;
  edit(edit: LabelEdit): Promise<void>;
  /** Takes back the last edit. */
  undo(): Promise<void>;
  /** Saves all edits as a version of the dataset, and shows the report with this version. */
  save(): Promise<void>;
}

/** Edits the gold of the dataset of a record. */
export function useReview(key: string): Review {
  const address = `/api/records/${key}`;
  const [found, setState] = useState<ReviewState | null>(null);
  const state = found !== null && 'unsaved' in found ? found : null;
  const closed = found !== null && 'problem' in found ? found : null;
  const [verdicts, setVerdicts] = useState<ReviewVerdicts | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    ask<ReviewState>(`${address}/review`).then(setState, setError);
  }, [address]);
  const count = state?.unsaved.length ?? 0;
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
  const write = async (path: string, body: object) => {
    setError(null);
    try {
      setState(await ask<ReviewState>(`${address}/${path}`, body));
    } catch (problem) {
      setError(problem);
    }
  };
  return {
    state,
    closed,
    verdicts,
    error,
    edit: ({ before, after, ...edit }) =>
      write('edits', { ...edit, before: JSON.stringify(before), after: JSON.stringify(after) }),
    undo: async () => {
      if (last !== undefined) await write(`edits/${last}/undo`, {});
    },
    save: async () => {
      setError(null);
      try {
        await ask(`${address}/versions`, {});
        const { pathname, hash } = location;
        if (location.search === '?gold=saved') location.reload();
        else location.assign(`${pathname}?gold=saved${hash}`);
      } catch (problem) {
        setError(problem);
      }
    },
  };
}
