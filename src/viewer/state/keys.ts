import { useLayoutEffect, useRef } from 'preact/hooks';
import { readStored, store } from './stored.ts';

/** What each key does. `g f` means `g`, then `f`. */
export type KeyActions = Readonly<Record<string, () => void>>;

/** Keys of a document with their meaning, for the list of keys. */
export const documentKeys: readonly (readonly [keys: string, meaning: string])[] = [
  ['j k', 'next, previous document'],
  ['u', 'back to the list of documents'],
  ['n p', 'next, previous error'],
  ['f', 'fold or show the values that are right'],
  ['[ ]', 'previous, next page'],
  ['+ - 0', 'zoom in, zoom out, fit'],
  ['b', 'show or hide the boxes'],
  ['v', 'boxes of both versions, or of one version'],
];

const active: { current: KeyActions }[] = [];
let areOn = readStored('keys') !== 'off';
let prefix = '';

/** Returns whether keys of one character do something. */
export function areKeysOn(): boolean {
  return areOn;
}

/** Turns the keys of one character on or off, also for the next report. */
export function turnKeys(on: boolean): void {
  areOn = on;
  store('keys', on ? 'on' : 'off');
}

/**
 * Calls the action of a key. No key does anything while the reader types, or in an open dialog. A dialog that has just
 * been closed keeps the focus until the next frame, so a closed dialog does not count.
 */
function press(event: KeyboardEvent): void {
  const { target, key } = event;
  const isElsewhere = target instanceof Element && target.closest('input, select, textarea, dialog[open]');
  if (!areOn || isElsewhere || event.ctrlKey || event.metaKey || event.altKey) return;
  const name = prefix + key;
  prefix = name === 'g' ? 'g ' : '';
  const action = active.find(({ current }) => Object.hasOwn(current, name))?.current[name];
  if (action === undefined) return;
  event.preventDefault();
  action();
}

/** Connects keys with actions as long as the component is shown. */
export function useKeys(actions: KeyActions): void {
  const latest = useRef(actions);
  latest.current = actions;
  // A layout effect runs before the page is painted, so that the keys work as soon as it is visible.
  useLayoutEffect(() => {
    active.push(latest);
    // A second call with the same function adds nothing.
    addEventListener('keydown', press);
    return () => {
      active.splice(active.indexOf(latest), 1);
    };
  }, []);
}
