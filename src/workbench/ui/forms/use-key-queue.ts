import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { editableField } from '../../../viewer/state/keys.ts';

/** The action of each key. If an action returns a promise, the promise resolves after the page got the result. */
export type QueuedActions = Readonly<Record<string, () => unknown>>;

export interface KeyQueue {
  /** Performs the action of a key, after the actions of earlier keys. */
  press(key: string): void;
  /** Performs an action, for example of a form. Has no effect while another action is running. */
  perform(action: () => unknown): void;
  /**
   * Removes all waiting keys except `key`. Used when the page shows another document, because the reviewer pressed the
   * keys before seeing this document.
   */
  forgetExcept(key: string): void;
  /** Whether an action is running. */
  readonly isBusy: boolean;
}

/**
 * Performs the actions of keys one after the other. Each action starts only when the page shows the result of the
 * previous action. So a key that is pressed too early still acts on what the page shows then. If an action opens a
 * field, forgets the waiting keys, because they may be a part of the text for this field.
 */
export function useKeyQueue(actions: QueuedActions): KeyQueue {
  const newest = useRef(actions);
  newest.current = actions;
  const waiting = useRef<string[]>([]);
  const isRunning = useRef(false);
  const [, render] = useState(0);
  const perform = (action: (() => unknown) | undefined) => {
    if (isRunning.current) return;
    isRunning.current = true;
    render((count) => count + 1);
    const run = async () => action?.();
    void run().finally(() => {
      isRunning.current = false;
      render((count) => count + 1);
    });
  };
  // Runs after each render, because only then do the actions refer to what the page shows.
  useLayoutEffect(() => {
    if (isRunning.current) return;
    if (document.activeElement?.closest(editableField)) waiting.current = [];
    const key = waiting.current.shift();
    if (key !== undefined) perform(newest.current[key]);
  });
  return {
    press: (key) => (isRunning.current ? waiting.current.push(key) : perform(newest.current[key])),
    perform,
    forgetExcept: (kept) => {
      waiting.current = waiting.current.filter((key) => key === kept);
    },
    isBusy: isRunning.current,
  };
}
