/**
 * Returns whether a JSON value is nested deeper than `limit` levels. It does not recurse, because it protects recursive code
 * (hashing, checking, writing) from input that is nested too deep for the call stack.
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
