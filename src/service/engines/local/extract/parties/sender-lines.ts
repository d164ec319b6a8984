import { traitsOf } from './line-traits.ts';
import type { Party, PartyLines } from './party.ts';

/**
 * Returns the senders from lines such as `Name - Street 1 - 12345 Place`. Letters print such a line above the
 * recipient.
 */
export function senderLines(lines: PartyLines): Party[] {
  const parties: Party[] = [];
  for (const segment of lines.firstPage) {
    const parts = splitSender(segment.text);
    if (parts.length < 3) continue;
    const [first] = parts;
    if (first === undefined || !/\p{L}{2}/u.test(first.text) || /\d{4}/.test(first.text)) continue;
    const traits = traitsOf(first.text);
    const listed = segment.text.slice(first.end).trimStart().startsWith(',');
    if (!traits.nameable || traits.address >= 0.3 || (listed && !traits.legalForm && !traits.business))
      continue;
    const rest = parts.slice(1).filter((part) => !/@|www\.|tel|fax/i.test(part.text));
    if (!rest.some((part) => /(?:^|\s)(?:[A-Z]{1,2}-)?\d{4,6}\s+\p{L}/u.test(part.text))) continue;
    const address = rest.slice(0, 3);
    parties.push({
      roles: { seller: traits.legalForm || traits.business ? 1.05 : 0.95 },
      name: { spans: [{ segment, start: first.start, end: first.end }], text: first.text },
      address: {
        spans: address.map((part) => ({ segment, start: part.start, end: part.end })),
        text: address.map((part) => part.text).join(', '),
      },
      reason: 'sender line with name and address',
      labelled: false,
    });
  }
  return parties;
}

function splitSender(text: string): { text: string; start: number; end: number }[] {
  const parts: { text: string; start: number; end: number }[] = [];
  let from = 0;
  for (const match of [...text.matchAll(/\s*[●•·|∙▪◦]\s*|\s[-–—]\s|\s*;\s*/g), undefined]) {
    const to = match?.index ?? text.length;
    const part = text.slice(from, to);
    const trimmed = part.trim();
    const start = from + part.indexOf(trimmed);
    if (trimmed !== '') parts.push({ text: trimmed, start, end: start + trimmed.length });
    if (match !== undefined) from = match.index + match[0].length;
  }
  if (parts.length === 2) {
    const commas = text.split(',');
    if (commas.length < 3) return parts;
  }
  if (parts.length < 3 && /,\s*(?:[A-Z]{1,2}-)?\d{4,6}\s+\p{L}/u.test(text)) return splitAt(text, ',');
  return parts;
}

function splitAt(text: string, mark: string): { text: string; start: number; end: number }[] {
  let from = 0;
  return text.split(mark).map((part) => {
    const trimmed = part.trim();
    const start = from + part.indexOf(trimmed);
    from += part.length + mark.length;
    return { text: trimmed, start, end: start + trimmed.length };
  });
}
