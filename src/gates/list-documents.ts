import { counted, truncateList } from '../base/phrases.ts';
import type { GateSubject } from '../model/gate/gate-evidence.ts';

const most = 5;

/** `; 9 documents broke: inv-1, inv-2, ...`, or `; wrong in 9 documents: ...`; nothing where there is none. */
export function listDocuments({ documents, leaves }: GateSubject, words: 'broke:' | 'wrong in'): string {
  if (documents === 0) return '';
  const items = [...new Set(leaves.map(({ itemId }) => itemId))].slice(0, most);
  const rest = documents - items.length;
  const shown = truncateList(
    rest > 0 ? [...items, ...Array.from({ length: rest }, () => '')] : items,
    items.length,
  );
  return words === 'broke:'
    ? `; ${counted(documents, 'document')} broke: ${shown}`
    : `; wrong in ${counted(documents, 'document')}: ${shown}`;
}
