/**
 * Returns whether a JSON value has an object, a list or `null` more than `limit` levels below the value itself. Uses a
 * loop, because recursion can overflow the stack.
 */
export function isDeeperThan(value: unknown, limit: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true;
    const next: unknown[] = [];
    for (const one of level)
      if (typeof one === 'object' && one !== null)
        for (const member of Object.values(one)) if (typeof member === 'object') next.push(member);
    level = next;
  }
  return false;
}
