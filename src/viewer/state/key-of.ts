/**
 * Returns the key of an event. Capital letters need the Shift key: Caps Lock does not change the action of a letter.
 */
export function keyOf({ key, shiftKey }: { readonly key: string; readonly shiftKey: boolean }): string {
  if (!/^\p{L}$/u.test(key)) return key;
  return shiftKey ? key.toUpperCase() : key.toLowerCase();
}
