import type { CheckedLeaf } from '../../model/score/comparison.ts';

const longest = 120;

/** Returns a leaf on one line, such as `inv-0042 total_amount: expected 1250.00, 1250.00 → 12.50`. */
export function leafLine({ itemId, path, expected, baseline, candidate }: CheckedLeaf): string {
  const got = baseline === null ? `got ${candidate}` : `${baseline} → ${candidate}`;
  const text = `${itemId} ${path}: ${expected === '' ? '' : `expected ${short(expected)}, `}${got}`;
  return text.replaceAll(/\s+/g, ' ');
}

function short(text: string): string {
  const characters = [...text];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : text;
}
