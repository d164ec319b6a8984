/** A path of names and row numbers. Other texts, such as `pages 1–3`, match too, but have no row. */
const pathPattern = /^[^.[\]]*(?:\[\d+\])*(?:\.[^.[\]]*(?:\[\d+\])*)*$/;

/**
 * Returns the path of a value for readers: `line_items[1].description` is `line item 2, description`. Rows count from 1.
 * `extraRow` marks a value in a row of the prediction that has no expected row. Paths without a row, such as
 * `seller_vat_id` and `pages 1–3`, stay as they are.
 */
export function placeText(path: string, extraRow = false): string {
  if (!path.includes('[') || !pathPattern.test(path)) return path;
  const groups: string[] = [];
  /** Whether the next name belongs to the last group: `price.amount`. */
  let joins = false;
  for (const step of path.split('.')) {
    const rows = [...step.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number) + 1);
    const name = step.replace(/\[.*/, '');
    if (rows.length > 0) groups.push(`${rowName(name)} ${rows.join('.')}`);
    else if (joins) groups.push(`${groups.pop()}.${name}`);
    else groups.push(name);
    joins = rows.length === 0;
  }
  return `${groups.join(', ')}${extraRow ? ' (extra row)' : ''}`;
}

/** Returns the name of one row of an array: `line_items` is `line item`, `taxLines` is `tax line`. */
function rowName(array: string): string {
  const words = array
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .trim()
    .toLowerCase();
  if (words === '') return 'row';
  if (/[^aeiou]ies$/.test(words)) return `${words.slice(0, -3)}y`;
  if (/(?:ss|x|z|ch|sh)es$/.test(words)) return words.slice(0, -2);
  return /[^sui]s$/.test(words) ? words.slice(0, -1) : words;
}
