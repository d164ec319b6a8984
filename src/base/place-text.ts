/** Matches paths such as `line_items[1].amount`. */
const pathPattern = /^[^.[\]]*(?:\[\d+\])*(?:\.[^.[\]]*(?:\[\d+\])*)*$/;

/**
 * Returns the path of a value as words: `line_items[1].description` becomes `line item 2, description`. The first row
 * has the number 1. The names of fields without rows stay as in the schema: `seller_vat_id`. With `extraRow`, adds
 * `(extra row)`. Returns a text that is not a path unchanged.
 */
export function placeText(path: string, extraRow = false): string {
  if (!path.includes('[') || !pathPattern.test(path)) return path;
  const parts = path.split(/(?<=\])\.?|\.(?=[^.[\]]*\[)/).filter((part) => part !== '');
  return `${parts.map(partText).join(', ')}${extraRow ? ' (extra row)' : ''}`;
}

/**
 * Returns one step of a path, such as `line_items[1]`, as `line item 2`. Returns a step without a row number unchanged.
 */
function partText(part: string): string {
  const [, name = '', row = ''] = /^([^[\]]*)\[(\d+)\]$/.exec(part) ?? [];
  if (row === '') return part;
  const words = name
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  return `${words === '' ? 'row' : singular(words)} ${Number(row) + 1}`;
}

function singular(words: string): string {
  if (/[^aeiou]ies$/.test(words)) return `${words.slice(0, -3)}y`;
  if (/(?:ss|x|z|ch|sh)es$/.test(words)) return words.slice(0, -2);
  return /[^sui]s$/.test(words) ? words.slice(0, -1) : words;
}
