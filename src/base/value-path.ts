/** Splits a path such as `line_items[2].amount` into member names and row numbers. */
export function pathSteps(path: string): (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, row, name]) =>
    row === undefined ? (name as string) : Number(row),
  );
}

/** Returns the value at a path, or `undefined` if the path does not exist. Ignores inherited members. */
export function valueAt(value: unknown, path: string): unknown {
  return valueAtSteps(value, pathSteps(path));
}

function valueAtSteps(value: unknown, steps: readonly (string | number)[]): unknown {
  let at = value;
  for (const step of steps) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Record<string | number, unknown>)[step];
  }
  return at;
}

/**
 * Returns a copy with `put` at a path. Creates missing members. Appends a row if the path names the row after the last
 * one. Throws RangeError if the path names a later row.
 */
export function withValueAt(value: unknown, path: string, put: unknown): unknown {
  return withStep(value, pathSteps(path), put);
}

/**
 * Returns a copy without the member at a path. Returns the value unchanged if it has no such member, or if the path
 * names a row.
 */
export function withoutValueAt(value: unknown, path: string): unknown {
  const steps = pathSteps(path);
  const name = steps.pop();
  if (typeof name !== 'string') return value;
  const parent = valueAtSteps(value, steps);
  if (typeof parent !== 'object' || parent === null || !Object.hasOwn(parent, name)) return value;
  return withStep(value, steps, Object.fromEntries(Object.entries(parent).filter(([key]) => key !== name)));
}

function withStep(value: unknown, steps: readonly (string | number)[], put: unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return put;
  if (typeof step === 'number') {
    const rows: readonly unknown[] = Array.isArray(value) ? value : [];
    if (step > rows.length) throw new RangeError(`row ${step} of ${rows.length}`);
    const row = withStep(rows[step], rest, put);
    return step === rows.length ? [...rows, row] : rows.with(step, row);
  }
  const object = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  const inner = Object.hasOwn(object, step) ? (object as Record<string, unknown>)[step] : undefined;
  const copy = { ...object };
  // An assignment to a member named `__proto__` would set the prototype, and `defineProperty` does not.
  Object.defineProperty(copy, step, {
    value: withStep(inner, rest, put),
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return copy;
}
