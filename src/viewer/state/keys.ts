import { useLayoutEffect, useRef } from 'preact/hooks';
import { keyOf } from './key-of.ts';
import { readStored, store } from './stored.ts';

/** The action of each key. `g f` stands for `g`, then `f`. */
export type KeyActions = Readonly<Record<string, () => void>>;

/** The keys that work on the page of a document, with their meanings. The list of keys shows them. */
export const documentKeys: readonly (readonly [keys: string, meaning: string])[] = [
  ['j k', 'next, previous document'],
  ['u', 'back to the list of documents'],
  ['n p', 'next, previous error'],
  ['f', 'show or hide the values that are right'],
  ['[ ]', 'previous, next page'],
  ['+ - 0', 'zoom in, zoom out, fit'],
  ['b', 'show or hide the boxes'],
  ['v', 'show the boxes of both versions, or of one'],
];

type KeyLines = readonly (readonly [keys: string, meaning: string])[];

/** Keys that edit labels, for the list of keys. Empty in a page that cannot edit labels. */
let labelKeys: KeyLines = [];

export function listedLabelKeys(): KeyLines {
  return labelKeys;
}

/** Sets the keys with which a user edits labels, so that the list of keys (`?`) shows them. */
export function listLabelKeys(keys: KeyLines): void {
  labelKeys = keys;
}

const active: { current: KeyActions }[] = [];
let areOn = readStored('keys') !== 'off';
let prefix = '';

export function areKeysOn(): boolean {
  return areOn;
}

/** Turns single-character keys on or off. The setting is kept for the next report. */
export function turnKeys(on: boolean): void {
  areOn = on;
  store('keys', on ? 'on' : 'off');
}

/** Selects the fields in which the reader can type. A field whose text is being sent cannot be changed. */
export const editableField = 'input:not([readonly]), select, textarea:not([readonly])';

/**
 * Calls the action of a key. Keys have no effect while the reader types, or while a dialog is open. After a dialog is
 * closed, the focus stays in the dialog until the next frame. Keys work during this time.
 */
function press(event: KeyboardEvent): void {
  const { target } = event;
  const isElsewhere =
    target instanceof Element &&
    target.closest(`${editableField}, dialog[open]`) !== null &&
    target.closest('dialog:not([open])') === null;
  if (!areOn || event.defaultPrevented || isElsewhere || event.ctrlKey || event.metaKey || event.altKey)
    return;
  const name = prefix + keyOf(event);
  prefix = name === 'g' ? 'g ' : '';
  const action = active.find(({ current }) => Object.hasOwn(current, name))?.current[name];
  if (action === undefined) return;
  event.preventDefault();
  action();
}

/** Connects keys with actions while the component is shown. */
export function useKeys(actions: KeyActions): void {
  const latest = useRef(actions);
  latest.current = actions;
  // A layout effect runs before the page is painted, so the keys work as soon as the page is visible.
  useLayoutEffect(() => {
    active.push(latest);
    // Has no effect if `press` is already added.
    addEventListener('keydown', press);
    return () => {
      active.splice(active.indexOf(latest), 1);
    };
  }, []);
}
