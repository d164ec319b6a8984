/** A file name from a chart's id: ids come from data, so only harmless characters stay. */
export function chartFileName(id: string, position: number): string {
  const safe = id.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^-+|-+$/g, '');
  return `${safe === '' ? `chart-${position + 1}` : safe.slice(0, 80)}.png`;
}
