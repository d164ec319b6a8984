/** Longest line, in characters. */
const maxWidth = 120;

/**
 * Returns JSON for files that people edit. The indentation is two spaces. An object or array that fits on one line is
 * written on one line.
 */
export function compactJson(value: unknown): string {
  return divided(value, '', 0);
}

/** `used` is the number of characters before the value on its line. */
function divided(value: unknown, indent: string, used: number): string {
  const line = oneLine(value);
  if (typeof value !== 'object' || value === null || used + line.length <= maxWidth) return line;
  const inside = `${indent}  `;
  const lines = Object.entries(value).map(([key, member]) => {
    const start = Array.isArray(value) ? inside : `${inside}${JSON.stringify(key)}: `;
    return start + divided(member, inside, start.length);
  });
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${oneLine(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
