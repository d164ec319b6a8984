/** Returns whether a value is a day of the calendar in the form `yyyy-mm-dd`, as in values of date fields. */
export function isIsoDate(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  return new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value) === true;
}
